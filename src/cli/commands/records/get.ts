// `workforce get`: one record, with a line for each field or as the service writes it.
import { withEndpoint } from '../../api/with-endpoint.ts';
import type { Arguments, Values } from '../../options/command.ts';
import { UsageError } from '../../options/exit-codes.ts';
import { queryParameters, withQuery } from '../../options/query-parameters.ts';
import { recordText } from '../../terminal/table.ts';
import { terminal } from '../../terminal/terminal.ts';
import { writeStdout } from '../../terminal/write-stdout.ts';

export async function get(args: Arguments): Promise<void> {
  const [resource, id] = args.operands;
  if (id === '') throw new UsageError('The ID is empty.');
  const query = queryParameters(args, ['fields', 'expand']);
  await withEndpoint(args.values, async (send) => {
    const response = await send(withQuery(`${resource}/${encodeURIComponent(id!)}`, query));
    await writeRecord(response, args.values);
  });
}

export async function writeRecord(response: Response, { json }: Values): Promise<void> {
  const text = await response.text();
  await writeStdout(json === undefined ? `${recordText(JSON.parse(text), terminal().bold)}\n` : `${text}\n`);
}
