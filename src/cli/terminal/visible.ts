// Text of records made harmless for a terminal: what would move the cursor, send commands or turn the direction of writing
// is shown by its number instead.

/** Control characters, and the marks that change the direction of text. */
const COMMANDS = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** On one line. */
export const visible = (text: string): string =>
  text.replace(/[\t\n\r]+/g, ' ').replace(COMMANDS, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Its own lines are kept. */
export const visibleLines = (text: string): string[] => text.split(/\r?\n/).map(visible);
