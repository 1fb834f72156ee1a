// The number of records of each resource for the caller, in one answer: a menu would otherwise send a request for each.
import { mayRead } from '../../access/access.ts';
import { BASE } from '../../contract/product.ts';
import { ignoredAmong, parametersIn } from '../../contract/request/parameters.ts';
import type { Awaitable } from '../../store/store.ts';
import { type Context, type Handler, whenReady } from '../context.ts';
import { checkParameters } from '../request/preferences.ts';
import { bodyHeaders, withNotes } from '../response/body.ts';
import { POSITION, recordHeaders } from '../response/headers.ts';

export const TOTALS = `${BASE}/v1/totals`;

/** The totals of a list are cheap; its records are not needed. */
const ANY = { terms: [], conditions: [], limit: 1, offset: 0 };

export function totals({ catalogue, store, varies, read }: Context): Handler {
  const headers = bodyHeaders(recordHeaders(read === 'token' ? varies : ''));
  return (request, location, caller) => {
    const { parameters, faults } = parametersIn(location.query);
    const ignored = ignoredAmong(
      parameters,
      () => false,
      () => [],
    );
    const notes = checkParameters(request, faults, ignored);
    const options = { position: request.headers.get(POSITION) ?? undefined, rows: caller.access.rows, asker: caller };
    const names = catalogue.filter((resource) => mayRead(caller.access, resource));
    const counted = inOrder(names, (resource) =>
      whenReady(store.list(resource, ANY, options), ({ total }) => [resource.name, total] as const),
    );
    return whenReady(counted, (data) => ({
      content: JSON.stringify({ data: Object.fromEntries(data) }),
      headers: withNotes(headers, notes),
    }));
  };
}

/** One after the other: it is one client's question. */
function inOrder<T, R>(items: readonly T[], ask: (item: T) => Awaitable<R>, done: readonly R[] = []): Awaitable<R[]> {
  const made = [...done];
  for (let at = done.length; at < items.length; at++) {
    const result = ask(items[at]!);
    if (result instanceof Promise) return result.then((each) => inOrder(items, ask, [...made, each]));
    made.push(result);
  }
  return made;
}
