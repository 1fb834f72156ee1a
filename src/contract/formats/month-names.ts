// Names of months in several languages, long and short, as the runtime knows them. A name that is another month in
// another language is not known; English comes first.

const LOCALES = 'en en-GB de fr es it pt nl sv da nb fi pl cs sk hr sl hu ro tr ru uk el'.split(' ');

let cached: ReadonlyMap<string, number> | undefined;

/** 1 to 12; `undefined` where the text is no month, or not certainly one. */
export function monthNamed(name: string): number | undefined {
  cached ??= names();
  return cached.get(keyOf(name));
}

const keyOf = (name: string): string => name.normalize('NFC').toLowerCase().replace(/\.$/, '');

function names(): Map<string, number> {
  const [found, doubtful] = [new Map<string, { month: number; isEnglish: boolean }>(), new Set<string>()];
  for (const [locale, name, month] of allNames()) {
    const before = found.get(name);
    if (!before) found.set(name, { month, isEnglish: locale.startsWith('en') });
    else if (before.month !== month && !before.isEnglish) doubtful.add(name);
  }
  return new Map([...found].filter(([name]) => !doubtful.has(name)).map(([name, { month }]) => [name, month]));
}

/** With a day beside it, a month has another ending in some languages. */
function* allNames(): Generator<[locale: string, name: string, month: number]> {
  for (const locale of LOCALES)
    for (const month of ['long', 'short'] as const)
      for (const beside of [{}, { day: 'numeric' }] as const) {
        const format = new Intl.DateTimeFormat(locale, { month, timeZone: 'UTC', ...beside });
        for (let i = 0; i < 12; i++) {
          const parts = format.formatToParts(Date.UTC(2025, i, 5));
          const name = keyOf(parts.find(({ type }) => type === 'month')?.value ?? '');
          if (/^\p{L}{3,}$/u.test(name)) yield [locale, name, i + 1];
        }
      }
}
