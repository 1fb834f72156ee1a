// The columns of a sheet: their names, how wide they are, and which of them have dates. The kind of a field decides its
// width.
import type { Field } from '../../../catalogue/resource.ts';

/** `width` counts characters. */
export type SheetColumn = { readonly name: string; readonly width: number; readonly isDate: boolean };

const WIDTHS: Readonly<Record<string, number>> = {
  id: 10,
  reference: 10,
  count: 10,
  flag: 8,
  number: 12,
  amount: 14,
  word: 16,
  date: 21,
  locale: 10,
  colour: 12,
  prose: 60,
  url: 40,
  json: 40,
};
const OTHER = 24;

/** `field`: the field of its values; `undefined` where they are counts or measures. */
export const sheetColumn = (name: string, field: Field | undefined): SheetColumn => ({
  name,
  width: Math.max(field ? (WIDTHS[field.kindName] ?? OTHER) : WIDTHS.number!, Math.min(name.length + 2, OTHER)),
  isDate: field?.kindName === 'date',
});

/** A column with days that are no values of a field. */
export const dayColumn = (name: string): SheetColumn => ({ name, width: 12, isDate: true });

/** A column with texts that are no values of a field, such as addresses. */
export const textColumn = (name: string): SheetColumn => ({ name, width: OTHER, isDate: false });

/** A column with sentences that are no values of a field. */
export const proseColumn = (name: string): SheetColumn => ({ name, width: WIDTHS.prose!, isDate: false });
