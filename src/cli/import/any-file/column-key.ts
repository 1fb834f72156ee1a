// Compares names of columns as people do: case, white space around and between words, and the form of accents do not
// matter.
export const columnKey = (name: string): string => name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();

/** For names of our own fields, which other systems write as `First Name` or `E-Mail`. */
export const looseKey = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_-]+/g, '');
