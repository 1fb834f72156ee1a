// `workforce erase RESOURCE ID…`: removes records for good. It lists the records that go and those that change, asks,
// and does it in one transaction.
import { existsSync, readdirSync } from 'node:fs';
import { catalogue } from '../../catalogue/catalogue.ts';
import { namesOf, type Resource } from '../../catalogue/resource.ts';
import { readSettings, type Settings } from '../../config.ts';
import { counted } from '../../contract/words.ts';
import { type ErasePlan, eraseRecords, planErasure } from '../../jobs/erase/erase-records.ts';
import { clearUploads } from '../../serve/uploads.ts';
import { commandActor } from '../command-actor.ts';
import type { Values } from '../options/command.ts';
import { CommandError, UsageError } from '../options/exit-codes.ts';
import { say } from '../terminal/output.ts';
import { withOwnDatabase } from '../with-database.ts';

const MOST_IDS = 20;

export async function erase(name: string, words: readonly string[], values: Values): Promise<void> {
  const resource = catalogue.find((each) => each.name === name)!;
  const ids = words.map((word) => idOf(word));
  const settings = readSettings(process.env);
  await withOwnDatabase(settings, async (database) => {
    const plan = await planErasure(database, catalogue, resource, ids);
    if (plan.missing.length > 0)
      throw new CommandError(
        'missing',
        `There is no ${resource.one} with the id ${plan.missing.join(', ')}; nothing was erased.`,
      );
    for (const line of linesOf(plan)) say(line);
    requireCascade(plan, values);
    await confirm(values);
    await clearUploads();
    await eraseRecords(database, catalogue, plan, commandActor(database));
    say(`Erased for good.${leftIn(settings)}`);
    if ([...plan.erased.keys()].some(namesOf))
      say('What is left is a digest of id, code and e-mail address, by which an import knows not to bring them back.');
  });
}

function idOf(word: string): number {
  const id = /^\d{1,16}$/.test(word) ? Number(word) : Number.NaN;
  if (Number.isSafeInteger(id)) return id;
  throw new UsageError(`"${word}" is no id; ids are whole numbers, such as 17.`);
}

function linesOf({ resource, ids, erased, cleared }: ErasePlan): string[] {
  const parts = [...erased].map(([owner, list]) => ({ owner, list: owner === resource ? rest(list, ids) : list }));
  return [
    `This erases ${named(resource, ids)}.`,
    ...parts.filter(({ list }) => list.length > 0).map(({ owner, list }) => `A part of it: ${named(owner, list)}.`),
    ...cleared.map((each) => `Loses its ${each.field.name}: ${named(each.resource, each.ids)}.`),
  ];
}

const rest = (list: readonly number[], ids: readonly number[]): number[] => list.filter((id) => !ids.includes(id));

function named({ one, many }: Resource, ids: readonly number[]): string {
  if (ids.length === 1) return `the ${one} ${ids[0]}`;
  const more = ids.length > MOST_IDS ? ', …' : '';
  return `${counted(ids.length, one, many)} (${ids.slice(0, MOST_IDS).join(', ')}${more})`;
}

function requireCascade({ resource, ids, erased }: ErasePlan, values: Values): void {
  const others = [...erased].some(([owner, list]) => owner !== resource || list.length > ids.length);
  if (others && values.cascade === undefined)
    throw new CommandError('failed', 'Other records are a part of it; nothing was erased. --cascade erases them too.');
}

async function confirm(values: Values): Promise<void> {
  if (values.yes !== undefined) return;
  if (!process.stdin.isTTY)
    throw new UsageError('Nobody can be asked here, so nothing was erased; --yes erases without asking.');
  process.stdout.write('It cannot be undone. Erase? (yes/no) ');
  for await (const line of console) {
    if (/^y(es)?$/i.test(line.trim())) return;
    break;
  }
  throw new CommandError('failed', 'Nothing was erased.');
}

/** The places that still have it, as far as they are known here. */
function leftIn({ databaseUrl, dataFolder }: Settings): string {
  if (databaseUrl !== undefined)
    return " Unused parts of the server's files, its log, replicas and backups may still hold it.";
  const copies = existsSync(dataFolder)
    ? readdirSync(dataFolder).filter((name) => /^workforce-before-.*\.db$/.test(name))
    : [];
  const beside =
    copies.length > 0 ? ` So does ${copies.join(', ')} beside the database: delete it if it must go there too.` : '';
  return ` Backups that were made before still hold it.${beside}`;
}
