// What the cards of the overview work out: the order of stages, and who is away on a day.
import { resourceNamed } from '../../data/catalogue.ts';
import type { DataRecord, Groups } from '../../data/records.ts';

/** The order of the stages that the catalogue names; others come after them. */
export function inOrder(groups: Groups['data']): Groups['data'] {
  const words = resourceNamed('applications')?.fields.find(({ name }) => name === 'stage')?.words ?? [];
  const at = (stage: unknown) => (words.indexOf(String(stage)) + words.length + 1) % (words.length + 1);
  return [...groups].sort((one, other) => at(one.group.stage) - at(other.group.stage));
}

/** Both ends of a leave are days of it; without an end it goes on. */
export const isOut = (record: DataRecord, day: string): boolean =>
  String(record.from_date).slice(0, 10) <= day &&
  (record.to_date === null || String(record.to_date).slice(0, 10) >= day);
