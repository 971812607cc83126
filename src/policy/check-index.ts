import type { Said } from '../errors/said.js';
import type { WholeIndex } from './index-layout.js';

/**
 * Why numbers of an index that belong together do not; null where they do. Few steps, since each cold start takes them: which
 * features the anchors name is looked at where a column is learnt against them.
 */
export function indexFault({ table, labels, stride, bias, anchors }: WholeIndex): Said | null {
  if (stride < labels.length) return fault('stride', '列宽');
  if (!bias.every(Number.isFinite)) return fault('bias', '偏置');
  if (!isTable(table)) return fault('table', '散列表');
  const { columns, starts, rows } = anchors;
  if (columns.some((column) => column >= labels.length)) return fault('anchors', '锚点');
  if (starts.some((start, at) => start > rows.length || start < (starts[at - 1] ?? 0))) return fault('anchors', '锚点');
  return null;
}

/**
 * Its length is a power of two, and a place is free, so that every search ends. The first free one is near: all of it is not read, and a row
 * beyond the features is passed over where it is found.
 */
function isTable(table: Uint32Array): boolean {
  const slots = table.length / 2;
  if (slots === 0 || (slots & (slots - 1)) !== 0) return false;
  for (let at = 1; at < table.length; at += 2) if (table[at] === 0) return true;
  return false;
}

function fault(en: string, zh: string): Said {
  return { en: `its ${en} is out of range`, zh: `它的${zh}超出范围` };
}
