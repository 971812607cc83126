// Money is whole cents everywhere; only these two functions know about fractions.

/** `percent` of `cents`, rounded half up to whole cents. */
export function percentOf(cents, percent) {
  return Math.round((cents * percent) / 100);
}

/** 123456 → "1234.56" */
export function format(cents) {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}
