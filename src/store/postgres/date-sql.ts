// Dates in SQL. Columns have them as texts (`2026-03-04`, perhaps with a time behind), and PostgreSQL's own dates know
// no year 0000, so everything is arithmetic on parts of these texts.

const part = (column: string, from: number, length: number): string =>
  `CAST(substr(${column}, ${from}, ${length}) AS INTEGER)`;

/** Days from 0000-03-01 to 1970-01-01, and those of 400 years. */
const EPOCH = 719_468 + 146_097;

/** Days from 1970-01-01 to a date, in the Gregorian calendar. */
export function dayNumberSql(column: string): string {
  const month = part(column, 6, 2);
  // The year begins in March, so that a leap day is its last. 400 more years, so that none is negative.
  const year = `(${part(column, 1, 4)} + CASE WHEN ${month} > 2 THEN 400 ELSE 399 END)`;
  const sinceMarch = `(${month} + CASE WHEN ${month} > 2 THEN -3 ELSE 9 END)`;
  return `(365 * ${year} + ${year} / 4 - ${year} / 100 + ${year} / 400 + (153 * ${sinceMarch} + 2) / 5 + ${part(column, 9, 2)} - 1 - ${EPOCH})`;
}

/** 1 is Monday, 7 is Sunday. */
export const weekdaySql = (column: string): string => `((${dayNumberSql(column)} + ${7 * EPOCH + 3}) % 7 + 1)`;
