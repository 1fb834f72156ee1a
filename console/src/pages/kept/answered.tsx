// An answer inside a card: on its way, failed, or there.
import type { ComponentChildren } from 'preact';
import { parseQuery, type Query } from '../../data/query.ts';
import { Failure, Loading } from '../../parts/states.tsx';

export const queryOf = (path: string): Query => parseQuery(path.split('?')[1] ?? '');

type AnswerProps<T> = { answer: { data?: T; error?: Error }; children: (data: T) => ComponentChildren };

export function Answered<T>({ answer: { data, error }, children }: AnswerProps<T>) {
  if (data !== undefined) return <>{children(data)}</>;
  return error ? <Failure error={error} /> : <Loading lines={4} />;
}
