// The state of the views for reports, and their wanted state. The comment on their schema has two prints: of their
// source, and of the result.
import type { Findings } from '../../shared/audit/findings.ts';
import type { Model } from '../../shared/model.ts';
import { quoted } from '../../shared/schema.ts';
import type { Query } from '../connection/connection.ts';
import { BI, viewsOf } from './views.ts';

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
export async function actualPrint(query: Query, { catalogue }: Model): Promise<string> {
  const names = catalogue.map(({ table }) => `'${table}'`).join(', ');
  const [row] = await query(
    `SELECT to_hex(hashtextextended(coalesce(string_agg(concat_ws(' ', relname, array_to_string(reloptions, ' '), ev_action::text,
       (SELECT string_agg(attname, ' ' ORDER BY attnum) FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0)),
       ' ' ORDER BY relname), ''), 0))
     FROM pg_class JOIN pg_rewrite ON ev_class = pg_class.oid
     WHERE relkind = 'v' AND relnamespace = to_regnamespace('${BI}') AND relname IN (${names})`,
  );
  return row![0]!.toString();
}

/** A schema that is not there, and that this user could not make, is no fault: the records are well without reports. */
export async function viewFindings(found: Findings, query: Query, model: Model): Promise<void> {
  const { hasSchema, hindrance, prints } = await stateOf(query, model);
  if (!hasSchema && hindrance !== undefined) return;
  if (prints === `${printOf(model)} ${await actualPrint(query, model)}`) return;
  found.add('view', undefined, `The views in ${BI} are not those of this version.`);
}
