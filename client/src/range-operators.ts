// What can stand in brackets behind a number or a date to compare it. Written by `npm run generate`.
/** With `_or_null`, missing values are found too. */
export type RangeOperator = 'gte' | 'gt' | 'lte' | 'lt' | 'gte_or_null' | 'gt_or_null' | 'lte_or_null' | 'lt_or_null';
