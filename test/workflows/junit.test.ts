import { describe, expect, it } from 'vitest';
import { readOutput } from './read-output.js';

function read(text: string, size?: number) {
  const run = readOutput({ stdout: text }, size).runs[0];
  if (!run) return null;
  const { total, passed, failed, skipped, errors } = run.counts;
  return {
    counts: [total, passed, failed, skipped, errors],
    complete: run.complete,
    notes: run.notes,
    failures: run.failures,
  };
}

const suite = (inside: string, attributes = '') =>
  `<?xml version="1.0"?>\n<testsuite${attributes}>${inside}</testsuite>\n`;

describe('JUnit XML', () => {
  it('counts cases by their outcome', () => {
    const cases =
      '<testcase name="a"/><testcase name="b"><failure message="1 &lt; 2">at x</failure></testcase>' +
      '<testcase name="c"><error type="Boom"/></testcase><testcase name="d"><skipped/></testcase>';
    expect(read(suite(cases))).toMatchObject({
      counts: [4, 1, 1, 1, 1],
      failures: [
        { name: 'b', message: '1 < 2' },
        { name: 'c', message: 'Boom' },
      ],
    });
  });

  it('a case with failures and errors is one red case', () => {
    expect(read(suite('<testcase name="a"><error/><failure/><failure/></testcase>'))?.counts).toEqual([1, 0, 1, 0, 0]);
  });

  it('reads file, line, class and CDATA', () => {
    const inside =
      '<testcase classname="cart.Totals" name="折扣" file="src/cart.py" line="7"><failure><![CDATA[AssertionError: <5>\n  at f (src/cart.py:7)]]></failure></testcase>';
    expect(read(suite(inside), 1)?.failures).toEqual([
      { name: 'cart.Totals › 折扣', file: 'src/cart.py', line: 7, message: 'AssertionError: <5>' },
    ]);
  });

  it('reruns that passed in the end, properties and captured output do not count', () => {
    const inside =
      '<properties><property name="x" value="y"/></properties><testcase name="a"><flakyFailure message="once"/><system-out><![CDATA[<failure/>]]></system-out></testcase>';
    expect(read(suite(inside))?.counts).toEqual([1, 1, 0, 0, 0]);
  });

  it('googletest marks what was not run', () => {
    expect(read(suite('<testcase name="a" status="notrun"/><testcase name="b" status="run"/>'))?.counts).toEqual([
      2, 1, 0, 1, 0,
    ]);
  });

  it('an error of a suite is red by itself', () => {
    expect(read(suite('<testcase name="a"/><error message="setup failed"/>', ' name="db"'))).toMatchObject({
      counts: [2, 1, 0, 0, 1],
      failures: [{ name: 'db', message: 'setup failed' }],
    });
  });

  it('a suite that claims more red cases than it lists is believed, and said', () => {
    const text = suite('<testcase name="a"/>', ' tests="3" failures="1" errors="1"');
    expect(read(text)).toMatchObject({
      counts: [3, 1, 2, 0, 0],
      notes: [{ code: 'summary_disagrees', summary: 2, counted: 0 }],
    });
  });

  it('totals without cases are believed', () => {
    expect(read('<testsuites tests="5" failures="0" errors="0" skipped="2"/>')?.counts).toEqual([5, 3, 0, 2, 0]);
  });

  it('claims that make no sense never make a count negative', () => {
    expect(read(suite('', ' tests="-4" failures="1e99" errors="NaN" skipped="7"'))?.counts.every((n) => n >= 0)).toBe(
      true,
    );
    expect(read(suite('', ' tests="1" failures="3" skipped="9"'))?.counts).toEqual([3, 0, 3, 0, 0]);
  });

  it('several documents are added up', () => {
    expect(read(suite('<testcase name="a"/>') + suite('<testcase name="b"/>'))?.counts).toEqual([2, 2, 0, 0, 0]);
  });

  it('lines before and after the document do not matter', () => {
    expect(read(`> test\n> runner\n\n${suite('<testcase name="a"/>')}done < 5 && ok\n`)?.counts).toEqual([
      1, 1, 0, 0, 0,
    ]);
  });

  it('a document that is cut is not complete', () => {
    const text = suite('<testcase name="a"/><testcase name="b"><failure>x</failure></testcase><testcase name="c"');
    expect(read(text.slice(0, -16))).toMatchObject({ counts: [2, 1, 1, 0, 0], complete: false });
  });

  it('no entity is expanded and nothing external is looked at', () => {
    const bomb = [
      '<?xml version="1.0"?>',
      '<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;"><!ENTITY x SYSTEM "file:///etc/passwd">]>',
      '<testsuite><testcase name="&lol2;&x;"><failure message="&x;&#65;&#x4e2d;&amp;&bogus;&#xFFFFFFFF;">&lol2;</failure></testcase></testsuite>',
    ].join('\n');
    expect(read(bomb, 1)?.failures).toEqual([{ name: '&lol2;&x;', message: '&x;A中&&bogus;&#xFFFFFFFF;' }]);
  });

  it.each([
    ['a very deep document', `<testsuite>${'<testsuite>'.repeat(50_000)}<testcase name="a"/>`],
    ['a very long attribute', suite(`<testcase name="${'x'.repeat(2_000_000)}"><failure/></testcase>`)],
    ['a tag without end', `<testsuite><testcase ${'a '.repeat(1_000_000)}`],
    ['attributes without values', suite(`<testcase ${'a='.repeat(500_000)}/>`)],
    ['very many attributes', suite(`<testcase ${'b="1" '.repeat(200_000)}/>`)],
    ['a long comment', suite(`<!--${'-'.repeat(2_000_000)}--><testcase name="a"/>`)],
    ['stray brackets', suite('a < b << c <<<testcase name="a"/>&&&;')],
  ])('%s is read in bounded time', (_what, text) => {
    const started = performance.now();
    const run = read(text, 65_536);
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(run?.failures.every((failure) => failure.name.length <= 300)).toBe(true);
  });

  it('other XML is not a report', () => {
    expect(read('<?xml version="1.0"?>\n<project><testcase name="a"/></project>')).toBeNull();
  });

  it('GB18030 text is read', () => {
    const bytes = Buffer.concat([
      Buffer.from('<testsuite><testcase name="'),
      Buffer.from([0xb9, 0xba, 0xce, 0xef, 0xb3, 0xb5]),
      Buffer.from('"><failure/></testcase></testsuite>\n'),
    ]);
    expect(readOutput({ stdout: bytes }, 1).runs[0]?.failures[0]?.name).toBe('购物车');
  });
});
