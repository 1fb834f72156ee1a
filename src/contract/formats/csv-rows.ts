// Reads CSV (RFC 4180) from blocks of text: rows of cells, each with the number of its first line. A block may end
// anywhere, also within a row. Line breaks are CR LF or LF. Empty lines are skipped. Other files than ours have other
// delimiters.

/** An empty cell is `null`, unless it is quoted. */
export type CsvRow = {
  readonly line: number;
  /** The number of lines in the file. */
  readonly lines: number;
  readonly cells: (string | null)[];
  /** How it breaks the rules of CSV. */
  readonly fault?: string;
};

const [LF, QUOTE] = [10, 34];

/** `decoded` makes the final text of a cell. `delimiter` is one character. */
export function csvReader(decoded = (text: string): string => text, delimiter = ',') {
  const mark = delimiter.charCodeAt(0);
  let [rest, line] = ['', 1];
  return {
    /** Gives the rows that end in this block. */
    take(block: string, isLast: boolean): CsvRow[] {
      const text = rest + block;
      const rows: CsvRow[] = [];
      let at = 0;
      while (at < text.length) {
        const end = text.indexOf('\n', at);
        if (end < 0 && !isLast) break;
        const whole = withoutReturn(text.slice(at, end < 0 ? text.length : end));
        if (!whole.includes('"')) {
          if (whole !== '') rows.push({ line, lines: 1, cells: plainCells(whole, delimiter) });
          line += 1;
          at = end < 0 ? text.length : end + 1;
          continue;
        }
        const row = quotedRow(text, at, isLast, mark);
        if (!row) break;
        rows.push({ line, lines: row.lines, cells: row.cells, ...(row.fault && { fault: row.fault }) });
        line += row.lines;
        at = row.next;
      }
      rest = text.slice(at);
      for (const { cells } of rows) for (let i = 0; i < cells.length; i++) if (cells[i]) cells[i] = decoded(cells[i]!);
      return rows;
    },
    /** The length of the text that is not yet a whole row, and its first line. */
    waiting: (): { readonly length: number; readonly line: number } => ({ length: rest.length, line }),
  };
}

const withoutReturn = (text: string): string => (text.endsWith('\r') ? text.slice(0, -1) : text);

function plainCells(line: string, delimiter: string): (string | null)[] {
  const cells: (string | null)[] = line.split(delimiter);
  for (let i = 0; i < cells.length; i++) if (cells[i] === '') cells[i] = null;
  return cells;
}

type Quoted = { cells: (string | null)[]; lines: number; next: number; fault?: string };
type Cell = { readonly value: string | null; readonly next: number; readonly fault?: string };

/** A row with quotes. `undefined` when the text ends before the row does. */
function quotedRow(text: string, from: number, isLast: boolean, mark: number): Quoted | undefined {
  const row: Quoted = { cells: [], lines: 1, next: from };
  for (let at = from; ; ) {
    const cell = text.charCodeAt(at) === QUOTE ? quotedCell(text, at, mark) : plainCell(text, at, mark);
    if (!isLast && cell.next >= text.length) return undefined;
    row.cells.push(cell.value);
    if (cell.fault) row.fault ??= cell.fault;
    const isOver = text.charCodeAt(cell.next) !== mark;
    at = cell.next + 1;
    if (isOver) {
      row.next = Math.min(text.length, at);
      for (let end = text.indexOf('\n', from); end >= 0 && end < row.next - 1; end = text.indexOf('\n', end + 1))
        row.lines += 1;
      return row;
    }
  }
}

/** Ends at a delimiter or at the end of the line. */
function plainCell(text: string, from: number, mark: number): Cell {
  const next = cellEnd(text, from, mark);
  const isLineEnd = text.charCodeAt(next) !== mark;
  const value = isLineEnd ? withoutReturn(text.slice(from, next)) : text.slice(from, next);
  if (!value.includes('"')) return { value: value === '' ? null : value, next };
  return { value, next, fault: 'A quote stands in a cell that does not begin with one; put the cell in quotes' };
}

function quotedCell(text: string, from: number, mark: number): Cell {
  let [value, start] = ['', from + 1];
  for (;;) {
    const close = text.indexOf('"', start);
    if (close < 0) return { value, next: text.length, fault: 'A cell begins with a quote that is never closed' };
    value += text.slice(start, close);
    if (text.charCodeAt(close + 1) === QUOTE) {
      value += '"';
      start = close + 2;
      continue;
    }
    const next = cellEnd(text, close + 1, mark);
    const between = text.slice(close + 1, next);
    if (between === '' || (between === '\r' && text.charCodeAt(next) !== mark)) return { value, next };
    return { value, next, fault: 'Text follows the closing quote of a cell; write a quote within a cell twice' };
  }
}

function cellEnd(text: string, from: number, mark: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === mark || character === LF) break;
  }
  return at;
}
