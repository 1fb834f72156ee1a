// `workforce doctor`: proves that what is kept about the records equals what a look at every record gives.
import { readSettings } from '../config.ts';
import { StoreError } from '../store/store.ts';
import type { Command } from './command.ts';
import { openStore } from './open-store.ts';
import { say } from './output.ts';

export const doctor: Command = { about: 'check the database: counts, search index, texts, references', run: examine };

async function examine(): Promise<void> {
  const settings = readSettings(process.env);
  const store = await openStore(settings);
  try {
    const counts = Object.entries(await store.counts());
    const findings = await store.audit();
    for (const finding of findings) say(finding);
    if (findings.length > 0) throw new StoreError(`The database has ${findings.length} faults.`);
    const total = counts.reduce((sum, [, count]) => sum + count, 0);
    say(`All is well: ${total.toLocaleString('en')} records; counts, search index, texts and references agree.`);
  } finally {
    await store.close();
  }
}
