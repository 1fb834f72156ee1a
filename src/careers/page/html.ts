// HTML whose values are escaped unless they are HTML already. A page is one text, so it is built by joining texts.

/** Text that is markup. Only `html` and `raw` make it. */
export class Html {
  constructor(readonly text: string) {}
}

type HtmlPart = Html | string | number | false | undefined | null | readonly Html[];

export const raw = (text: string): Html => new Html(text);
export const NOTHING = raw('');

export function html(texts: TemplateStringsArray, ...parts: HtmlPart[]): Html {
  let text = texts[0]!;
  for (let i = 0; i < parts.length; i++) text += textOf(parts[i]) + texts[i + 1]!;
  return new Html(text);
}

function textOf(part: HtmlPart): string {
  if (typeof part === 'string') return escaped(part);
  if (part instanceof Html) return part.text;
  if (typeof part === 'number') return String(part);
  if (part === false || part === undefined || part === null) return '';
  let text = '';
  for (const each of part) text += each.text;
  return text;
}

/** For elements and for attributes in quotes. Characters that XML 1.0 does not allow are left out, because feeds use
 * this too. */
export const escaped = (text: string): string =>
  Bun.escapeHTML(UNSAFE.test(text) ? text.replace(UNSAFE_ALL, '') : text);

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
const UNSAFE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff\ud800-\udfff]/;
// A surrogate that has its other half is part of a character, and stays.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
const UNSAFE_ALL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]|\p{Surrogate}/gu;
