// What a tool is, and how much it may answer at once.
import type { Json } from '../contract/documents/schemas.ts';
import type { Send } from './ask.ts';

export type Tool<Input = unknown> = {
  readonly title: string;
  /** For the model that chooses among the tools. */
  readonly about: string;
  /** JSON Schema of what it takes; a call that does not fit gets no further. */
  readonly input: Json;
  readonly writes?: true;
  call(input: Input, send: Send): Promise<Json>;
};

export const object = (properties: Json, required: readonly string[] = []): Json => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

/** Characters of records in one answer: a model has to read them all. */
export const MOST_CHARACTERS = 100_000;

/** As many of the records as fit, and one in any case. */
export function fitting(records: readonly Json[], most: number): readonly Json[] {
  let left = most;
  const fits = records.findIndex((record, i) => {
    left -= JSON.stringify(record).length;
    return left < 0 && i > 0;
  });
  return fits < 0 ? records : records.slice(0, fits);
}
