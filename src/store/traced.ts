// The questions that handlers ask a store, as spans: which question, about which resource, by which fields. Never a
// value.
import type { Resource } from '../catalogue/resource.ts';
import type { AggregateQuery } from '../contract/request/aggregate-query.ts';
import type { ListQuery } from '../contract/request/list-query.ts';
import { type Attributes, traced } from '../trace/span.ts';
import type { Store } from './store.ts';

const QUESTIONS = ['list', 'stream', 'aggregate', 'get', 'check', 'create', 'marks', 'changes', 'counts'] as const;

export function tracedStore<S extends Store>(store: S): S {
  const questions = QUESTIONS.map((name) => {
    const ask = store[name] as (...parts: unknown[]) => unknown;
    return [name, (...parts: unknown[]) => traced(about(name, parts), () => ask(...parts))];
  });
  return { ...store, ...Object.fromEntries(questions) };
}

function about(question: string, [first, second]: readonly unknown[]): { name: string; attributes: Attributes } {
  const resource = first && typeof first === 'object' && 'fields' in first ? (first as Resource).name : undefined;
  return {
    name: resource ? `${question} ${resource}` : question,
    attributes: { 'workforce.question': question, 'workforce.resource': resource, ...askedBy(second) },
  };
}

function askedBy(query: unknown): Attributes {
  if (query === null || typeof query !== 'object' || !('conditions' in query)) return {};
  const { conditions, terms, limit, offset } = query as ListQuery | AggregateQuery;
  return {
    'workforce.filters': conditions.map(({ field }) => field.name),
    'workforce.words': terms.length,
    'workforce.sort': sortedBy(query as ListQuery | AggregateQuery),
    'workforce.limit': limit,
    'workforce.offset': offset,
  };
}

const sortedBy = (query: ListQuery | AggregateQuery): string[] =>
  'groups' in query
    ? query.sort.map(({ by, at }) => (by === 'group' ? query.groups : query.measures)[at]!.name)
    : (query.sort ?? []).map(({ field }) => field.name);
