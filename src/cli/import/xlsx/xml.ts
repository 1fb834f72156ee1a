// Reads XML as it arrives: tags and texts, in order. It reads just as much XML as the parts of workbooks have.
// Definitions of entities, with which a small file can become a huge one, are refused. Reading sheets with a general
// parser takes ten times as long.

/** Gets names without their prefix. `attributes` and texts are as they are written: `attribute` and `textOf` read
 * them. */
export type XmlHandler = {
  open(name: string, attributes: string): void;
  close?(name: string): void;
  text?(raw: string): void;
};

export class DamagedXml extends Error {}

/** No tag or text of a workbook is longer: a cell holds 32,767 characters. */
const LONGEST = 1 << 20;

const [SLASH, BANG, QUESTION, COLON, QUOTE, APOSTROPHE, END] = [47, 33, 63, 58, 34, 39, 62];

/** The texts that are given to it have one character for each byte, so that a chunk may end anywhere. */
export function xmlReader(handler: XmlHandler) {
  let [rest, depth, isBegun] = ['', 0, false];

  /** Gives where the next tag begins; -1 where this one is not whole yet. */
  function readTag(text: string, at: number): number {
    const next = text.charCodeAt(at + 1);
    if (next === BANG) return readMark(text, at);
    if (next === QUESTION) return after(text, '?>', at);
    const end = tagEnd(text, at);
    if (end < 0) return -1;
    if (next === SLASH) {
      depth -= 1;
      handler.close?.(localName(text, at + 2, nameEnd(text, at + 2, end)));
      return end + 1;
    }
    const stop = nameEnd(text, at + 1, end);
    const name = localName(text, at + 1, stop);
    const isEmpty = text.charCodeAt(end - 1) === SLASH;
    if (name === '' || (depth === 0 && isBegun)) throw new DamagedXml();
    isBegun = true;
    handler.open(name, text.slice(stop, isEmpty ? end - 1 : end));
    if (isEmpty) handler.close?.(name);
    else depth += 1;
    return end + 1;
  }

  /** A comment, or text in which no character is special. */
  function readMark(text: string, at: number): number {
    if (text.startsWith('<!--', at)) return after(text, '-->', at + 4);
    if (!text.startsWith('<![CDATA[', at)) {
      if (text.length - at < 9) return -1;
      throw new DamagedXml();
    }
    const end = text.indexOf(']]>', at);
    if (end < 0) return -1;
    handler.text?.(text.slice(at + 9, end).replaceAll('&', '&amp;'));
    return end + 3;
  }

  return {
    take(chunk: string): void {
      const text = rest === '' ? chunk : rest + chunk;
      let at = 0;
      for (;;) {
        const tag = text.indexOf('<', at);
        if (tag < 0) break;
        if (tag > at && depth > 0) handler.text?.(text.slice(at, tag));
        at = tag;
        const next = readTag(text, tag);
        if (next < 0 || depth < 0) break;
        at = next;
      }
      rest = text.slice(at);
      if (rest.length > LONGEST || depth < 0) throw new DamagedXml();
    },
    end(): void {
      if (depth !== 0 || !isBegun || rest.includes('<')) throw new DamagedXml();
    },
  };
}

const after = (text: string, mark: string, from: number): number => {
  const at = text.indexOf(mark, from);
  return at < 0 ? -1 : at + mark.length;
};

/** A `>` within quotes does not end a tag. */
function tagEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === END) return at;
    if (sign !== QUOTE && sign !== APOSTROPHE) continue;
    at = text.indexOf(sign === QUOTE ? '"' : "'", at + 1);
    if (at < 0) return -1;
  }
  return -1;
}

function nameEnd(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && text.charCodeAt(at) > 32 && text.charCodeAt(at) !== SLASH) at += 1;
  return at;
}

function localName(text: string, from: number, end: number): string {
  for (let at = from; at < end; at++) if (text.charCodeAt(at) === COLON) return text.slice(at + 1, end);
  return text.slice(from, end);
}

/** The value of an attribute, as it is written; `undefined` where there is none. */
export function attribute(attributes: string, name: string): string | undefined {
  // Nearly all are written like this, and looking for just that is several times as fast.
  const at = attributes.indexOf(beginningOf(name));
  if (at >= 0 && !attributes.includes("'")) {
    const from = at + name.length + 3;
    return attributes.slice(from, attributes.indexOf('"', from));
  }
  if (!UNUSUAL.test(attributes)) return undefined;
  return unusual(attributes, name);
}

/** From sign to sign, so that a tag of any length is read once. */
function unusual(attributes: string, name: string): string | undefined {
  for (let at = 0, sign = attributes.indexOf('='); sign >= 0; sign = attributes.indexOf('=', at)) {
    let from = sign + 1;
    while (isBlank(attributes.charCodeAt(from))) from += 1;
    const quote = attributes.charCodeAt(from);
    const end = quote === QUOTE || quote === APOSTROPHE ? attributes.indexOf(attributes[from]!, from + 1) : -1;
    if (end < 0) return undefined;
    if (attributes.slice(at, sign).trim() === name) return attributes.slice(from + 1, end);
    at = end + 1;
  }
  return undefined;
}

const isBlank = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);

const beginnings = new Map<string, string>();

/** Made once for each name. */
function beginningOf(name: string): string {
  const cached = beginnings.get(name);
  if (cached !== undefined) return cached;
  beginnings.set(name, ` ${name}="`);
  return ` ${name}="`;
}

const UNUSUAL = /['\t\r\n]|\s=|=\s/;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const strict = new TextDecoder('utf-8', { fatal: true });

/** A text or attribute: decodes bytes to characters, and replaces entities. */
export function textOf(raw: string): string {
  // Most texts have only ASCII characters, and none that is special.
  if (!/[&\r\x80-\xff]/.test(raw)) return raw;
  let text = raw;
  try {
    if (/[\x80-\xff]/.test(raw)) text = strict.decode(Buffer.from(raw, 'latin1'));
  } catch {
    throw new DamagedXml();
  }
  return text.replace(/\r\n?/g, '\n').replace(/&([^;]{0,10});?/g, (_, name: string) => {
    const code = /^#(?:x([0-9A-Fa-f]+)|(\d+))$/.exec(name);
    const known = code ? characterOf(code[1] ? Number.parseInt(code[1], 16) : Number(code[2])) : ENTITIES[name];
    if (known === undefined) throw new DamagedXml();
    return known;
  });
}

const characterOf = (code: number): string | undefined =>
  code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : undefined;

/** Characters that XML cannot hold are written as `_x000D_`. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
