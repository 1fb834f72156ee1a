// Makes the text of records safe to print. Characters that would move the cursor, run commands of the terminal or
// change the direction of writing are printed as their numbers.

/** Control characters, and the marks that change the direction of writing. */
const CONTROLS = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** As one line. */
export const escapeControls = (text: string): string =>
  text.replace(/[\t\n\r]+/g, ' ').replace(CONTROLS, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** As the lines it has. */
export const escapeControlsByLine = (text: string): string[] => text.split(/\r?\n/).map(escapeControls);
