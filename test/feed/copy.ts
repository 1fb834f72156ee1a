// A reader of the changes feed that keeps a copy, as the guide says, and notes what it was told.
import { expect } from 'bun:test';

export type Entry = {
  cursor: string;
  resource: string;
  id: number;
  kind: 'created' | 'updated' | 'erased';
  at: string;
  record: Record<string, unknown> | null;
};

export type ChangePage = { data: Entry[]; meta: { cursor: string; up_to_date: boolean; limit: number } };

export class Copy {
  /** By resource and id. */
  readonly records = new Map<string, Record<string, unknown>>();
  readonly entries: Entry[] = [];
  cursor: string | undefined;

  constructor(
    readonly url: string,
    readonly parameters = '',
    readonly headers: Record<string, string> = {},
  ) {}

  async page(more = ''): Promise<ChangePage> {
    const after = this.cursor === undefined ? '' : `after=${encodeURIComponent(this.cursor)}&`;
    const response = await fetch(`${this.url}/api/v1/changes?${after}${this.parameters}${more}`, {
      headers: this.headers,
    });
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    return (await response.json()) as ChangePage;
  }

  /** Reads to the end. */
  async follow(): Promise<void> {
    for (;;) {
      const { data, meta } = await this.page();
      for (const entry of data) this.take(entry);
      this.cursor = meta.cursor;
      if (meta.up_to_date) return;
    }
  }

  take(entry: Entry): void {
    this.entries.push(entry);
    const key = `${entry.resource}/${entry.id}`;
    if (entry.record === null) this.records.delete(key);
    else {
      expect(entry.record.id).toBe(entry.id);
      this.records.set(key, entry.record);
    }
  }

  /** A record is created where there is none, and nothing else happens where there is none: an import may give an
   * erased id again. Records of the snapshot count as created; of one that was erased while the snapshot was read, only
   * that is told. */
  checkOrder(): void {
    const state = new Map<string, string>();
    for (const { resource, id, kind } of this.entries) {
      const key = `${resource}/${id}`;
      const before = state.get(key);
      if (kind === 'created') expect(`${key} ${before ?? 'erased'}`).toBe(`${key} erased`);
      else if (before !== undefined) expect(before).not.toBe('erased');
      state.set(key, kind);
    }
    expect(new Set(this.entries.map(({ cursor }) => cursor)).size).toBe(this.entries.length);
  }
}
