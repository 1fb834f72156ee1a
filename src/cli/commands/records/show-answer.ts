// Sends the request of a command that reads, and shows the answer: as text for people, or as the service writes it.
import { recordStream } from '../../api/record-stream.ts';
import { withEndpoint } from '../../api/with-endpoint.ts';
import type { Values } from '../../options/command.ts';
import { withQuery } from '../../options/resource-options.ts';
import { refuseTerminal, writeStdout } from '../../terminal/output.ts';

export const formatIn = ({ json, format = 'table' }: Values): string => (json === undefined ? format : 'json');

export const isStream = (format: string): format is 'csv' | 'ndjson' | 'xlsx' => /^(?:csv|ndjson|xlsx)$/.test(format);

export async function showAnswer<Answer>(
  values: Values,
  path: string,
  query: URLSearchParams,
  textOf: (answer: Answer) => string,
): Promise<void> {
  const format = formatIn(values);
  if (format === 'xlsx') refuseTerminal();
  if (isStream(format)) query.set('format', format);
  await withEndpoint(values, async (send) => {
    const response = await send(withQuery(path, query));
    if (isStream(format)) for await (const chunk of recordStream(response, format)) await writeStdout(chunk);
    else await writeStdout(`${format === 'json' ? await response.text() : textOf(await response.json())}\n`);
  });
}
