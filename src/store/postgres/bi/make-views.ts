// Makes the views for reports, where they are not those of this version and its private fields, and lets the role
// workforce_bi read them. The comment on their schema has two prints: of their source, and of the result. What others
// have granted stays, and so does what others have made of the views. A migration does not fail because of them:
// records can be served without reports.
import { log } from '../../../log/log.ts';
import type { Findings } from '../../shared/audit/findings.ts';
import type { Model } from '../../shared/model.ts';
import { quoted } from '../../shared/schema.ts';
import { beginBulk, firstValue, type Query } from '../connection/connection.ts';
import { isAnswered } from '../connection/errors.ts';
import { lockMeta } from '../connection/meta.ts';
import type { Server } from '../connection/server.ts';
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
      await beginBulk(query);
      await query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
      await lockMeta(query);
      // Another process may have made them while this one waited for the lock.
      if (await areLeft(query, model)) return;
      await makeViewsIfPossible(query, model);
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

/** Where they cannot be made, the log says why. */
export async function makeViewsIfPossible(query: Query, model: Model): Promise<void> {
  const hindrance = await makeViews(query, model);
  if (hindrance !== undefined)
    log.warning(`There are no views for reports: ${hindrance}. Then run "workforce migrate".`);
}

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
  return (await firstValue(query, "SELECT current_setting('workforce.users')"))!;
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

type State = {
  /** Who owns the tables, and so the views. */
  readonly owner: string;
  readonly isOwner: boolean;
  /** It is not the owner itself who asks, but may act for it. */
  readonly isOther: boolean;
  readonly hasSchema: boolean;
  /** Why this user cannot make the views. */
  readonly hindrance: string | undefined;
  /** The role that may read the views: whether there is one, and whether it was let. */
  readonly role: 'none' | 'granted' | 'lacks';
  /** The prints of the comment: of the source of the views, and of the result. */
  readonly prints: string;
};

export async function stateOf(query: Query, { catalogue }: Model): Promise<State> {
  const [row] = await query(
    `SELECT pg_get_userbyid(relowner), pg_has_role(relowner, 'MEMBER')::text, current_database(),
       has_database_privilege(current_database(), 'CREATE')::text, pg_get_userbyid(nspowner),
       pg_has_role(relowner, nspowner, 'MEMBER')::text, obj_description(pg_namespace.oid, 'pg_namespace'),
       (relowner <> current_user::regrole)::text,
       (SELECT coalesce(has_schema_privilege(oid, pg_namespace.oid, 'USAGE'), FALSE)::text FROM pg_roles WHERE rolname = '${BI}')
     FROM pg_class LEFT JOIN pg_namespace ON nspname = '${BI}' WHERE pg_class.oid = to_regclass($1)`,
    [quoted(catalogue[0]!.table)],
  );
  const [owner = '', isOwner, database, mayCreate, schemaOwner, ownsSchema, comment, isOther, granted] = row!.map(
    (value) => value?.toString(),
  );
  const hasSchema = schemaOwner !== undefined;
  const hindrances: [boolean, string][] = [
    [isOwner !== 'true', `only ${owner}, who owns the tables, can make them`],
    [
      hasSchema && ownsSchema !== 'true',
      `the schema ${BI} belongs to ${schemaOwner}; have it dropped or given to ${owner}`,
    ],
    [
      !hasSchema && mayCreate !== 'true',
      `have a superuser run GRANT CREATE ON DATABASE ${quoted(database!)} TO ${quoted(owner)}`,
    ],
  ];
  return {
    owner,
    isOwner: isOwner === 'true',
    isOther: isOther === 'true',
    hasSchema,
    hindrance: hindrances.find(([isThere]) => isThere)?.[1],
    role: granted === undefined ? 'none' : granted === 'true' ? 'granted' : 'lacks',
    prints: / \((\w+ \w+)\)$/.exec(comment ?? '')?.[1] ?? '',
  };
}

/** The print of the wanted views. */
export const printOf = (model: Model): string => Bun.hash(JSON.stringify(viewsOf(model))).toString(36);

/** The print of the actual views: another one where somebody has changed or dropped one. */
async function actualPrint(query: Query, { catalogue }: Model): Promise<string> {
  const names = catalogue.map(({ table }) => `'${table}'`).join(', ');
  const print = await firstValue(
    query,
    `SELECT to_hex(hashtextextended(coalesce(string_agg(concat_ws(' ', relname, array_to_string(reloptions, ' '), ev_action::text,
       (SELECT string_agg(attname, ' ' ORDER BY attnum) FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0)),
       ' ' ORDER BY relname), ''), 0))
     FROM pg_class JOIN pg_rewrite ON ev_class = pg_class.oid
     WHERE relkind = 'v' AND relnamespace = to_regnamespace('${BI}') AND relname IN (${names})`,
  );
  return print!;
}

/** A schema that is not there, and that this user could not make, is no fault: the records are well without reports. */
export async function viewFindings(found: Findings, query: Query, model: Model): Promise<void> {
  const { hasSchema, hindrance, prints } = await stateOf(query, model);
  if (!hasSchema && hindrance !== undefined) return;
  if (prints === `${printOf(model)} ${await actualPrint(query, model)}`) return;
  found.add('view', undefined, `The views in ${BI} are not those of this version.`);
}
