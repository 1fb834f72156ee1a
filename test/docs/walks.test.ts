// The walks in ARCHITECTURE.md: every file and function that they name exists, and none of them is too long.
import { describe, expect, test } from 'bun:test';
import { repositoryFile } from '../harness/paths.ts';

const text = await Bun.file(repositoryFile('ARCHITECTURE.md')).text();

type Stop = { readonly file: string; readonly name: string };

/** The stops of one walk on one engine, from the table under its title. */
function stopsIn(title: string, column: 1 | 2): Stop[] {
  const section = text.slice(text.indexOf(`**${title}**`)).split(/\n\n(?=\*\*|##)/)[0]!;
  const rows = section.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| step'));
  return rows.flatMap((row) => {
    const cells = row.slice(2, -2).split(' | ');
    const cell = cells[column] === 'the same' ? cells[1]! : cells[column]!;
    if (cell.startsWith('none: ')) return [];
    return cell.split(' → ').map((stop) => {
      const [, file, name] = /^`([\w/.-]+\.ts)` `(\w+)`$/.exec(stop) ?? [];
      expect([stop, file, name]).toEqual([stop, expect.any(String), expect.any(String)]);
      return { file: file!, name: name! };
    });
  });
}

const engines = [
  ['SQLite', 1],
  ['PostgreSQL', 2],
] as const;

describe.each(engines)('on %s', (_, column) => {
  const list = stopsIn('A filtered list', column);
  const replaced = new Set(['listStatement', 'splitCursor']);
  const search = [...list.filter(({ name }) => !replaced.has(name)), ...stopsIn('The same with search', column)];
  const create = stopsIn('A create', column);

  test.each([
    ['a filtered list', list, 18],
    ['a list with search', search, 23],
    ['a create', create, 18],
  ])('%s takes few files', (_, stops, most) => {
    const files = new Set(stops.map(({ file }) => file));
    expect(files.size).toBe(stops.length);
    expect(files.size).toBeGreaterThan(12);
    expect(files.size).toBeLessThanOrEqual(most);
  });

  test.each([...list, ...search, ...create])('$file has $name', async ({ file, name }) => {
    const source = await Bun.file(repositoryFile(`src/${file}`)).text();
    expect(source).toMatch(new RegExp(`^export (async )?(function\\*?|const) ${name}\\b`, 'm'));
  });
});
