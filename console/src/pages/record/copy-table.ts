// What is selected of a record pastes as a table of two columns, a field a line.

const text = (element: Element | null, range: Range): string => {
  if (!element || !range.intersectsNode(element)) return '';
  return (element as HTMLElement).innerText.replace(/\s+/g, ' ').trim();
};

const escaped = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A selection within one value copies just that. */
export function copyTable(event: ClipboardEvent & { currentTarget: HTMLElement }): void {
  const selection = window.getSelection();
  if (!selection || selection.isCollapsed || !event.clipboardData) return;
  const range = selection.getRangeAt(0);
  const rows = [...event.currentTarget.children].filter((row) => range.intersectsNode(row));
  if (rows.length < 2) return;
  const cells = rows.map((row) => [text(row.querySelector('dt'), range), text(row.querySelector('dd'), range)]);
  event.clipboardData.setData('text/plain', cells.map((row) => row.join('\t')).join('\n'));
  event.clipboardData.setData(
    'text/html',
    `<table>${cells.map((row) => `<tr>${row.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`).join('')}</table>`,
  );
  event.preventDefault();
}
