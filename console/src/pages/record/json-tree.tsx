// A text that is JSON, as a tree. One that is not shows as it is.

import { say, sayCount } from '../../words/say.ts';

export function JsonTree({ text }: { text: string }) {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return (
      <>
        <code class="address">{text}</code> <span class="faint">({say('no JSON')})</span>
      </>
    );
  }
  return (
    <div class="json">
      <Node value={value} />
    </div>
  );
}

function Node({ name, value }: { name?: string; value: unknown }) {
  const label = name === undefined ? null : <span class="json-name">{name}</span>;
  if (value === null || typeof value !== 'object')
    return (
      <div>
        {label} <span class={`json-${value === null ? 'null' : typeof value}`}>{String(value)}</span>
      </div>
    );
  const entries = Object.entries(value);
  const size = Array.isArray(value)
    ? sayCount(entries.length, '{n} in order', '{n} in order')
    : sayCount(entries.length, '{n} name', '{n} names');
  return (
    <details open={entries.length <= 20}>
      <summary>
        {label} <span class="faint">{size}</span>
      </summary>
      <div class="json-inside">
        {entries.map(([key, each]) => (
          <Node key={key} name={Array.isArray(value) ? String(Number(key) + 1) : key} value={each} />
        ))}
      </div>
    </details>
  );
}
