// Records that a metric leaves out, each with the reason, so that no number is silent about them: records without a
// date that it needs, dates that contradict each other, and words that it does not know.
import type { Value } from '../catalogue/kinds.ts';
import { countText } from '../contract/limits.ts';
import type { Asked } from './asked.ts';
import type { LeftOut, Population, Where } from './figures.ts';
import type { Excluded } from './metric.ts';

/** Without groups. What has no record is not mentioned. */
export async function excludedBy(asked: Asked, some: readonly LeftOut[]): Promise<Excluded[]> {
  const excluded: Excluded[] = [];
  for (const each of some) {
    const found = 'field' in each ? await unknownWords(asked, each) : await all(asked, each);
    if (found && found.count > 0) excluded.push(found);
  }
  return excluded;
}

async function all(asked: Asked, { reason, of }: { reason: string; of: Population }): Promise<Excluded> {
  const answer = await asked.ask(of, [], []);
  return { reason, count: answer.count([]), rows: answer.rows([]) };
}

/** Words that are named, and words in an address. Of more, the address says which words it is not. */
const NAMED = 5;
const IN_ADDRESS = 50;

/** Which words there are is known without a look at the records, so a metric pays for this only where there are
 * others. */
async function unknownWords(
  asked: Asked,
  { of, field }: { of: Population; field: string },
): Promise<Excluded | undefined> {
  const known = asked.wordsOf(of.resource, field);
  const everywhere = await asked.ask({ resource: of.resource, where: [], isWhole: true }, [], [field]);
  const others = everywhere.keys
    .map(([word]) => word!)
    .filter((word) => word !== null && !known.includes(String(word)));
  if (others.length === 0) return undefined;
  const where: Where =
    others.length <= IN_ADDRESS ? [[field, others]] : [...known, null].map((word) => [`${field}[ne]`, word] as const);
  const answer = await asked.ask({ ...of, where: [...of.where, ...where] }, [], [field]);
  const counted = answer.keys.map(([word]) => ({ word: word!, count: answer.count([word!]) }));
  const total = counted.reduce((sum, { count }) => sum + count, 0);
  return {
    reason: `Their ${field} is none of ${known.join(', ')}: ${wordsText(counted)}.`,
    count: total,
    rows: asked.wholeAddress({ ...of, where: [...of.where, ...where] }),
  };
}

function wordsText(counted: readonly { readonly word: Value; readonly count: number }[]): string {
  const shown = counted.toSorted((a, b) => b.count - a.count || (String(a.word) < String(b.word) ? -1 : 1));
  const named = shown.slice(0, NAMED).map(({ word, count }) => `${JSON.stringify(word)} ${countText(count)}`);
  const rest = shown.length - named.length;
  return [...named, ...(rest > 0 ? [`${countText(rest)} more`] : [])].join(', ');
}

/** Of a list of values, so that a filter on the same field narrows it. */
const employees = (...where: Where): Population => ({ resource: 'employees', where });

export const NOT_JOINED = {
  reason: 'The day on which they joined is not known.',
  of: employees(['date_of_joining', [null]]),
} satisfies LeftOut;

export const LEFT_BEFORE_JOINING = {
  reason: 'They left before they joined, by their dates.',
  of: employees(['termination_date[before]', 'date_of_joining']),
} satisfies LeftOut;

export const LEFT_UNDATED = {
  reason: 'They have left, by their status, and their last day is not known.',
  of: employees(['status', ['terminated']], ['termination_date', [null]]),
} satisfies LeftOut;
