// Reads CSV of the service with a parser of others: a missing value is null, and a text is without the apostrophe that
// keeps it from being a formula.
import { parse } from 'csv-parse/sync';
import { unguarded } from '../../src/contract/formats/csv.ts';

export const csvCells = (text: string): (string | null)[][] =>
  parse(text, {
    cast: (cell, { quoting }) => (cell === '' && !quoting ? null : unguarded(cell)),
  }) as unknown as (string | null)[][];
