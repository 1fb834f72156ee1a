// Copies cells so that they are pasted as cells: as lines with tabs for spreadsheets and editors, and as a table for
// letters.
import { copy, notify } from '../copy.tsx';
import { htmlTable, type Texts, tabbed } from './texts.ts';

/** Where the browser has no clipboard for tables, as in pages without TLS, the lines with tabs are copied. */
export async function copyTable(rows: Texts, said: string): Promise<void> {
  const text = tabbed(rows);
  try {
    const blob = (type: string, content: string) => new Blob([content], { type });
    await navigator.clipboard.write([
      new ClipboardItem({
        'text/plain': blob('text/plain', text),
        'text/html': blob('text/html', htmlTable(rows)),
      }),
    ]);
  } catch {
    await copy(text, '');
  }
  notify(said);
}
