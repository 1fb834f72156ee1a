// The scopes of a token or role, read from the texts of the command line and as a text for people; and the roles.
import type { Catalogue } from '../catalogue/resource.ts';
import { parseRowLimits } from '../contract/request/row-limits.ts';
import { didYouMean } from '../contract/words.ts';

type Names = 'all' | readonly string[];

/** The scopes of a token or role. `all` stands for every name. */
export type Scopes = {
  /** Resources. */
  readonly read: Names;
  /** Private fields, such as `employees.base_salary`. */
  readonly private: Names;
  /** Resources. */
  readonly create: Names;
  /** Filters, such as `employees?branch=London`: of these resources only such records. */
  readonly rows: readonly string[];
};

export const EVERYTHING: Scopes = { read: 'all', private: 'all', create: 'all', rows: [] };
export const NOTHING: Scopes = { read: [], private: [], create: [], rows: [] };

/** The rights of people who have signed in, by the claims of their provider. */
export type Role = {
  readonly name: string;
  /** Who has it: `any`, or a claim and its value, such as `groups=hr-team`. */
  readonly match: string;
  readonly scopes: Scopes;
};

export const isMatch = (text: string): boolean => text === 'any' || /^[^=\s]+=\S(.*\S)?$/.test(text);

/** The key of the row that stores it. */
export const roleKey = (name: string): string => `role:${name}`;

/** As options have them: names with commas between them, or `all`. */
export type ScopeTexts = {
  readonly read?: string | undefined;
  readonly private?: string | undefined;
  readonly create?: string | undefined;
  readonly rows?: readonly string[];
};

export function parseScopes(
  catalogue: Catalogue,
  texts: ScopeTexts,
): { readonly scopes: Scopes } | { readonly faults: string[] } {
  const faults: string[] = [];
  const names = (option: 'read' | 'private' | 'create', known: readonly string[]): Names => {
    const text = texts[option];
    if (text === undefined) return [];
    if (text.trim() === 'all') return 'all';
    const given = [...new Set(text.split(',').map((name) => name.trim()))];
    const unknown = given.filter((name) => !known.includes(name));
    const hints = [...new Set(unknown.map((name) => didYouMean(name, known)))].join('');
    if (unknown.length > 0) faults.push(`--${option} names ${WRONG[option]}${hints}; ${KNOWN[option](known)}`);
    return given;
  };
  const scopes: Scopes = {
    read: names('read', resourcesOf(catalogue)),
    private: names('private', fieldsOf(catalogue)),
    create: names('create', resourcesOf(catalogue.filter(({ creatable }) => creatable))),
    rows: texts.rows ?? [],
  };
  const rows = parseRowLimits(catalogue, scopes.rows);
  if ('faults' in rows) faults.push(...rows.faults.map((fault) => `--rows: ${fault}`));
  return faults.length > 0 ? { faults } : { scopes };
}

/** Names are not repeated: one may be a secret that stands in the wrong place. */
const WRONG = {
  read: 'a resource that there is not',
  private: 'a field that there is not',
  create: 'a resource that there is not, or that is only imported',
} as const;

const oneOf = (known: readonly string[]): string => `there are all, ${known.join(', ')}`;
const KNOWN = {
  read: oneOf,
  private: () => 'a field is written as employees.base_salary, and all is every private field',
  create: oneOf,
} as const;

const resourcesOf = (catalogue: Catalogue): string[] => catalogue.map(({ name }) => name);

export const fieldsOf = (catalogue: Catalogue): string[] =>
  catalogue.flatMap(({ name, fields }) => fields.map((field) => `${name}.${field.name}`));

/** Such as `read employees, leave; private all; create leave; only employees?branch=London`. */
export function scopesText({ read, private: fields, create, rows }: Scopes): string {
  const part = (verb: string, names: Names) =>
    names === 'all' ? [`${verb} all`] : names.length > 0 ? [`${verb} ${names.join(', ')}`] : [];
  const parts = [...part('read', read), ...part('private', fields), ...part('create', create), ...part('only', rows)];
  return parts.join('; ') || 'nothing';
}
