// Every text that people read is said here. English is in the code; each other language is one file beside this, loaded
// as data before anything is shown: text → translation. Places for values are `{name}` in both.
import { type ComponentChildren, Fragment, h } from 'preact';

/** What languages there are, each by its own name. */
export const languages = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' } as const;

export type Language = keyof typeof languages;

/** How numbers and dates are written. */
const locales: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR', es: 'es-ES' };

/** Text → translation; of a text with a number, those for one and for other numbers. */
export type Words = Readonly<Record<string, string | readonly [one: string, other: string]>>;

const KEY = 'language';
const isLanguage = (text: string | null | undefined): text is Language => text != null && text in languages;

/** The one that the person has chosen, else the first of the browser's that there is. */
function preferred(): Language {
  // Tests of parts have no browser.
  if (typeof localStorage === 'undefined') return 'en';
  const chosen = localStorage.getItem(KEY);
  return isLanguage(chosen) ? chosen : (navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en');
}

export const language: Language = preferred();
export const locale = locales[language];

export function chooseLanguage(next: Language): void {
  localStorage.setItem(KEY, next);
  window.location.reload();
}

let words: Words = {};

/** English needs none. */
export async function loadWords(): Promise<void> {
  document.documentElement.lang = language;
  if (language === 'en') return;
  const response = await fetch(`/console/words/${language}.json`);
  if (!response.ok) throw new Error(`The service answers ${response.status}.`);
  words = (await response.json()) as Words;
}

export type Values = Readonly<Record<string, string | number>>;

const PLACE = /\{(\w+)\}/g;

const filled = (text: string, values: Values | undefined): string =>
  values ? text.replace(PLACE, (place, name) => String(values[name] ?? place)) : text;

/** Behind this mark a text says where it stands, because other languages have another word there: `Open§jobs`. English
 * shows `Open`. */
const PLACED = /§.*$/;

/** `say('Opened on {day}', { day })` */
export function say(text: string, values?: Values): string {
  const said = words[text];
  return filled((typeof said === 'object' ? said[1] : said) ?? text.replace(PLACED, ''), values);
}

const plural = new Intl.PluralRules(locale);

/**
 * `sayCount(3, '{n} record', '{n} records')`. The texts of a count have `{n}`, which is written as the language writes
 * numbers. In the file of words they are under the second text.
 */
export function sayCount(count: number, one: string, other: string, values?: Values): string {
  const texts = words[other];
  const [first, second] = typeof texts === 'object' ? texts : [one, other.replace(PLACED, '')];
  const text = plural.select(count) === 'one' ? first : second;
  return filled(text, { n: count.toLocaleString(locale), ...values });
}

/** The same with parts of a page in its places: `sayWith('Ask {who} for it', { who: <b>{name}</b> })`. */
export function sayWith(text: string, parts: Readonly<Record<string, ComponentChildren>>): ComponentChildren {
  const said = say(text);
  return said.split(/(\{\w+\})/).map((part, at) => h(Fragment, { key: at }, place(part, parts)));
}

const place = (part: string, parts: Readonly<Record<string, ComponentChildren>>): ComponentChildren =>
  /^\{\w+\}$/.test(part) ? (parts[part.slice(1, -1)] ?? part) : part;

/** Marks a text that is said later, such as one in a table of a module. */
export const toSay = <T extends string>(text: T): T => text;
