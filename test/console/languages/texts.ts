// The texts of the console, read from its code: those that are said, and those that look like a text and are not said.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFile } from '../../harness/paths.ts';

/** A text, or the second one of a count, with the first. */
export type Said = { readonly text: string; readonly one?: string; readonly file: string };

const transpilers = {
  ts: new Bun.Transpiler({ loader: 'ts', target: 'browser' }),
  tsx: new Bun.Transpiler({ loader: 'tsx', target: 'browser' }),
};

const sources = (): string[] =>
  readdirSync(repositoryFile('console/src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .filter((name) => name !== join('words', 'say.ts'))
    .sort();

const SAYING = ['say', 'sayWith', 'sayCount', 'counted', 'toSay'];

type Literal = {
  readonly text: string;
  /** What is just before it in the code. */
  readonly before: string;
  /** The saying function whose own argument it is, and which call. */
  readonly by: string | undefined;
  readonly call: number;
};

let calls = 0;

/** The texts in code without types and comments, each with the call that it is an argument of. */
export function literalsIn(code: string): Literal[] {
  const literals: Literal[] = [];
  type Level = { readonly by: string | undefined; readonly call: number };
  const levels: Level[] = [{ by: undefined, call: 0 }];
  let at = 0;
  while (at < code.length) {
    const character = code[at]!;
    if (character === '"' || character === "'" || character === '`') {
      const { text, end, holes } = literalAt(code, at);
      literals.push({ text, before: code.slice(Math.max(0, at - 30), at).trimEnd(), ...levels.at(-1)! });
      for (const hole of holes) literals.push(...literalsIn(hole));
      at = end;
      continue;
    }
    if (character === '/' && /([(=:,[!&|?{};\n]|=>|return)\s*$/.test(code.slice(Math.max(0, at - 12), at))) {
      at = endOfPattern(code, at);
      continue;
    }
    if (character === '(') {
      const name = /([\w$]+)$/.exec(code.slice(Math.max(0, at - 30), at))?.[1] ?? '';
      const isSaying = SAYING.includes(name) && !/(function|\.)\s*\w+$/.test(code.slice(Math.max(0, at - 30), at));
      // Brackets around a choice of two texts are still in the call.
      levels.push(isSaying ? { by: name, call: ++calls } : name === '' ? levels.at(-1)! : { by: undefined, call: 0 });
    } else if (character === '{' || character === '[') levels.push({ by: undefined, call: 0 });
    else if (character === ')' || character === '}' || character === ']') levels.pop();
    at++;
  }
  return literals;
}

/** Stands for `${…}` of a template. */
const HOLE = '\u0000';

function literalAt(code: string, start: number): { text: string; end: number; holes: string[] } {
  const quote = code[start]!;
  let text = '';
  const holes: string[] = [];
  let at = start + 1;
  while (code[at] !== quote) {
    if (at >= code.length) throw new Error(`A text does not end: ${code.slice(start, start + 60)}`);
    if (code[at] === '\\') {
      const written = /^\\(u\{\w+\}|u\w{4}|x\w\w|.)/s.exec(code.slice(at, at + 12))![0];
      text += unescaped(written.slice(1));
      at += written.length;
    } else if (quote === '`' && code.startsWith('${', at)) {
      const end = endOfHole(code, at + 2);
      holes.push(code.slice(at + 2, end - 1));
      text += HOLE;
      at = end;
    } else text += code[at++];
  }
  return { text, end: at + 1, holes };
}

function endOfHole(code: string, start: number): number {
  let depth = 1;
  let at = start;
  while (depth > 0) {
    if (at >= code.length) throw new Error(`A place does not end: ${code.slice(start, start + 60)}`);
    if ('"\'`'.includes(code[at]!)) at = literalAt(code, at).end;
    else {
      if (code[at] === '{') depth++;
      if (code[at] === '}') depth--;
      at++;
    }
  }
  return at;
}

const unescaped = (written: string): string =>
  written.length > 1
    ? String.fromCodePoint(Number.parseInt(written.replace(/[ux{}]/g, ''), 16))
    : ({ n: '\n', t: '\t', r: '\r', '\n': '' }[written] ?? written);

function endOfPattern(code: string, start: number): number {
  let at = start + 1;
  let isClass = false;
  while (code[at] !== '/' || isClass) {
    if (at >= code.length) throw new Error(`A pattern does not end: ${code.slice(start, start + 60)}`);
    if (code[at] === '\\') at++;
    else if (code[at] === '[') isClass = true;
    else if (code[at] === ']') isClass = false;
    at++;
  }
  return at + 1;
}

function literalsOf(file: string): Literal[] {
  const transpiler = transpilers[file.endsWith('x') ? 'tsx' : 'ts'];
  return literalsIn(transpiler.transformSync(readFileSync(repositoryFile(`console/src/${file}`), 'utf8')));
}

const isCompared = ({ before }: Literal): boolean => /[!=]==?$/.test(before);

/** Every text that the code says. */
export function saidInCode(): Said[] {
  return sources().flatMap((file) => {
    const literals = literalsOf(file).filter(
      (each) => each.by && !isCompared(each) && !each.text.includes(HOLE) && each.text !== '',
    );
    return literals.flatMap((each): Said[] => {
      if (each.by !== 'sayCount' && each.by !== 'counted') return [{ text: each.text, file }];
      const [one, many = `${one}s`] = literals.filter(({ call }) => call === each.call).map(({ text }) => text);
      if (each.text !== one) return [];
      return [
        each.by === 'counted' ? { text: `{n} ${many}`, one: `{n} ${one}`, file } : { text: many, one: one!, file },
      ];
    });
  });
}

/** What looks like words for people: two words, or one that begins with a capital letter. */
const isProse = (text: string): boolean =>
  (/[a-z]{2,},? [a-z]{2,}/i.test(text) || /^[A-Z][a-z]+[.…]?$/.test(text)) &&
  !/^[a-z-]+( [a-z-]+)*$/.test(text) &&
  !NAMES.includes(text) &&
  !CODE.test(text);

/** Names of products and formats. */
const NAMES = ['Workforce', 'Excel', 'RSS, JSON', 'Indeed'];

/** A command with the place of a name, and the TypeScript that the panel of code writes. */
const CODE = /^workforce [a-z -]+ (NAME|FILE)\b|\bcreateClient\(|\bawait \(|= await /;

/** Where texts are no words for people. */
const ELSEWHERE =
  /(class|className|type|viewBox|d|points|key|\bfrom|import|new TypeError\(|types\.includes\(|case|\[)\s*:?\s*$/;

/** Texts of the code that look like words for people and are not said. */
export const unsaid = (): string[] =>
  sources().flatMap((file) =>
    literalsOf(file)
      .filter((each) => !each.by && !isCompared(each) && isProse(each.text) && !ELSEWHERE.test(each.before))
      .map(({ text }) => `${file}: ${text}`),
  );
