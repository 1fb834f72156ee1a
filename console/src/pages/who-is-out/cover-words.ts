// How many of a group are away on a day, in words and as a shade.
import { numberText } from '../../data/words.ts';
import { say } from '../../words/say.ts';
import type { Cover, Group } from './away.ts';
import { fullDay, type Period } from './period.ts';

export const shareOf = ({ away }: Cover, { people }: Group): number => (people > 0 ? away / people : 0);

/** From 0, nobody, to 4, a fifth or more. */
export function shadeOf(share: number): number {
  if (share === 0) return 0;
  return [0.05, 0.1, 0.2].filter((least) => share >= least).length + 1;
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** `Monday 16 November: 3 of 53 away, 94 % are there`. */
export function coverText(cover: Cover, group: Group): string {
  const { away, requests } = cover;
  const values = {
    ...{
      day: fullDay(cover.day),
      n: numberText(away),
      people: numberText(group.people),
      requests: numberText(requests),
    },
    share: percent(Math.max(0, 1 - shareOf(cover, group))),
  };
  if (group.people === 0)
    return say(requests === away ? '{day}: {n} away' : '{day}: {n} away, {requests} requests', values);
  return say(
    requests === away
      ? '{day}: {n} of {people} away, {share} are there'
      : '{day}: {n} of {people} away, {share} are there, {requests} requests',
    values,
  );
}

/** In a month there is room for three digits. */
export const awayText = (away: number, { view }: Period): string =>
  view === 'week' || away < 1000 ? numberText(away) : `${(away / 1000).toFixed(away < 9950 ? 1 : 0)}k`;
