/** The prompt of a back-end that takes no instructions apart from it. */
export function withInstructions(prompt: string, instructions: string | null): string {
  return instructions === null || instructions.trim() === '' ? prompt : `${instructions.trim()}\n\n---\n\n${prompt}`;
}
