// `workforce create`: one record from options or from JSON, created by the service and shown as it is then.
import { asking } from '../api/ask.ts';
import type { Arguments } from '../options/command.ts';
import { CommandError, UsageError } from '../options/exit-codes.ts';
import { resourceNamed } from '../options/resource-options.ts';
import { writeRecord } from './get.ts';

export async function create({ values, operands, resourceOptions }: Arguments): Promise<void> {
  const { data, 'idempotency-key': key } = values;
  if (data !== undefined && resourceOptions.length > 0)
    throw new UsageError(
      `The record is given by --data or by options such as --${resourceOptions[0]![0]}, not by both.`,
    );
  const body = data === undefined ? bodyOf(operands[0]!, resourceOptions) : await textOf(data);
  const headers = { 'Content-Type': 'application/json', ...(key !== undefined && { 'Idempotency-Key': key }) };
  await asking(values, async (ask) => {
    const response = await ask(operands[0]!, { method: 'POST', headers, body });
    if (response.headers.get('Idempotency-Replayed') !== null)
      console.error('workforce: This key was used before; the record is the one that was created then.');
    await writeRecord(response, values);
  });
}

/** A number where the field is one. What is no number goes as it is, for the service to refuse. */
function bodyOf(resource: string, given: Arguments['resourceOptions']): string {
  const { fields } = resourceNamed(resource);
  const asSent = (name: string, text: string) => {
    const isText = fields.find((field) => field.name === name)?.kind.schema.type === 'string';
    return !isText && NUMBER.test(text) ? Number(text) : text;
  };
  return JSON.stringify(Object.fromEntries(given.map(([name, text]) => [name, asSent(name, text)])));
}

const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

async function textOf(data: string): Promise<string> {
  if (data === '-') return Bun.stdin.text();
  if (!data.startsWith('@')) return data;
  const file = data.slice(1);
  return Bun.file(file)
    .text()
    .catch((error) => {
      throw new CommandError('failed', `--data ${file} cannot be read (${error.code ?? error.message}).`);
    });
}
