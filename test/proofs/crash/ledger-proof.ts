// Compares what the service answers with the ledger: every acknowledged record is there once, byte for byte, in its
// list and alone; nothing that was refused is; and `workforce doctor` finds nothing.
import { expect } from 'bun:test';
import { run } from '../../harness/command.ts';
import { type Ledger, markerFields } from './create-ledger.ts';

export type Proof = {
  readonly acknowledged: number;
  readonly lost: number;
  readonly duplicated: number;
  readonly resent: number;
  readonly replayed: number;
  readonly refused: number;
  readonly unknown: number;
  /** How many of the unknown ones are stored. */
  readonly unknownStored: number;
};

/** The records of a resource with a marker of this run, as they are answered one by one. */
async function recordsOf(url: string, resource: string, prefix: string) {
  const path = `/api/v1/${resource}`;
  const found: { marker: string; text: string; location: string }[] = [];
  for (let offset = 0, total = 1; offset < total; offset += 200) {
    const page = await (await fetch(`${url}${path}?limit=200&offset=${offset}`)).text();
    const { data, meta } = JSON.parse(page);
    total = meta.total;
    const texts = await Promise.all(
      data.map(async ({ id }: { id: number }) => (await fetch(`${url}${path}/${id}`)).text()),
    );
    expect(page).toBe(`{"data":[${texts.join(',')}],"meta":${JSON.stringify(meta)}}`);
    for (const [i, text] of texts.entries()) {
      const marker = data[i][markerFields[resource]!];
      if (String(marker).startsWith(prefix)) found.push({ marker, text, location: `${path}/${data[i].id}` });
    }
    expect(data.length).toBe(Math.min(200, total - offset));
  }
  return found;
}

/** `url`: of the service. All clients have stopped. */
export async function proveLedger(url: string, ledger: Ledger): Promise<Proof> {
  expect(ledger.faults).toEqual([]);
  const stored = new Map<string, { text: string; location: string; times: number }>();
  for (const resource of Object.keys(markerFields)) {
    for (const { marker, ...record } of await recordsOf(url, resource, `${ledger.run}-`))
      stored.set(marker, { ...record, times: (stored.get(marker)?.times ?? 0) + 1 });
  }
  const lost = [...ledger.acknowledged].filter(([marker, { body, location }]) => {
    const record = stored.get(marker);
    return record?.text !== body || record.location !== location;
  });
  expect(lost).toEqual([]);
  const duplicated = [...stored].filter(([, { times }]) => times > 1);
  expect(duplicated).toEqual([]);
  const unacknowledged = [...stored].filter(([marker]) => !ledger.acknowledged.has(marker));
  expect(unacknowledged.filter(([marker]) => !ledger.unknown.has(marker))).toEqual([]);
  for (const [marker, { text }] of unacknowledged)
    expect(JSON.parse(text)).toMatchObject(ledger.unknown.get(marker)!.values);
  return {
    acknowledged: ledger.acknowledged.size,
    lost: lost.length,
    duplicated: duplicated.length,
    resent: ledger.counts.resent,
    replayed: ledger.counts.replayed,
    refused: ledger.refused.size,
    unknown: ledger.unknown.size,
    unknownStored: unacknowledged.length,
  };
}

export async function expectHealthy(data: string): Promise<void> {
  const { stdout, stderr, code } = await run(['doctor'], { WORKFORCE_DATA: data });
  expect([stderr, code]).toEqual(['', 0]);
  expect(stdout).toStartWith('All is well');
}
