/** One API as the scripted server speaks it. */
export interface ServedFormat {
  /** What a request asks for. */
  readonly asked: (body: Fields, path: string) => Asked;
  /** The events of a streamed answer, in order. */
  readonly frames: (reply: Reply, asked: Asked) => Frame[];
  /** The answer in one piece. */
  readonly whole: (reply: Reply, asked: Asked) => unknown;
  /** The body of a refusal. */
  readonly error: (fault: Fault) => unknown;
  /** An error in the middle of a stream. */
  readonly broken: (fault: Fault) => Frame;
}

export type Fields = Readonly<Record<string, unknown>>;

export interface Asked {
  readonly model: string;
  readonly stream: boolean;
  /** What the user said last. */
  readonly newest: string;
  /** A tool's answer follows the last thing the assistant said. */
  readonly hasToolResult: boolean;
  readonly tools: readonly OfferedTool[];
  readonly wantsUsage: boolean;
}

export interface OfferedTool {
  readonly name: string;
  /** JSON Schema of its input. */
  readonly schema: Fields;
}

export type Piece =
  | { readonly kind: 'text'; readonly deltas: readonly string[] }
  | { readonly kind: 'thinking'; readonly deltas: readonly string[] }
  | ToolPiece;

export interface ToolPiece {
  readonly kind: 'tool';
  readonly callId: string;
  readonly tool: string;
  readonly input: Fields;
}

export interface Reply {
  readonly pieces: readonly Piece[];
  /** Null: the provider reports none. */
  readonly usage: { readonly input: number; readonly output: number; readonly cached: number } | null;
}

/** A server-sent event; without a name where the API has none. */
export interface Frame {
  readonly event?: string;
  readonly data: unknown;
}

export interface Fault {
  readonly status: number;
  /** In the OpenAI API's words. */
  readonly code: string;
  readonly message: string;
}

export const ANSWERED_AT = 1_767_225_600;

export function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function items(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fields) : [];
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The text of a message's content: a text, or parts that have one. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  return items(content)
    .map((part) => text(part.text))
    .filter((one) => one !== '')
    .join('\n');
}

export function textOf(piece: Piece): string {
  return piece.kind === 'tool' ? '' : piece.deltas.join('');
}

/** Agents put context of their own into user messages after a tool's answer: what counts is what follows the last assistant message. */
export function afterLast<T>(all: readonly T[], isAssistant: (one: T) => boolean): T[] {
  return all.slice(all.findLastIndex(isAssistant) + 1);
}
