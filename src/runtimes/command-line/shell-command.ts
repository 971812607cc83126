/** `sh -c` with one script that is quoted in a way nothing can be hidden in: no quote inside, or one word without any character of the shell. */
const WRAPPED = /^(?:\/\S*\/)?(?:bash|zsh|sh) -l?c (?:'([^'\\]*)'|([\w./:=@%+,-]+))$/;

/** The command line inside of the shell that a back-end wraps around it; the text itself where it is not surely that. */
export function unwrapShell(command: string): string {
  const match = WRAPPED.exec(command);
  return match?.[1] ?? match?.[2] ?? command;
}
