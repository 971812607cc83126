import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exponential } from '../../src/policy/exponential.js';

describe('the exponential', () => {
  it('is the usual one to within 1e-14', () => {
    fc.assert(
      fc.property(fc.double({ min: -600, max: 600, noNaN: true }), (x) => {
        expect(Math.abs(exponential(x) / Math.exp(x) - 1)).toBeLessThan(1e-14);
      }),
    );
  });

  it('gives fixed bits, whatever the engine', () => {
    const bits = [-700, -13.37, -1, -1e-9, 0, 0.5, 1, 2.25, 88.8].map((x) =>
      Buffer.from(Float64Array.of(exponential(x)).buffer).toString('hex'),
    );
    expect(bits).toMatchInlineSnapshot(`
      [
        "7f30b90f2b4fd100",
        "f412ba57ad31ba3e",
        "38ef2c36568bd73f",
        "a18f76ffffffef3f",
        "000000000000f03f",
        "9c061e8e2961fa3f",
        "6a57148b0abf0540",
        "817ef482b8f92240",
        "8afc066c9048f147",
      ]
    `);
  });
});
