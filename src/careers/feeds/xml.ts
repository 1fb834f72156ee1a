// Elements of XML feeds.
import { escaped } from '../page/html.ts';

export const XML = '<?xml version="1.0" encoding="utf-8"?>\n';

/** With its text escaped; nothing where there is none. */
export const element = (name: string, text: string | number | null | undefined): string =>
  text === null || text === undefined || text === '' ? '' : `<${name}>${escaped(String(text))}</${name}>\n`;

/** Job boards want texts in CDATA. Characters that XML does not allow are left out, and no text can end the section. */
export const section = (name: string, text: string | number | null | undefined): string =>
  text === null || text === undefined || text === ''
    ? ''
    : `<${name}><![CDATA[${allowed(String(text)).replaceAll(']]>', ']]]]><![CDATA[>')}]]></${name}>\n`;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
const NOT_ALLOWED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;
const allowed = (text: string): string => text.replace(NOT_ALLOWED, '');

/** RFC 822, as RSS has it. */
export const rfc822 = (date: string | null | undefined): string | undefined => {
  const at = new Date(date ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? undefined : at.toUTCString();
};

export const iso = (date: string | null | undefined): string | undefined => {
  const at = new Date(date ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString().replace('.000Z', 'Z');
};
