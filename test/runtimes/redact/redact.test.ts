import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor, LONGEST_ERROR } from '../../../src/runtimes/redact/redact.js';
import { LOOK_ALIKES, SECRETS } from './corpus.js';

const redactor = createRedactor([]);

describe('a secret', () => {
  it('is known in at least eighty shapes, beside at least forty things that are none', () => {
    expect(SECRETS.length).toBeGreaterThanOrEqual(80);
    expect(LOOK_ALIKES.length).toBeGreaterThanOrEqual(40);
  });

  it('goes, alone and inside other text', () => {
    for (const [what, text, secret] of SECRETS) {
      expect(text, what).toContain(secret);
      expect(redactor.text(text), what).not.toContain(secret);
      expect(redactor.text(`it failed:\n${text}\nand more`), what).not.toContain(secret);
    }
  });

  it('goes, as a text in JSON in JSON', () => {
    const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
    for (const [what, text, secret] of SECRETS) {
      const clean = redactor.text(JSON.stringify({ body: JSON.stringify({ message: text }) }));
      expect(clean, what).not.toContain(inJson(inJson(secret)));
    }
  });

  it('leaves no half behind where the text is cut', () => {
    for (const [what, text, secret] of SECRETS) {
      for (let lead = LONGEST_ERROR - text.length - 2; lead <= LONGEST_ERROR; lead += 5) {
        const clean = redactor.error(`${'. '.repeat(lead / 2)}\n${text}\n${'after '.repeat(50)}`);
        expect(clean.length).toBeLessThanOrEqual(LONGEST_ERROR);
        expect(clean, what).not.toContain(secret.slice(0, 12));
      }
    }
  });

  it('stays away when the text is cleaned again', () => {
    for (const [what, text] of SECRETS) {
      const once = redactor.text(text);
      expect(redactor.text(once), what).toBe(once);
    }
  });
});

describe('what only looks like a secret', () => {
  it('survives, alone and inside other text', () => {
    for (const text of LOOK_ALIKES) {
      expect(redactor.text(text)).toBe(text);
      expect(redactor.text(`before\n${text}\nafter`)).toBe(`before\n${text}\nafter`);
    }
  });

  it('is any sentence of words', () => {
    const word = fc.stringMatching(/^[a-z]{1,9}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 30 }), (words) => {
        const text = words.join(' ');
        expect(redactor.text(text)).toBe(text);
      }),
    );
  });
});

describe('the values of a channel', () => {
  it('go wherever they stand, also as written in JSON and in URLs, whatever they look like', () => {
    const { text, known } = createRedactor(['plain words', 'a"b/c=d e']);
    expect(text('said plain words twice: plain words')).toBe('said [redacted] twice: [redacted]');
    expect(known(JSON.stringify({ x: 'a"b/c=d e' }))).toBe('{"x":"[redacted]"}');
    expect(known('?q=a%22b%2Fc%3Dd%20e')).toBe('?q=[redacted]');
  });

  it('are left where they are too short to be secrets', () => {
    expect(createRedactor(['1', 'true']).text('1 is true')).toBe('1 is true');
  });

  it('go first as a whole where one holds another', () => {
    expect(createRedactor(['abcdefgh', 'abcdefghijkl']).known('abcdefghijkl')).toBe('[redacted]');
  });
});

describe('a value', () => {
  it('loses everything under the name of a secret, and keeps counts', () => {
    expect(
      redactor.value({
        headers: { Authorization: 'x', 'X-Api-Key': ['y', 'z'], accept: 'text/plain' },
        credentials: { user: 'u', password: 1234 },
        usage: { input_tokens: 12, token: 7 },
        command: ['sh', '-c', 'echo API_KEY=abc'],
        none: null,
      }),
    ).toEqual({
      headers: { Authorization: '[redacted]', 'X-Api-Key': ['[redacted]', '[redacted]'], accept: 'text/plain' },
      credentials: { user: '[redacted]', password: 1234 },
      usage: { input_tokens: 12, token: 7 },
      command: ['sh', '-c', 'echo API_KEY=[redacted]'],
      none: null,
    });
  });
});

it('a text of megabytes is cleaned in the time that reading it takes', () => {
  const line = `${'abcdefghijklmnopqrstuvwxyz0123456789+/'.repeat(130_000)} token=abcdef`;
  const begun = performance.now();
  expect(redactor.text(line).endsWith('token=[redacted]')).toBe(true);
  expect(performance.now() - begun).toBeLessThan(5_000);
});
