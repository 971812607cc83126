// Single values of params and projects. Each gives null where the value is missing, and throws BadInputError where it is of another kind.
import { BadInputError } from './errors.js';

export type Fields = Readonly<Record<string, unknown>>;

export function textField(fields: Fields, key: string): string | null {
  const value = fields[key];
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string' || value.includes('\0'))
    throw new BadInputError(`${key} 必须是文本`, `${key} must be text`);
  return value;
}

/** Numbers, and texts that are one. */
export function numberField(fields: Fields, key: string, range: { min?: number; max?: number } = {}): number | null {
  const value = fields[key];
  if (value === undefined || value === null || value === '') return null;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = range;
  if (typeof number !== 'number' || !Number.isFinite(number) || number < min || number > max) {
    const from = range.min === undefined ? ['', ''] : [`，不小于 ${range.min}`, ` from ${range.min}`];
    const to = range.max === undefined ? ['', ''] : [`，不大于 ${range.max}`, ` up to ${range.max}`];
    throw new BadInputError(`${key} 必须是数字${from[0]}${to[0]}`, `${key} must be a number${from[1]}${to[1]}`);
  }
  return number;
}

/** A command: a list of words, no shell. */
export function commandField(fields: Fields, key: string): readonly string[] | null {
  const value = fields[key];
  if (value === undefined || value === null) return null;
  if (!isCommand(value)) {
    throw new BadInputError(
      `${key} 必须是逐词写出的列表，例如 ["npm", "test"]`,
      `${key} must be a list of words, such as ["npm", "test"]`,
    );
  }
  return value;
}

function isCommand(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((word) => typeof word === 'string' && !word.includes('\0')) &&
    value[0] !== ''
  );
}
