// The content of a workbook: its sheets and which of them are hidden, the texts that cells share, and which styles are
// dates.

import { tmpdir } from 'node:os';
import { posix } from 'node:path';
import { temporaryTexts } from '../../../store/temporary-texts.ts';
import { writeError } from '../../terminal/output.ts';
import { builtInFormat, formatOf, type NumberFormat } from './number-formats.ts';
import { openPackage, orClosed, type Package } from './package.ts';
import { attribute, textOf, unescaped } from './xml.ts';

export type Sheet = { readonly name: string; readonly part: string; readonly isHidden: boolean };

export type Workbook = Awaited<ReturnType<typeof readWorkbook>>;

export async function openWorkbook(path: string): Promise<Workbook> {
  const source = await openPackage(path);
  return orClosed(source, () => readWorkbook(source));
}

async function readWorkbook(source: Package) {
  const top = await relationsOf(source, '');
  const main = top.find(({ type }) => type === 'officedocument')?.target ?? 'xl/workbook.xml';
  const relations = await relationsOf(source, main);
  const partOf = (wanted: string) =>
    relations.find(({ type, target }) => type === wanted && source.has(target))?.target;
  const listed: { name: string; id: string; isHidden: boolean }[] = [];
  let is1904 = false;
  await source.read(main, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = /^(?:1|true|on)$/.test(attribute(attributes, 'date1904') ?? '');
      if (name !== 'sheet') return;
      const [, id = ''] = /[\s:]id\s*=\s*["']([^"']*)/.exec(attributes) ?? [];
      const isHidden = /hidden/i.test(attribute(attributes, 'state') ?? '');
      listed.push({ name: textOf(attribute(attributes, 'name') ?? ''), id, isHidden });
    },
  });
  const sheets = listed.flatMap(({ name, id, isHidden }): Sheet[] => {
    const found = relations.find((each) => each.id === id);
    // Charts and macros may be sheets of their own.
    return found?.type === 'worksheet' ? [{ name, part: found.target, isHidden }] : [];
  });
  if (sheets.length === 0) throw source.fail('has no sheet with cells');
  const [texts, styles] = [partOf('sharedstrings'), partOf('styles')];
  /** By the number of the style. */
  const formats = styles ? await readFormats(source, styles) : [];
  const strings = texts ? await readSharedStrings(source, texts) : temporaryTexts();
  const close = () => {
    source.close();
    strings.close();
  };
  return { source, sheets, strings, formats, is1904, close };
}

type Relation = { readonly id: string; readonly type: string; readonly target: string };

/** Where the other parts are that a part names. Types are the last words of their addresses, and all is in small
 * letters. */
async function relationsOf(source: Package, part: string): Promise<Relation[]> {
  const [folder, base] = [posix.dirname(part), posix.basename(part)];
  const relations: Relation[] = [];
  await source.read(posix.join(folder, '_rels', `${base}.rels`).toLowerCase(), {
    open(name, attributes) {
      if (name !== 'Relationship') return;
      const target = textOf(attribute(attributes, 'Target') ?? '');
      relations.push({
        id: attribute(attributes, 'Id') ?? '',
        type: posix.basename(attribute(attributes, 'Type') ?? '').toLowerCase(),
        target: (target.startsWith('/') ? target.slice(1) : posix.join(folder, target)).toLowerCase(),
      });
    },
  });
  return relations;
}

async function readFormats(source: Package, part: string): Promise<NumberFormat[]> {
  const codes = new Map<number, NumberFormat>();
  const formats: NumberFormat[] = [];
  let isCellStyle = false;
  await source.read(part, {
    open(name, attributes) {
      if (name === 'cellXfs') isCellStyle = true;
      const id = Number(attribute(attributes, 'numFmtId') ?? 0);
      if (name === 'numFmt') codes.set(id, formatOf(textOf(attribute(attributes, 'formatCode') ?? '')));
      else if (name === 'xf' && isCellStyle) formats.push(codes.get(id) ?? builtInFormat(id));
    },
    close(name) {
      if (name === 'cellXfs') isCellStyle = false;
    },
  });
  return formats;
}

type SharedStrings = ReturnType<typeof temporaryTexts>;

async function readSharedStrings(source: Package, part: string): Promise<SharedStrings> {
  const strings = temporaryTexts();
  let [text, isText, isPhonetic] = ['', false, false];
  await source.read(part, {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 't') isText = !isPhonetic;
      else if (name === 'rPh') isPhonetic = true;
    },
    close(name) {
      if (name === 'si') add(unescaped(text));
      else if (name === 't') isText = false;
      else if (name === 'rPh') isPhonetic = false;
    },
    text(raw) {
      if (isText) text += textOf(raw);
    },
  });
  return strings;

  function add(text: string): void {
    try {
      strings.add(text);
    } catch (error) {
      const failure = error as NodeJS.ErrnoException;
      if (failure.code === 'SQLITE_FULL') failure.code = 'ENOSPC';
      throw writeError(`A temporary file in ${tmpdir()} (TMPDIR names another folder)`, failure);
    }
  }
}
