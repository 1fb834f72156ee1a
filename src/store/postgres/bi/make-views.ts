// Makes the views for reports, where they are not those of this version and its private fields, and lets the role
// workforce_bi read them. What others have granted stays, and so does what others have made of the views. A migration
// does not fail because of them: records can be served without reports.
import { log } from '../../../log/log.ts';
import type { Model } from '../../shared/model.ts';
import { quoted } from '../../shared/schema.ts';
import type { Query } from '../connection/connection.ts';
import { isAnswered } from '../connection/errors.ts';
import { lockMeta } from '../connection/meta.ts';
import type { Server } from '../connection/server.ts';
import { actualPrint, printOf, stateOf } from './state.ts';
import { BI, type Column, type View, viewName, viewsOf } from './views.ts';

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** How long a start waits for a report that is being read, or for an import. */
const LOCK_TIMEOUT = '3s';

/** At every start, in one question where nothing has changed. A user who may not change tables leaves the views to
 * their owner. Where they cannot be changed just now, the next start tries again. */
export async function renewViews(server: Server, model: Model): Promise<void> {
  if (await areLeft(server.query, model)) return;
  try {
    await server.transaction(async (query) => {
      await query('SET LOCAL statement_timeout = 0');
      await query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
      await lockMeta(query);
      // Another process may have made them while this one waited for the lock.
      if (await areLeft(query, model)) return;
      const hindrance = await makeViews(query, model);
      if (hindrance !== undefined) sayHindrance(hindrance);
    });
  } catch (error) {
    if (!isAnswered(error)) throw error;
    log.warning(
      `The views for reports are those of another version: they could not be replaced (${(error as Error).message}).`,
    );
  }
}

async function areLeft(query: Query, model: Model): Promise<boolean> {
  const { isOwner, role, prints } = await stateOf(query, model);
  return !isOwner || (role !== 'lacks' && prints.startsWith(`${printOf(model)} `));
}

export const sayHindrance = (hindrance: string): void =>
  log.warning(`There are no views for reports: ${hindrance}. Then run "workforce migrate".`);

/** In a transaction, behind the lock. Returns why they cannot be made. */
export async function makeViews(query: Query, model: Model): Promise<string | undefined> {
  const { owner, isOther, hasSchema, hindrance, role } = await stateOf(query, model);
  if (hindrance !== undefined) return hindrance;
  if (!hasSchema) await query(`CREATE SCHEMA ${BI} AUTHORIZATION ${quoted(owner)}`);
  // The views read with the rights of their owner: those of a superuser would be too many.
  if (isOther) await query(`SET LOCAL ROLE ${quoted(owner)}`);
  if (role === 'lacks') await query(`GRANT USAGE ON SCHEMA ${BI} TO ${BI}`);
  const made = [];
  for (const view of viewsOf(model)) made.push(await makeView(query, view, role));
  // Where columns had to be kept, the next start tries again.
  const prints = `${made.every((isWhole) => isWhole) ? printOf(model) : 'kept'} ${await actualPrint(query, model)}`;
  await query(`COMMENT ON SCHEMA ${BI} IS ${literal(`Records for reports, made by "workforce migrate" (${prints})`)}`);
  return undefined;
}

/** Returns whether it has no other columns than it should. */
async function makeView(query: Query, view: View, role: 'none' | 'granted' | 'lacks'): Promise<boolean> {
  const before = await columnsThere(query, view);
  const isNew = before.length === 0;
  const grants = isNew ? [] : await grantsOn(query, view);
  const users = isNew ? '' : await drop(query, view);
  const columns = users === '' ? view.columns : [...before.map((each) => kept(each, view)), ...added(before, view)];
  const selected = columns.map(({ name, sql }) => `${sql} AS ${quoted(name)}`).join(',\n  ');
  await query(`CREATE OR REPLACE VIEW ${viewName(view)} AS SELECT\n  ${selected}\nFROM ${view.from}`);
  const comments = columns.map(
    ({ name, about }) => `COMMENT ON COLUMN ${viewName(view)}.${quoted(name)} IS ${literal(about)}`,
  );
  const mayRead = role === 'lacks' || (role === 'granted' && isNew);
  await query(
    `DO ${literal(
      `BEGIN ${[
        `COMMENT ON VIEW ${viewName(view)} IS ${literal(view.about)}`,
        ...comments,
        ...grants,
        ...(mayRead ? [`GRANT SELECT ON ${viewName(view)} TO ${BI}`] : []),
      ].join('; ')}; END`,
    )}`,
  );
  const empty = columns.filter((column) => !view.columns.includes(column)).map(({ name }) => name);
  if (empty.length > 0)
    log.warning(
      `${BI}.${view.name} keeps ${empty.join(', ')}, without values, because of what others have made of it (${users.replaceAll('\n', ', ')}): drop that, then run "workforce migrate".`,
    );
  return empty.length === 0;
}

type There = Pick<Column, 'name' | 'type'>;

async function columnsThere(query: Query, view: View): Promise<There[]> {
  const rows = await query(
    `SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute
     WHERE attrelid = to_regclass($1) AND attnum > 0 ORDER BY attnum`,
    [viewName(view)],
  );
  return rows.map(([name, type]) => ({ name: name!.toString(), type: type!.toString() }));
}

/** What the owner has granted on the view and on its columns, as statements. */
async function grantsOn(query: Query, view: View): Promise<string[]> {
  const rows = await query(
    `SELECT format('GRANT %s%s ON ${viewName(view)} TO %s%s', privilege_type, columns,
       CASE WHEN grantee = 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END,
       CASE WHEN is_grantable THEN ' WITH GRANT OPTION' ELSE '' END)
     FROM (SELECT '' AS columns, relacl AS acl, relowner AS owner FROM pg_class WHERE oid = to_regclass($1)
       UNION ALL SELECT format('(%I)', attname), attacl, relowner FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
       WHERE attrelid = to_regclass($1) AND attname = ANY (string_to_array($2, ' '))) AS granted, aclexplode(acl)
     WHERE grantee <> owner`,
    [viewName(view), view.columns.map(({ name }) => name).join(' ')],
  );
  return rows.map(([statement]) => statement!.toString());
}

/** Returns what has been made of the view, in which case it stays. The driver ends a transaction in which a statement
 * has failed, so the failure is caught on the server. */
async function drop(query: Query, view: View): Promise<string> {
  await query(
    `DO ${literal(`DECLARE users TEXT := ''; BEGIN
    BEGIN DROP VIEW ${viewName(view)};
    EXCEPTION WHEN dependent_objects_still_exist THEN GET STACKED DIAGNOSTICS users = PG_EXCEPTION_DETAIL; END;
    PERFORM set_config('workforce.users', users, true); END`)}`,
  );
  const [row] = await query("SELECT current_setting('workforce.users')");
  return row![0]!.toString();
}

/** A column can neither go nor get another type while others use the view. It has no values then: they may be private
 * by now. */
const kept = ({ name, type }: There, view: View): Column =>
  view.columns.find((column) => column.name === name && column.type === type) ?? {
    name,
    type,
    sql: `NULL::${type}${type === 'text' ? ' COLLATE "C"' : ''}`,
    about: 'No longer here.',
  };

const added = (before: readonly There[], view: View): Column[] =>
  view.columns.filter(({ name }) => !before.some((each) => each.name === name));
