const MAX_BLOCKS = 100;
const MAX_LINES = 6;

interface Block {
  name: string;
  lines: string[];
  /** Blanks after the first `E`. */
  indent?: number;
  file?: string;
  line?: number;
}

interface Found {
  name: string;
  file?: string | undefined;
  line?: number | undefined;
  message: string;
}

/** The failures of one pytest session: the blocks of FAILURES and ERRORS, named by the lines of the short summary. */
export class PytestBlocks {
  readonly #blocks: Block[] = [];
  readonly #summary: { kind: string; id: string; message: string }[] = [];
  #open: Block | null = null;
  /** A file could not be collected. */
  collecting = false;

  feed(line: string): void {
    const header = /^_{2,} (.{1,400}?) _{2,}$/.exec(line)?.[1];
    if (header !== undefined) {
      if (header.startsWith('ERROR collecting ')) this.collecting = true;
      this.#open = this.#blocks.length < MAX_BLOCKS ? { name: header, lines: [] } : null;
      if (this.#open) this.#blocks.push(this.#open);
      return;
    }
    if (!this.#open) return;
    const error = /^E( +)(.*)$/.exec(line);
    if (error?.[1] && this.#open.lines.length < MAX_LINES) {
      this.#open.indent ??= error[1].length;
      this.#open.lines.push(`${error[1].slice(this.#open.indent)}${error[2] ?? ''}`);
    }
    const at = /^(\S.{0,500}?):(\d{1,9}): ?(?:[A-Za-z].*)?$/.exec(line);
    if (at?.[1] && at[2]) {
      this.#open.file = at[1];
      this.#open.line = Number(at[2]);
    }
  }

  endBlock(): void {
    this.#open = null;
  }

  summary(line: string): void {
    const match = /^(FAILED|ERROR|SUBFAIL(?:ED)?) (.{1,800}?)(?: - (.*))?$/.exec(line);
    if (!match?.[1] || !match[2] || this.#summary.length >= MAX_BLOCKS) return;
    this.#summary.push({ kind: match[1], id: match[2], message: match[3] ?? '' });
  }

  finish(): Found[] {
    if (this.#summary.length === 0) {
      return this.#blocks.map(({ name, file, line, lines }) => ({ name, file, line, message: lines.join('\n') }));
    }
    return this.#summary.map(({ kind, id, message }) => {
      const [file = id, ...rest] = id.split('::');
      const test = rest.join('.');
      const wanted =
        kind !== 'ERROR'
          ? [test]
          : [`ERROR at setup of ${test}`, `ERROR at teardown of ${test}`, `ERROR collecting ${file}`];
      const at = this.#blocks.findIndex((block) => wanted.includes(block.name));
      const block = at < 0 ? undefined : this.#blocks.splice(at, 1)[0];
      const text = block?.lines.join('\n') || message;
      return {
        name: rest.length > 0 ? rest.join('::') : id,
        file,
        line: block?.file === file ? block.line : undefined,
        message: text,
      };
    });
  }
}
