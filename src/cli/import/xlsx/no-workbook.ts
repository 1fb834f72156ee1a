// Recognises files that are no workbook, although they are called one, and names the remedy.
import { open } from 'node:fs/promises';

const AS_XLSX = 'open it in a spreadsheet and save it as "Excel workbook (.xlsx)"';

/** Looked at from both ends of a file. */
const ENDS = 1 << 16;
const OLE = 'd0cf11e0';
const LOCKED_PART = 'EncryptedPackage';
const LOCKED = Buffer.from(LOCKED_PART, 'utf16le');

/** `undefined` where it is a ZIP file. */
export async function kindByBytes(path: string): Promise<string | undefined> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const first = (await file.read(Buffer.alloc(ENDS), 0, ENDS, 0)).buffer;
    const last = (await file.read(Buffer.alloc(ENDS), 0, ENDS, Math.max(0, size - ENDS))).buffer;
    if (size === 0) return 'is empty: nothing is in it, not even a sheet';
    const hex = first.subarray(0, 4).toString('hex');
    // A ZIP file without parts begins with its end.
    if (hex === '504b0304' || hex === '504b0506') return undefined;
    if (hex !== OLE)
      return 'is no workbook, whatever its name says: if it is a CSV, add --format csv; else save it as .xlsx anew';
    return first.includes(LOCKED) || last.includes(LOCKED)
      ? 'is locked with a password: open it in Excel, remove the password and save it'
      : `is an old spreadsheet (.xls), or locked with a password: ${AS_XLSX}, without a password`;
  } finally {
    await file.close();
  }
}

/** The kind of a file with these parts. */
const PARTS: readonly (readonly [part: RegExp, kind: string])[] = [
  [/^xl\/workbook\.bin$/, `is a binary workbook (.xlsb): ${AS_XLSX}`],
  [/^(?:mimetype|content\.xml)$/, `is an OpenDocument file (.ods): ${AS_XLSX}`],
  [/^(?:index\/document\.iwa|index\.zip)$/, 'is a Numbers document: in Numbers choose "Export To" and "Excel"'],
  [/^word\/|^ppt\//, 'is a text document or a presentation: copy its table into a spreadsheet and save that as .xlsx'],
];

/** `undefined` where the parts of a ZIP file may be those of a workbook. Their names are in small letters. */
export function kindByParts(parts: ReadonlyMap<string, unknown>): string | undefined {
  if (parts.has('_rels/.rels') && parts.has('xl/workbook.xml')) return undefined;
  const names = [...parts.keys()];
  const known = PARTS.find(([part]) => names.some((name) => part.test(name)));
  if (known) return known[1];
  return parts.has('_rels/.rels') ? undefined : 'is a ZIP file and no workbook: unpack it first';
}
