// Files whose rows give references by names, codes or e-mail addresses instead of ids.
import type { Field, Resource } from '../../catalogue/resource.ts';
import type { Naming } from '../../contract/formats/column-target.ts';
import type { NumberedRow } from './row-checker.ts';

/** `names`: the texts that the row has instead of ids, by the field of the reference. */
export type NamedRow = NumberedRow & {
  readonly names?: Readonly<Record<string, string>>;
  /** The id that the source of the file gives to the record. */
  readonly sourceId?: string | undefined;
};

/** A reference of a file, and the field of the other record that its cells hold. */
export type NamedReference = {
  readonly field: Field;
  readonly target: Resource;
  readonly by: Naming;
  /** Whose ids they are, where it is found by the id of another system. */
  readonly source?: string | undefined;
};

export type NamedFile = {
  readonly resource: Resource;
  readonly references: readonly NamedReference[];
  /** The name of the system that gives its rows the ids in them, where they have some. */
  readonly source?: string | undefined;
  /** Reads the file from its beginning. */
  readonly rows: () => AsyncIterable<readonly NamedRow[]>;
};
