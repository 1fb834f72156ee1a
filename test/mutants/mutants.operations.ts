// The mutants of small sources.
import { expect, test } from 'bun:test';
import { mutantsOf, withMutant } from './operators.ts';
import { instrumented, type Part } from './reach.ts';
import { syntaxOf } from './syntax.ts';

const made: readonly (readonly [source: string, mutants: readonly string[]])[] = [
  ['f = a < 3;', ['f = a <= 3;', 'f = a >= 3;', 'f = a < 4;', ';']],
  ['const f = a === "b";', ['const f = a !== "b";', 'const f = a === "b~";']],
  ['const f = a && !b;', ['const f = a || !b;', 'const f = a && b;']],
  ['const f = a ?? b;', ['const f = a;']],
  ['const f = (a + b) * 2;', ['const f = (a - b) * 2;', 'const f = (a + b) / 2;', 'const f = (a + b) * 3;']],
  ['const f = a.some(b);', ['const f = a.every(b);']],
  ['const f = { a: true };', ['const f = { a: false };']],
  ['a(b, c);', ['a(c, b);', ';']],
  ['await a(() => 1, c);', ['await a(() => 2, c);', ';']],
  ['a.toString(); a++;', ['; a++;', 'a.toString(); ;']],
  ['while (a) b = c;', ['while (false) b = c;', 'while (a) ;']],
  ['for (; a; ) delete b.c;', ['for (; false; ) delete b.c;', 'for (; a; ) ;']],
  [
    'function f() { if (a) { b(); return; } }',
    [
      'function f() { if (true) { b(); return; } }',
      'function f() { if (false) { b(); return; } }',
      'function f() { if (a) { ; return; } }',
      'function f() { if (a) { b(); ; } }',
    ],
  ],
  ['switch (a) { case "b": }', ['switch (a) { case "b~": }']],
  [
    'const f = a ? <b c={1}>{d || e}</b> : g;',
    ['true', 'false'].map((is) => `const f = ${is} ? <b c={1}>{d || e}</b> : g;`),
  ],
];
/** Types, imports, comments, logs, styles, texts for people, and what is as good otherwise. */
const left = [
  'import { a } from "b"; export { c } from "d";',
  'type A = B extends true ? 1 : "x"; interface C { d: false }',
  'function f<A extends 1>(a: 2 | true): a is 3 {}',
  '// a < b && c\n/* if (d) e(); */',
  'log.warning(a ? b : c); console.error(1); logCause(a, b);',
  'const f = { about: a ? "b" : "c", title: 1 };',
  'const f = <p className={a && b} style={{ c: 1 }} x={-160}>1 &lt; 2</p>;',
  'const LIMIT = 1000; const rows = [[1, "a"]]; timer.unref(); clearTimeout(timer);',
  'throw new SomeError(a ? 1 : 2);',
  'const f = "a" + b + ` c`;',
];

const texts = new Map([...made.map(([text]) => text), ...left].map((text, at) => [`${at}.tsx`, text]));
const trees = [...(await syntaxOf(texts))];
const all = trees.map(([file, tree]) => mutantsOf(file, tree));
const transpiler = new Bun.Transpiler({ loader: 'tsx' });

test.each(made.map(([source, mutants], at) => [source, mutants, at] as const))('%s', (source, mutants, at) => {
  const texts = all[at]!.map((each) => withMutant(source, each));
  expect(texts.toSorted()).toEqual(expect.arrayContaining(mutants.toSorted()));
  for (const each of texts) expect(() => transpiler.transformSync(each)).not.toThrow();
});

test('nothing else is touched', () => {
  expect(all.slice(made.length).flat()).toEqual([]);
});

test('what tells what is reached leaves a source as it behaves', () => {
  for (const [file, tree] of trees) {
    const parts: Part[] = [];
    const text = instrumented(file, tree, parts, 'x');
    expect(parts.filter((_, at) => !text.includes(`$reached[${at}]`))).toEqual([]);
    expect(() => transpiler.transformSync(text)).not.toThrow();
  }
});
