// Single values of params and projects. Each gives null where the value is missing, and throws BadInputError where it is of another kind.
import { BadInputError } from './errors.js';

export type Fields = Readonly<Record<string, unknown>>;

export function textField(fields: Fields, key: string): string | null {
  const value = fields[key];
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string' || value.includes('\0')) throw new BadInputError(`${key} must be text`);
  return value;
}

/** Numbers, and texts that are one. */
export function numberField(fields: Fields, key: string, range: { min?: number; max?: number } = {}): number | null {
  const value = fields[key];
  if (value === undefined || value === null || value === '') return null;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = range;
  if (typeof number !== 'number' || !Number.isFinite(number) || number < min || number > max) {
    const from = range.min === undefined ? '' : ` from ${range.min}`;
    const to = range.max === undefined ? '' : ` up to ${range.max}`;
    throw new BadInputError(`${key} must be a number${from}${to}`);
  }
  return number;
}

/** A command: a list of words, no shell. */
export function commandField(fields: Fields, key: string): readonly string[] | null {
  const value = fields[key];
  if (value === undefined || value === null) return null;
  if (!isCommand(value)) throw new BadInputError(`${key} must be a list of words, such as ["npm", "test"]`);
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
