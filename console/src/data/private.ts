// What whoever has given no token may not see: private fields, and more than the whole of metrics with one inside.
import { token } from './api.ts';
import { catalogue, type Field } from './catalogue.ts';

export const isLocked = (field: Field | undefined): boolean => field?.private === true && token.value === undefined;

/** Of such a metric there are rounded figures, without periods, groups, filters and records. */
export const isRestricted = (metric: string): boolean =>
  token.value === undefined &&
  catalogue.value.insights.some(({ name, private: isPrivate }) => name === metric && isPrivate);
