/** One line of TAP, by what it says. */
export type TapLine =
  | { kind: 'version' }
  | { kind: 'plan'; depth: number; planned: number }
  | {
      kind: 'point';
      depth: number;
      indent: number;
      ok: boolean;
      name: string;
      directive: 'skip' | 'todo' | null;
      opens: boolean;
    }
  | { kind: 'close'; depth: number }
  | { kind: 'yaml'; indent: number }
  | { kind: 'bail'; reason: string }
  | { kind: 'comment'; depth: number; text: string }
  | { kind: 'other' };

const POINT = /^( *)(not )?ok\b(?: +(\d{1,9}))?(?: +-)?(?: +(.*))?$/;

export function readTapLine(line: string): TapLine {
  const indent = line.length - line.trimStart().length;
  const text = line.slice(indent);
  // Most lines of most outputs are not TAP.
  if (!/^[on1B#}T-]/i.test(text)) return { kind: 'other' };
  // Subtests are indented by four.
  const depth = Math.min(Math.floor(indent / 4), 64);
  if (/^TAP version 1[34]\s*$/i.test(text)) return { kind: 'version' };
  const plan = /^1\.\.(\d{1,9})(?:\s*#.*)?\s*$/.exec(text);
  if (plan?.[1]) return { kind: 'plan', depth, planned: Number(plan[1]) };
  const bail = /^Bail out!\s*(.*)$/i.exec(text);
  if (bail) return { kind: 'bail', reason: (bail[1] ?? '').trim() };
  if (/^---\s*$/.test(text)) return { kind: 'yaml', indent };
  if (/^\}\s*$/.test(text)) return { kind: 'close', depth };
  const comment = /^# ?(.*)$/.exec(text);
  if (comment) return { kind: 'comment', depth, text: comment[1] ?? '' };
  const point = POINT.exec(line);
  // A bare `ok` is too common a word: a number or a dash must follow.
  if (point && (point[3] !== undefined || / (?:not )?ok +- /.test(` ${line}`))) {
    return { kind: 'point', depth, indent, ok: point[2] === undefined, ...readDescription(point[4] ?? '') };
  }
  return { kind: 'other' };
}

function readDescription(text: string): { name: string; directive: 'skip' | 'todo' | null; opens: boolean } {
  const opens = /\s?\{\s*$/.test(text);
  const body = opens ? text.replace(/\s?\{\s*$/, '') : text;
  const hash = /(?:^|[^\\])#/.exec(body);
  const at = hash ? hash.index + hash[0].length - 1 : body.length;
  const word = /^#\s*(skip|todo)/i.exec(body.slice(at))?.[1]?.toLowerCase();
  // What follows a `#` that is neither is part of the name, but for the times some runners put there.
  const name = word || /^#\s*time=/.test(body.slice(at)) ? body.slice(0, at) : body;
  return {
    name: name.replaceAll('\\#', '#').replaceAll('\\\\', '\\').trim(),
    directive: word === 'skip' || word === 'todo' ? word : null,
    opens,
  };
}
