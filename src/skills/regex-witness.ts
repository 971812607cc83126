import type { RegexNode } from './regex-parse.js';

/** Letters that a part of a pattern is asked to match, one of each usual kind and script. */
export const LETTERS = [...'a0A _-./,:="中éαяあ가😀#\n'];
const LONGEST = 600;

/** Texts that a part of a pattern matches, made of a wanted letter wherever it fits. */
export class Witnesses {
  readonly #accepted = new Map<string, boolean>();

  of(node: RegexNode, letter: string): string {
    switch (node.kind) {
      case 'look':
        return '';
      case 'atom':
        return (
          [letter, ...LETTERS].find((char) => this.#accepts(node.source, char)) ??
          boundariesOf(node.source)
            .flatMap(withNeighbours)
            .find((char) => this.#accepts(node.source, char)) ??
          ''
        );
      case 'sequence':
        return node.items.map((item) => this.of(item, letter)).join('');
      case 'either': {
        const texts = node.options.map((option) => this.of(option, letter));
        return texts.find((text) => text.startsWith(letter)) ?? texts[0] ?? '';
      }
      case 'repeat':
        return this.of(node.inner, letter)
          .repeat(Math.min(Math.max(node.least, 1), 16))
          .slice(0, LONGEST);
    }
  }

  /** Every alternative of what is repeated, one after the other: `a`, `b` and `ab` overlap only so. */
  ofAll(node: RegexNode): string {
    switch (node.kind) {
      case 'either':
        return node.options.map((option) => this.ofAll(option)).join('');
      case 'sequence':
        return node.items.map((item) => this.ofAll(item)).join('');
      case 'repeat':
        return this.ofAll(node.inner);
      default:
        return this.of(node, '');
    }
  }

  #accepts(source: string, char: string): boolean {
    const key = `${char}${source}`;
    const known = this.#accepted.get(key);
    if (known !== undefined) return known;
    let accepted = false;
    try {
      accepted = new RegExp(`^(?:${source})$`, 'u').test(char);
    } catch {
      // A back reference has no meaning alone; what it repeats is attacked where it stands.
    }
    this.#accepted.set(key, accepted);
    return accepted;
  }
}

const CHARACTER =
  /\\u\{(?<braced>[0-9a-f]+)\}|\\u(?<lead>d[89ab][0-9a-f]{2})\\u(?<trail>d[c-f][0-9a-f]{2})|\\(?:u(?<four>[0-9a-f]{4})|x(?<two>[0-9a-f]{2}))|\\c(?<control>[a-z])|\\[pk](?:\{[^}]*\}|<[^>]*>)|\\[dwsb]|\\(?<escaped>.)|(?<plain>.)/gisu;
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', f: '\f', v: '\v', 0: '\0' };

/** The characters an atom names: the one it is, or those its class lists and the ends of its ranges. */
export function boundariesOf(source: string): string[] {
  return [...source.matchAll(CHARACTER)].flatMap(({ groups = {} }) => {
    const { braced, lead, trail, four, two, control, escaped, plain } = groups;
    if (lead !== undefined) return String.fromCharCode(Number.parseInt(lead, 16), Number.parseInt(trail ?? '', 16));
    const code = braced ?? four ?? two;
    if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
    if (control !== undefined) return String.fromCharCode(control.charCodeAt(0) % 32);
    if (escaped !== undefined) return CONTROLS[escaped] ?? escaped;
    return plain ?? [];
  });
}

/** Just outside a class that is negated there is a character that it takes. */
function withNeighbours(char: string): string[] {
  const code = char.codePointAt(0) ?? 0;
  return [code, code - 1, code + 1]
    .filter((one) => one >= 0 && one <= 0x10ffff)
    .map((one) => String.fromCodePoint(one));
}
