// The description and the requirements of a job, composed of sentences for its department, level and place, in the
// languages of the place.

import type { Random } from '../random.ts';
import type { Job } from '../shapes.ts';
import type { AdWords } from './ads/ad-words.ts';
import { de } from './ads/de.ts';
import { en } from './ads/en.ts';
import { fr } from './ads/fr.ts';
import type { Place } from './places.ts';

type Opening = Pick<Job, 'dept' | 'level' | 'place' | 'type' | 'policy' | 'stages'>;

const LANGUAGES: Readonly<Record<string, AdWords>> = { en, de, fr };
const wordsFor = ({ locales }: Place): AdWords[] => locales.map((locale) => LANGUAGES[locale.slice(0, 2)]!);

const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');
const among = <T>(list: readonly T[], chosen: readonly number[]): T[] => chosen.map((at) => list[at]!);

/** What is said is chosen once, so that it is the same in every language. All lists are as long as the English ones. */
export function description({ dept, level, place, type, policy, stages }: Opening, random: Random): string {
  const one = (list: readonly string[]) => random.int(0, list.length - 1);
  const some = (list: readonly string[], count: number) => random.sample([...list.keys()], count);
  const { mission, duties } = en.departments[dept.name]!;
  const chosen = { mission: one(mission), duties: some(duties, 4), way: one(en.ways), offers: some(en.offers, 3) };
  const closing = one(en.closing);

  const text = (words: AdWords): string => {
    const own = words.departments[dept.name]!;
    const where = words.policies[policy]!.replace('{city}', place.city);
    return [
      `${own.mission[chosen.mission]} ${words.scope[level]}`,
      `${words.headings.duties}\n${bullets(among(own.duties, chosen.duties))}`,
      [where, words.contracts[type], words.ways[chosen.way]].filter(Boolean).join(' '),
      `${words.headings.offers}\n${bullets(among(words.offers, chosen.offers))}`,
      `${words.headings.steps}\n${bullets(stages.flatMap((stage) => words.steps[stage] ?? []))}`,
      words.closing[closing],
    ].join('\n\n');
  };
  const [first, ...others] = wordsFor(place) as [AdWords, ...AdWords[]];
  return [text(first), ...others.flatMap((words) => [words.follows, text(words)])].join('\n\n');
}

export function requirements({ dept, level, place }: Opening, random: Random): string {
  const skills = random.sample(dept.skills, 2);
  const needs = random.sample([...en.departments[dept.name]!.needs.keys()], 3);

  const text = (words: AdWords): string => {
    const [one, two] = skills.map((skill) => words.skills[skill] ?? skill) as [string, string];
    const knowledge = (level < 2 ? words.interest : words.mastery).replace('{one}', one).replace('{two}', two);
    return bullets([words.experience[level]!, knowledge, ...among(words.departments[dept.name]!.needs, needs)]);
  };
  const [first, ...others] = wordsFor(place) as [AdWords, ...AdWords[]];
  return [text(first), ...others.map((words) => `${words.headings.needs}\n${text(words)}`)].join('\n\n');
}
