// The texts that the cells of a workbook share, from a part such as xl/sharedStrings.xml.
import { tmpdir } from 'node:os';
import { temporaryTexts } from '../../../store/temporary-texts.ts';
import { writeError } from '../../terminal/write-error.ts';
import type { Package } from './package.ts';
import { textOf, unescaped } from './xml.ts';

export type SharedStrings = ReturnType<typeof temporaryTexts>;

export async function readSharedStrings(source: Package, part: string): Promise<SharedStrings> {
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
