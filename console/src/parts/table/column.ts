// A column of a table.
import type { ComponentChildren } from 'preact';
import type { DataRecord } from '../../data/records.ts';

export type Column = {
  readonly name: string;
  readonly title: string;
  readonly width: number;
  /** How narrow it becomes where there is no room; as wide as `width` unless it is said. */
  readonly least?: number;
  readonly isNumber?: boolean;
  readonly cell: (record: DataRecord) => ComponentChildren;
  /** What the cell says, for copying. */
  readonly text?: (record: DataRecord) => string;
  /** The number in the cell, for sums. Only those of the same unit are added up. */
  readonly amount?: (record: DataRecord) => Amount | undefined;
};

/** `unit` is empty where it is a mere number. */
export type Amount = { readonly value: number; readonly unit: string };
