// All pages of a list, up to some number of rows. The first page is asked again like every answer; then the rest is,
// too.
import { useEffect, useState } from 'preact/hooks';
import { answerOnce, useSteadyAnswer } from './answers.ts';

const PAGE = 200;

type Paged<T> = { readonly data: readonly T[]; readonly meta: { readonly total: number } };

export type Rows<T> = {
  readonly rows: readonly T[] | undefined;
  readonly total: number | undefined;
  /** The path that the rows belong to: while the next ones are loading, the one before. */
  readonly path: string | undefined;
  readonly isLoading: boolean;
  readonly error: Error | undefined;
  /** Parameters that mean nothing here. */
  readonly ignored: readonly string[];
};

const pagePath = (path: string, offset: number): string =>
  `${path}${path.includes('?') ? '&' : '?'}limit=${PAGE}${offset > 0 ? `&offset=${offset}` : ''}`;

/** The addresses of the pages, as they are asked. */
export const pagePaths = (path: string, total: number, most: number): string[] =>
  Array.from({ length: Math.max(1, Math.ceil(Math.min(total, most) / PAGE)) }, (_, page) =>
    pagePath(path, page * PAGE),
  );

export function usePages<T>(path: string | undefined, most: number): Rows<T> {
  const first = useSteadyAnswer<Paged<T>>(path === undefined ? undefined : pagePath(path, 0));
  const [shown, setShown] = useState<Omit<Rows<T>, 'isLoading' | 'ignored'>>({
    ...{ rows: undefined, total: undefined, path: undefined, error: undefined },
  });
  const { data, at, isOld } = first;
  useEffect(() => {
    if (!data || isOld || path === undefined) return;
    const abort = new AbortController();
    const { total } = data.meta;
    const load = async () => {
      const rest = pagePaths(path, total, most).slice(1);
      const pages = await Promise.all(rest.map((each) => answerOnce<Paged<T>>(each, abort.signal)));
      const rows = [data, ...pages].flatMap((page) => page.data);
      if (!abort.signal.aborted) setShown({ rows, total, path, error: undefined });
    };
    load().catch((error: Error) => {
      if (!abort.signal.aborted) setShown((known) => ({ ...known, error }));
    });
    return () => abort.abort();
  }, [data, at, isOld, path, most]);
  const error = (isOld ? undefined : first.error) ?? shown.error;
  return { ...shown, error, isLoading: shown.path !== path && !error, ignored: first.arrival?.ignored ?? [] };
}
