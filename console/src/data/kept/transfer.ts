// Brings in what is kept elsewhere: in a file, or in this browser.
import { say } from '../../words/say.ts';
import { NOTHING, parse } from './document.ts';
import { merge, type Outcome } from './edits.ts';
import { changeKept, keptHere, readHere, writeHere } from './kept.ts';

/** Adds the items of a file, and says what came of each. */
export async function readFile(text: string): Promise<Outcome> {
  const read = parse(text);
  if (!read) throw new Error(say('This is no file of kept views: it has no list of items.'));
  let outcome: Outcome = { added: [], changed: [], refused: [] };
  await changeKept((before) => {
    const { kept: next, ...rest } = merge(before, read);
    outcome = rest;
    return next;
  });
  return { ...outcome, refused: [...read.refused, ...outcome.refused] };
}

/** Moves what is in this browser to the service. What has no room there stays. */
export async function moveToService(): Promise<Outcome> {
  const here = readHere();
  let outcome: Outcome = { added: [], changed: [], refused: [] };
  await changeKept((before) => {
    const { kept: next, ...rest } = merge(before, here, { renames: true });
    outcome = rest;
    return next;
  });
  writeHere({ ...NOTHING, items: here.items.filter(({ name }) => outcome.refused.includes(name)) });
  keptHere.value = readHere();
  return outcome;
}
