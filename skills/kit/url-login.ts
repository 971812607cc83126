/** `user:password` of a URL, decoded; null where it has none. What is not valid percent encoding is taken as it stands. */
export function urlLogin({ username, password }: URL): string | null {
  return username === '' && password === '' ? null : `${decoded(username)}:${decoded(password)}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
