// The saved views of the console: views and questions with a name, in one document for each person and each token.
// Nobody sees the document of another.
import { type Fault, faultAt, tooLong } from '../contract/faults.ts';
import { SAVED_VIEWS } from '../contract/limits.ts';
import { isObject, parseStrictJson } from '../contract/request/strict-json.ts';
import type { SavedViewsTable } from '../store/saved-views.ts';
import { type Access, isUnproven } from './access.ts';

/** `version`: 0 until something was kept. `items`, `goals`: the console's own. */
type SavedViews = { readonly version: number; readonly items: readonly object[]; readonly goals?: object };

/** The owner of the document; `undefined` for a client without a name. A token is known by its name, so that one that
 * replaces it has the same document; a person by the provider's id, because two may have one name. */
export function ownerOf({ holder }: Access, issuer = ''): string | undefined {
  if (isUnproven(holder)) return undefined;
  if (holder === 'owner') return 'write token';
  return holder.kind === 'session' ? `person ${issuer} ${holder.subject}` : `${holder.kind} ${holder.name}`;
}

export async function readSavedViews(documents: SavedViewsTable, owner: string): Promise<SavedViews> {
  const row = await documents.get(owner);
  return row ? { version: row.version, ...JSON.parse(row.document) } : { version: 0, items: [] };
}

/** Writes the document if nobody has written since the version that it names. `false`: somebody has. */
export function writeSavedViews(
  documents: SavedViewsTable,
  owner: string,
  { version, ...rest }: SavedViews,
): Promise<boolean> {
  const document = JSON.stringify(rest);
  return version === 0
    ? documents.add({ owner, version: 1, document })
    : documents.change(owner, { version: version + 1, document }, { version });
}

export function parseSavedViews(text: string): { readonly views: SavedViews } | { readonly faults: readonly Fault[] } {
  if (Buffer.byteLength(text) > SAVED_VIEWS.bytes)
    return { faults: [wrong([], `All that is kept should take at most ${SAVED_VIEWS.bytes} bytes`)] };
  const { value, faults: unread } = parseStrictJson(text);
  if (unread.length > 0) return { faults: unread };
  if (!isObject(value)) return { faults: [wrong([], 'Input should be a JSON object')] };
  const { version, items, goals, ...others } = value;
  const faults = [
    ...Object.keys(others).map((name) => wrong([name], 'There is no such field: version, items, goals')),
    ...(Number.isSafeInteger(version) && (version as number) >= 0
      ? []
      : [wrong(['version'], 'Input should be the version that was read', version)]),
    ...(goals === undefined || isObject(goals) ? [] : [wrong(['goals'], 'Input should be a JSON object', goals)]),
    ...(Array.isArray(items) ? itemsFaults(items) : [wrong(['items'], 'Input should be a list', items)]),
  ];
  return faults.length > 0 ? { faults } : { views: value as unknown as SavedViews };
}

const wrong = (loc: readonly (string | number)[], msg: string, input: unknown = null): Fault => ({
  ...{ type: 'value_error', loc: ['body', ...loc], msg, input },
});

function itemsFaults(items: readonly unknown[]): Fault[] {
  if (items.length > SAVED_VIEWS.items) return [wrong(['items'], `At most ${SAVED_VIEWS.items} things can be kept`)];
  const names = new Set<unknown>();
  return items.flatMap((item, at) => {
    if (!isObject(item)) return [wrong(['items', at], 'Input should be a JSON object', item)];
    const { name } = item;
    const isTaken = names.has(name);
    names.add(name);
    return isTaken ? [wrong(['items', at, 'name'], 'Each name should be there once', name)] : itemFaults(item, at);
  });
}

/** Where a view is shown besides the page of all that is kept. */
const PLACES: readonly unknown[] = ['side', 'overview'];

/** `path`: an address of the console, with its query. */
function itemFaults({ name, path, pinned, ...others }: Record<string, unknown>, at: number): Fault[] {
  const place = (field: string) => ['items', at, field];
  const faults = Object.keys(others).map((each) => wrong(place(each), 'There is no such field: name, path, pinned'));
  if (typeof name !== 'string' || !NAME.test(name) || name.trim() !== name)
    faults.push(wrong(place('name'), 'Input should be a text of one line, without spaces around it', name));
  else if (name.length > SAVED_VIEWS.name)
    faults.push(faultAt(['body', ...place('name')], tooLong(SAVED_VIEWS.name), name));
  if (typeof path !== 'string' || !PATH.test(path))
    faults.push(wrong(place('path'), 'Input should be an address of the console, such as /console/employees', path));
  else if (path.length > SAVED_VIEWS.path)
    faults.push(faultAt(['body', ...place('path')], tooLong(SAVED_VIEWS.path), path));
  const isPinned = Array.isArray(pinned) && new Set(pinned).size === pinned.length;
  if (pinned !== undefined && !(isPinned && pinned.every((each) => PLACES.includes(each))))
    faults.push(wrong(place('pinned'), `Input should be a list of: ${PLACES.join(', ')}`, pinned));
  return faults;
}

const NAME = /^[^\p{Cc}]+$/u;
/** Nothing that a browser could take for another host, another page of the service (`..`), or a script. */
const PATH = /^\/(console(\/(?!\.{1,2}(\/|\?|$))[\w.-]+)*)?(\?[^#\s\\\p{Cc}]*)?$/u;
