// `workforce create`: creates one record from options or from JSON, and shows it as the service answers it.
import { basename } from 'node:path';
import type { Send } from '../../../mcp/tool.ts';
import { withEndpoint } from '../../api/with-endpoint.ts';
import type { Arguments } from '../../options/command.ts';
import { textOfFile } from '../../options/command.ts';
import { CommandError, UsageError } from '../../options/exit-codes.ts';
import { resourceNamed } from '../../options/resource-options.ts';
import { writeStdout } from '../../terminal/output.ts';
import { recordText } from '../../terminal/table.ts';
import { terminal } from '../../terminal/terminal.ts';

export async function create({ values, operands, resourceOptions }: Arguments): Promise<void> {
  const { data, 'idempotency-key': key } = values;
  const [option] = resourceOptions;
  if (data !== undefined && option)
    throw new UsageError(`The record is given by --data or by options such as --${option[0]}, not by both.`);
  const body = data === undefined ? bodyFrom(operands[0]!, resourceOptions) : await readData(data);
  const headers = { 'Content-Type': 'application/json', ...(key !== undefined && { 'Idempotency-Key': key }) };
  const creating = async (send: Send) => {
    const response = await send(operands[0]!, { method: 'POST', headers, body });
    if (response.headers.get('Idempotency-Replayed') !== null)
      console.error('workforce: This key was used before; the record is the one that was created then.');
    const text = await response.text();
    const shown = values.json === undefined ? recordText(JSON.parse(text), terminal().bold) : text;
    await writeStdout(`${shown}\n`).catch((error) => {
      // Another try would create a second record.
      const path = response.headers.get('Location') ?? '';
      if (!(error instanceof CommandError)) throw error;
      throw new CommandError(error.ending, `The record is created, its id is ${basename(path)}. ${error.message}`);
    });
  };
  await withEndpoint(values, creating, true);
}

/** Fields that are numbers are sent as numbers. Other text is sent as it is, because the service names the fault. */
function bodyFrom(resource: string, options: Arguments['resourceOptions']): string {
  const { fields } = resourceNamed(resource);
  const fieldValue = (name: string, text: string) => {
    const isText = fields.find((field) => field.name === name)?.kind.schema.type === 'string';
    return !isText && NUMBER.test(text) ? Number(text) : text;
  };
  return JSON.stringify(Object.fromEntries(options.map(([name, text]) => [name, fieldValue(name, text)])));
}

const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

async function readData(data: string): Promise<string> {
  if (data === '-') return Bun.stdin.text();
  return data.startsWith('@') ? textOfFile('--data', data.slice(1)) : data;
}
