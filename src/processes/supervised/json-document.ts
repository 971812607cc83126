/** A document that grows beyond this many characters is taken for text. */
const LARGEST_DOCUMENT = 16 * 1024 * 1024;

/** Lines that may together be one JSON document, as programs print it for people. */
export class JsonDocument {
  readonly lines: string[] = [];
  readonly isObject: boolean;
  #depth = 0;
  #size = 0;

  private constructor(isObject: boolean) {
    this.isObject = isObject;
  }

  /** A document that begins with this line; null where the line opens nothing that a later one could close. */
  static openedBy(line: string): JsonDocument | null {
    const document = new JsonDocument(line.trimStart().startsWith('{'));
    return document.add(line) === 'open' ? document : null;
  }

  /** `closed`: every bracket has its counterpart. `broken`: this cannot be a part of a document. */
  add(line: string): 'open' | 'closed' | 'broken' {
    this.lines.push(line);
    this.#size += line.length;
    const change = depthChange(line);
    if (change === null || this.#size > LARGEST_DOCUMENT) return 'broken';
    this.#depth += change;
    if (this.#depth < 0) return 'broken';
    return this.#depth === 0 ? 'closed' : 'open';
  }

  text(): string {
    return this.lines.join('\n');
  }
}

/** Brackets opened less brackets closed, outside of strings; null where a string does not end on its line, which JSON does not allow. */
function depthChange(line: string): number | null {
  let depth = 0;
  for (let at = 0; at < line.length; at += 1) {
    const char = line[at];
    if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') depth -= 1;
    else if (char === '"') {
      at = endOfString(line, at);
      if (at === -1) return null;
    }
  }
  return depth;
}

function endOfString(line: string, opening: number): number {
  for (let at = opening + 1; at < line.length; at += 1) {
    if (line[at] === '\\') at += 1;
    else if (line[at] === '"') return at;
  }
  return -1;
}
