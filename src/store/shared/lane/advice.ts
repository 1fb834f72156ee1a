// Advice to the client that asked a long question: how it would be cheaper.
import type { Selection } from '../../../contract/request/list-query.ts';

const FAR = 10_000;

type AdvisedQuery = Selection & { readonly sort?: readonly unknown[]; readonly offset: number };

export function adviceOn({ sort = [], conditions, terms, offset }: AdvisedQuery): string {
  const advice = [
    ...(sort.length > 1 ? ['sort by one field'] : []),
    ...(sort.length === 1 && conditions.length + terms.length > 0 ? ['leave out the order'] : []),
    ...(conditions.some((each) => 'value' in each) ? ['ask for a smaller range'] : []),
    ...(conditions.length > 1 ? ['filter by fewer fields or by a rarer value'] : []),
    ...(terms.length > 0 ? ['search for longer or rarer words'] : []),
    ...(offset > FAR ? ['go on from the last id with id[gt] instead of a large offset'] : []),
  ];
  return advice.length === 0 ? 'Ask for less at a time.' : `It would be cheaper to ${alternatives.format(advice)}.`;
}

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });
