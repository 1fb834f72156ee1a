// The document of what is kept: changes that can be made again on a newer one, files, and what of them is refused.
import { describe, expect, test } from 'bun:test';
import {
  asName,
  type Item,
  itemAt,
  type Kept,
  MOST,
  NOTHING,
  parse,
  pinnedTo,
} from '../../console/src/data/kept/document.ts';
import { fileOf, freshName, keep, merge, move, pin, remove } from '../../console/src/data/kept/edits.ts';
import { parseSavedViews } from '../../src/access/saved-views.ts';
import { SAVED_VIEWS } from '../../src/contract/limits.ts';

const item = (name: string, more: Partial<Item> = {}): Item => ({ name, path: `/console/leave?q=${name}`, ...more });
const of = (...items: Item[]): Kept => ({ version: 3, items });
const names = ({ items }: Kept) => items.map(({ name }) => name).join();

describe('changes', () => {
  const abc = of(item('a'), item('b'), item('c'));

  test('a new one is the last, one of the same name takes its place, and so does one with another name', () => {
    expect(names(keep(item('d'))(abc))).toBe('a,b,c,d');
    expect(keep(item('b', { path: '/' }))(abc).items[1]).toEqual({ name: 'b', path: '/' });
    expect(names(keep(item('x'), 'b')(abc))).toBe('a,x,c');
    expect(names(keep(item('c'), 'a')(abc))).toBe('c,b');
    // Another tab has removed it meanwhile.
    expect(names(keep(item('x'), 'gone')(abc))).toBe('a,b,c,x');
  });

  test('moving, pinning and removing', () => {
    expect(['a', 'b', 'c', 'gone'].map((name) => names(move(name, 1)(abc)))).toEqual([
      'b,a,c',
      'a,c,b',
      'a,b,c',
      'a,b,c',
    ]);
    expect(names(move('a', -1)(abc))).toBe('a,b,c');
    expect(names(remove('b')(abc))).toBe('a,c');
    const pinned = pin('b', 'overview', true)(pin('b', 'side', true)(abc));
    expect([pinnedTo(pinned, 'side').map(({ name }) => name), pinned.items[1]!.pinned]).toEqual([
      ['b'],
      ['side', 'overview'],
    ]);
    expect(pin('b', 'side', false)(pin('b', 'overview', false)(pinned))).toEqual(abc);
  });

  test('two tabs that change the same document lose nothing, in either order', () => {
    const [one, other] = [keep(item('d')), remove('a')];
    expect([names(other(one(abc))), names(one(other(abc)))]).toEqual(['b,c,d', 'b,c,d']);
  });

  test('names are of one line, bounded and free', () => {
    expect(asName('  a \n b\u0007 ')).toBe('a b');
    expect(asName('x'.repeat(200)).length).toBe(MOST.name);
    expect(freshName('d', abc)).toBe('d');
    expect(freshName('a', of(item('a'), item('a 2')))).toBe('a 3');
    expect(freshName('x'.repeat(80), of(item('x'.repeat(80)))).length).toBeLessThanOrEqual(MOST.name);
    expect(itemAt(abc, '/console/leave?q=b')?.name).toBe('b');
  });
});

describe('files', () => {
  test('what is written is read again', () => {
    const all: Kept = {
      ...of(item('a', { pinned: ['side', 'overview'] }), item('b')),
      goals: { headcount: { '': 250 } },
    };
    expect(parse(fileOf(all))).toEqual({ items: [...all.items], goals: all.goals!, refused: [] });
  });

  test('what is no such file is told from an empty one', () => {
    expect(['', 'x', '[]', '{}', '{"items":1}', 'null'].map(parse)).toEqual(Array(6).fill(undefined));
    expect(parse('{"items":[]}')).toEqual({ items: [], refused: [] });
  });

  test('what the service would refuse is refused here, by name, and nothing else', () => {
    const paths = [
      '/',
      '/console',
      '/console/leave',
      '/console/insights/headcount?every=month',
      '/console/leave/1?a=%20',
    ];
    const wrong = [
      '',
      '//a.example',
      'https://a.example/',
      '/api/v1/leave',
      '/console/a#b',
      'javascript:x',
      '/console/ a',
      '/consoles',
    ];
    for (const path of [...paths, ...wrong]) {
      const text = JSON.stringify({ version: 0, items: [{ name: 'a', path }] });
      expect([path, parse(text)!.refused, 'views' in parseSavedViews(text)]).toEqual([
        path,
        wrong.includes(path) ? ['a'] : [],
        paths.includes(path),
      ]);
    }
    const odd = [
      { path: '/' },
      { name: 1, path: '/' },
      { name: ' a', path: '/' },
      3,
      { name: 'x'.repeat(81), path: '/' },
    ];
    expect(parse(JSON.stringify({ items: odd }))!.items).toEqual([]);
    expect(MOST).toEqual({ items: SAVED_VIEWS.items, name: SAVED_VIEWS.name, path: SAVED_VIEWS.path });
  });

  test('reading one adds and changes by name, and says so', () => {
    const before = of(item('a'), item('b'));
    const { kept, ...outcome } = merge(before, { items: [item('b', { path: '/' }), item('a'), item('c')] });
    expect([names(kept), kept.items[1]!.path, kept.version, outcome]).toEqual([
      'a,b,c',
      '/',
      3,
      { added: ['c'], changed: ['b'], refused: [] },
    ]);
  });

  test('what was in the browser replaces nothing on the service', () => {
    const { kept, added } = merge(
      of(item('a'), item('b')),
      of(item('a', { path: '/' }), item('b', { pinned: ['side'] })),
      {
        renames: true,
      },
    );
    expect([names(kept), added, kept.items[0]!.path]).toEqual(['a,b,a 2', ['a 2'], '/console/leave?q=a']);
  });

  test('goals of a file replace those that are kept, and those of the browser do not', () => {
    const [before, from] = [
      { ...of(), goals: { a: 1, b: 2 } },
      { items: [], goals: { b: 3, c: 4 } },
    ];
    expect(merge(before, from).kept.goals).toEqual({ a: 1, b: 3, c: 4 });
    expect(merge(before, from, { renames: true }).kept.goals).toEqual({ a: 1, b: 2, c: 4 });
    expect('goals' in merge(of(), { items: [] }).kept).toBe(false);
  });

  test('what has no room is refused', () => {
    const full = of(...Array.from({ length: MOST.items }, (_, n) => item(`n${n}`)));
    const { kept, ...outcome } = merge(full, { items: [item('n1', { path: '/' }), item('new')] });
    expect([kept.items.length, outcome]).toEqual([MOST.items, { added: [], changed: ['n1'], refused: ['new'] }]);
    expect(merge(NOTHING, { items: [] }).kept).toEqual(NOTHING);
  });
});
