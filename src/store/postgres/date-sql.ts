// Dates in SQL. Columns have them as texts (`2026-03-04`, perhaps with a time behind), and PostgreSQL's own dates know no year 0000, so
// everything is arithmetic on parts of these texts.

const part = (column: string, from: number, length: number): string =>
  `CAST(substr(${column}, ${from}, ${length}) AS INTEGER)`;

/** Days since the beginning of March of a year long ago, in the Gregorian calendar. */
export function dayNumberSql(column: string): string {
  const month = part(column, 6, 2);
  // The year begins in March, so that a leap day is its last. 400 more years, so that none is negative.
  const year = `(${part(column, 1, 4)} + CASE WHEN ${month} > 2 THEN 400 ELSE 399 END)`;
  const sinceMarch = `(${month} + CASE WHEN ${month} > 2 THEN -3 ELSE 9 END)`;
  return `(365 * ${year} + ${year} / 4 - ${year} / 100 + ${year} / 400 + (153 * ${sinceMarch} + 2) / 5 + ${part(column, 9, 2)} - 1)`;
}

/** 1 is Monday, 7 is Sunday. */
export const weekdaySql = (column: string): string => `((${dayNumberSql(column)} + 2) % 7 + 1)`;
