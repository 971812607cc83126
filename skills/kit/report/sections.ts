/** What a report is made of. All texts are escaped and cut to size by the page; give them as they are. */
export type Section = FactsSection | TableSection | BarsSection | LineSection | TextSection;

export type Tone = 'good' | 'bad' | 'warn' | 'plain';

/** Names and values, one below the other. */
export interface FactsSection {
  kind: 'facts';
  title?: string;
  facts: readonly { name: string; value: Cell; tone?: Tone }[];
}

export interface TableSection {
  kind: 'table';
  title?: string;
  columns: readonly string[];
  /** Numbers are set right-aligned. */
  rows: readonly (readonly Cell[])[];
  /** One per row. */
  tones?: readonly Tone[];
  /** How many rows there are besides those given. */
  left_out?: number;
}

/** Horizontal bars from 0. */
export interface BarsSection {
  kind: 'bars';
  title?: string;
  bars: readonly { name: string; value: number; text?: string; tone?: Tone }[];
  /** What a full bar stands for; default: the largest value. */
  max?: number;
  /** A mark on every bar, or on those named `of`. */
  limit?: { name: string; value: number; text?: string; of?: string };
}

/** Lines over a common x axis. At most 6 are drawn, each with at most 400 points: of many points the highest near each place. */
export interface LineSection {
  kind: 'line';
  title?: string;
  x: string;
  y: string;
  series: readonly { name: string; points: readonly (readonly [x: number, y: number])[] }[];
  /** A horizontal line. */
  limit?: { name: string; value: number };
}

/** `text` is prose; `output` keeps its line ends and is set in a fixed width. */
export interface TextSection {
  kind: 'text' | 'output';
  title?: string;
  text: string;
}

export type Cell = string | number | null;
