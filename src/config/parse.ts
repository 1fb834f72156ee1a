// How the text of each kind of setting is read. A text that cannot be used becomes an error that names the variable and
// says what to set instead.
import { availableParallelism } from 'node:os';
import { catalogue } from '../catalogue/catalogue.ts';
import { privateValue } from '../catalogue/resource.ts';
import { parseAddresses } from '../store/database-address.ts';
import type { PrivateFields } from '../store/store.ts';

/** A setting that cannot be used. The message is one line that names the setting and says what to set instead. */
export class SettingError extends Error {}

export type Environment = Readonly<Record<string, string | undefined>>;

export type Parse<T> = (text: string, name: string, platform: string) => T;

export const ALL_CORES = 'all cores';

/** Without a value the setting is undefined. */
export function optional<T>(parse: Parse<T>): Parse<T | undefined> {
  return (text, name, platform) => (text === '' ? undefined : parse(text, name, platform));
}

export function portNumber(text: string, name: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new SettingError(`${name} is "${text}", but a port is a number from 0 to 65535.`);
}

/** The message never shows the token, not even a wrong one. */
export function tokenText(text: string, name: string): string {
  if (/^[!-~]{8,}$/.test(text)) return text;
  throw new SettingError(`${name} cannot be used: a token has at least 8 characters, printable ASCII without spaces.`);
}

/** The message never shows the address: it may hold a password. */
export function databaseAddress(text: string, name: string): string {
  const parsed = parseAddresses(text);
  if ('addresses' in parsed) return text;
  throw new SettingError(`${name} cannot be used: ${parsed.fault}.`);
}

/** One address may name several hosts, with commas between them. So only a comma before a scheme ends an address. */
export function replicaAddresses(text: string, name: string): readonly string[] {
  return text
    .split(/,\s*(?=postgres(?:ql)?:\/\/)/)
    .filter((part) => part.trim() !== '')
    .map((part) => databaseAddress(part.trim(), name));
}

/** An origin, perhaps with a path, without a slash at the end. */
export function webAddress(text: string, name: string): string {
  const url = URL.parse(text);
  const isPlain = url && ['http:', 'https:'].includes(url.protocol) && url.username + url.search + url.hash === '';
  if (isPlain) return url.href.replace(/\/$/, '');
  throw new SettingError(`${name} is "${text}", but it is an address such as https://jobs.example.com.`);
}

export function numberFrom(minimum: number, maximum: number): Parse<number> {
  return (text, name) => {
    const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    if (value >= minimum && value <= maximum) return value;
    throw new SettingError(`${name} is "${text}", but it is a number from ${minimum} to ${maximum}.`);
  };
}

export function wholeFrom(minimum: number, maximum: number): Parse<number> {
  const parse = numberFrom(minimum, maximum);
  return (text, name, platform) => {
    if (/^\d+$/.test(text)) return parse(text, name, platform);
    throw new SettingError(`${name} is "${text}", but it is a whole number from ${minimum} to ${maximum}.`);
  };
}

/** 0 where there shall be no audit log. Its table does not let go of entries of the last day. */
export function auditDays(text: string, name: string, platform: string): number | undefined {
  if (text === '') return undefined;
  return /^0*$/.test(text) ? 0 : wholeFrom(1, 36_500)(text, name, platform);
}

export function oneOf<T extends string>(...values: T[]): Parse<T> {
  const expected = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(values);
  return (text, name) => {
    const value = values.find((each) => each === text);
    if (value !== undefined) return value;
    throw new SettingError(`${name} is "${text}", but it is ${expected}.`);
  };
}

export function onOrOff(text: string, name: string): boolean {
  if (text === '0' || text === '1') return text === '1';
  throw new SettingError(`${name} is "${text}", but it is either 1 or 0.`);
}

/** Several processes can listen on one port only on Linux, which spreads the connections among them. */
export function workerCount(text: string, name: string, platform: string): number {
  if (text === ALL_CORES) return platform === 'linux' ? Math.min(availableParallelism(), 64) : 1;
  const count = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
  if (!(count >= 1 && count <= 64)) throw new SettingError(`${name} is "${text}", but it is a number from 1 to 64.`);
  if (count === 1 || platform === 'linux') return count;
  throw new SettingError(`${name} is ${count}, but processes can share a port only on Linux; set 1 or leave it out.`);
}

export function fieldNames(text: string, name: string): PrivateFields {
  const found: Record<string, Set<string>> = {};
  const entries = text.split(',').map((part) => part.trim());
  for (const entry of entries.filter((part) => part !== '')) {
    const [resourceName = '', fieldName = ''] = entry.split('.');
    const resource = catalogue.find((each) => each.name === resourceName);
    const field = resource?.fields.find((each) => each.name === fieldName);
    if (!field || fieldName === 'id')
      throw new SettingError(
        `${name} names "${entry}", which is no field; write them as employees.base_salary,candidates.email.`,
      );
    if (field.required && privateValue(field) === null)
      throw new SettingError(
        `${name} names "${entry}", which cannot be hidden: it is never null in answers, and only plain texts can read "private" instead; this is ${field.kind.expected}.`,
      );
    found[resourceName] = (found[resourceName] ?? new Set()).add(fieldName);
  }
  return found;
}
