// The text of a published document: JSON with a line for each small part, so that versions can be compared line by
// line, and a third shorter than with a line for each value and its indentation.

const WIDTH = 300;

export const documentText = (document: object): string => `${printed(document)}\n`;

function printed(value: unknown): string {
  const line = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || line.length <= WIDTH) return line;
  const parts = Array.isArray(value)
    ? value.map((each) => printed(each))
    : Object.entries(value)
        .filter(([, each]) => each !== undefined)
        .map(([key, each]) => `${JSON.stringify(key)}:${printed(each)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${parts.join(',\n')}\n${close}`;
}
