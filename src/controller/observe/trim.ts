/** Characters kept of a tool's answer. The names are those of `runtime` in graph.yaml. */
export interface TrimLimits {
  context_tool_trim_head_chars: number;
  context_tool_trim_tail_chars: number;
}

/** Head and tail of an answer that is too long, with a count of what was left out between them. */
export function trim(
  text: string,
  { context_tool_trim_head_chars: head, context_tool_trim_tail_chars: tail }: TrimLimits,
): string {
  const left = text.length - head - tail;
  if (left <= 0) return text;
  return `${text.slice(0, head)}\n[… ${left} characters left out …]\n${text.slice(text.length - tail)}`;
}
