// What `q` means: case is ignored in any script, no character is special, and every word has to be somewhere in the
// record.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { folded } from '../../src/store/shared/record-text.ts';
import { eitherEngine } from '../harness/databases.ts';
import { fc } from '../harness/random/fc.ts';
import { type Service, startService } from '../harness/service.ts';

describe.each(eitherEngine)('on the %s database', (engine) => {
  const organizations = catalogue.find(({ name }) => name === 'organizations')!;
  const names = [
    'Café Ébène',
    'σοφός',
    'Θεσσαλία',
    'Straße 100%',
    'GROẞE Übung',
    'Ünïcödé_Ltd',
    'ИВАН Петров',
    'İstanbul',
    'Ümit_A*B',
    '日本 株式会社',
    'O\'Brien "Bob" & Sons',
    'naïve ﬁn',
    'Ξενοφών Ώρα',
    'emoji 👩‍🔬 lab',
    'مرحبا بالعالم',
    'a\\b %_',
    'tab\tand\nline',
  ];

  let service: Service;
  beforeAll(async () => {
    service = await startService({ engine, filled: false });
    for (const [i, name] of names.entries()) await service.store.create(organizations, { name, slug: `s${i}` });
  });
  afterAll(() => service.stop());

  async function found(q: string): Promise<string[]> {
    const { data, meta } = await (await fetch(`${service.url}/api/v1/organizations?q=${encodeURIComponent(q)}`)).json();
    expect(meta.total).toBe(data.length);
    return data.map(({ name }: { name: string }) => name);
  }

  const cases: [string, string[]][] = [
    ['É', ['Café Ébène', 'Ünïcödé_Ltd']],
    ['cafe\u0301', ['Café Ébène']],
    ['ΣΟΦΟΣ', ['σοφός']],
    ['σοφοσ', ['σοφός']],
    ['ΘΕΣ', ['Θεσσαλία']],
    ['strasse', ['Straße 100%']],
    ['GROSSE übung', ['GROẞE Übung']],
    ['петров ИВАН', ['ИВАН Петров']],
    ['株式', ['日本 株式会社']],
    ['FIN', ['naïve ﬁn']],
    ['ξενοφων', ['Ξενοφών Ώρα']],
    ['👩‍🔬', ['emoji 👩‍🔬 lab']],
    ['مرحبا', ['مرحبا بالعالم']],
    ['100%', ['Straße 100%']],
    ['%', ['Straße 100%', 'a\\b %_']],
    ['_', ['Ünïcödé_Ltd', 'Ümit_A*B', 'a\\b %_']],
    ['*', ['Ümit_A*B']],
    ['"bob"', ['O\'Brien "Bob" & Sons']],
    ["o'brien AND", []],
    ['tab line', ['tab\tand\nline']],
  ];

  test.each(cases)('q=%s', async (q, expected) => {
    expect(await found(q)).toEqual(expected);
  });

  test('q searches text fields only: not dates, JSON documents or ids', async () => {
    await service.store.create(organizations, { name: 'Plain', slug: 'plain', settings_json: '{"hidden":"needle"}' });
    expect(await found('needle')).toEqual([]);
    expect(await found(`plain ${new Date().getUTCFullYear()}-`)).toEqual([]);
    expect(await found('plain utc en')).toEqual(['Plain']);
  });

  test('a term never matches across two fields', async () => {
    await service.store.create(organizations, { name: 'Endof', slug: 'startof' });
    expect(await found('endofstartof')).toEqual([]);
    expect(await found('endof startof')).toEqual(['Endof']);
  });

  test('folding twice changes nothing, and folding removes case', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(folded(folded(text))).toBe(folded(text));
        expect(folded(text.normalize('NFD'))).toBe(folded(text));
        expect(folded(text.toUpperCase())).toBe(folded(text.toLowerCase().toUpperCase()));
      }),
      { numRuns: 2000 },
    );
  });
});
