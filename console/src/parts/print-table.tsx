// The rows of a long table on paper: all of them up to a bound, which is said. On a screen it is not seen.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { beforePrint, isPrinting } from '../app/printing.ts';
import { answerOnce } from '../data/answers.ts';
import type { DataRecord, Page } from '../data/records.ts';
import { counted, numberText } from '../data/words.ts';
import { say } from '../words/say.ts';

/** The most rows that are printed. */
export const MOST_PRINTED = 1000;
const PAGE = 200;

type Column = {
  readonly name: string;
  readonly title: string;
  readonly isNumber?: boolean;
  readonly cell: (record: DataRecord) => ComponentChildren;
};

type Props = {
  columns: readonly Column[];
  total: number;
  /** The path of the rows from `offset` on. */
  pathOf: (offset: number, limit: number) => string;
  /** Those that are there already: what is printed when there is no time to ask for more. */
  row: (index: number) => DataRecord | undefined;
};

export function PrintTable({ columns, total, pathOf, row }: Props) {
  const [loaded, setLoaded] = useState<readonly DataRecord[]>();
  const last = useRef({ total, pathOf });
  last.current = { total, pathOf };
  const load = async () => {
    const { total: all, pathOf: path } = last.current;
    const pages = Array.from({ length: Math.ceil(Math.min(all, MOST_PRINTED) / PAGE) }, (_, page) =>
      answerOnce<Page>(path(page * PAGE, PAGE)),
    );
    // What cannot be asked now is printed as far as it is known.
    const rows = await Promise.all(pages).then(
      (found) => found.flatMap(({ data }) => data),
      () => undefined,
    );
    setLoaded(rows);
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
  };
  useEffect(() => {
    const stop = beforePrint(load);
    const after = () => setLoaded(undefined);
    window.addEventListener('afterprint', after);
    return () => {
      stop();
      window.removeEventListener('afterprint', after);
    };
  }, []);
  const isOn = isPrinting.value;
  useEffect(() => {
    if (isOn && !loaded) void load();
  }, [isOn, pathOf, total]);
  if (!isOn && !loaded) return null;
  const rows = loaded ?? known(row, total);
  return (
    <div class="print-only">
      <p class="soft">{rowsText(rows.length, total)}</p>
      <table class="print-table">
        <thead>
          <tr>
            {columns.map(({ name, title, isNumber }) => (
              <th key={name} scope="col" class={isNumber ? 'number' : ''}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((record) => (
            <tr key={record.id}>
              {columns.map(({ name, isNumber, cell }) => (
                <td key={name} class={isNumber ? 'number' : ''}>
                  {cell(record)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const known = (row: Props['row'], total: number): DataRecord[] =>
  Array.from({ length: Math.min(total, MOST_PRINTED) }, (_, index) => row(index)).filter((each) => each !== undefined);

const rowsText = (count: number, total: number): string =>
  count >= total
    ? counted(total, 'row')
    : say('The first {n} of {total} rows', { n: numberText(count), total: numberText(total) });
