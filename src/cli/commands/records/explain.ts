// `--explain`: how the local database would read a list or an aggregate, instead of the answer.
import { catalogue } from '../../../catalogue/catalogue.ts';
import { readSettings } from '../../../config.ts';
import { parseAggregateQuery } from '../../../contract/request/aggregate-query.ts';
import { parseListQuery } from '../../../contract/request/list-query.ts';
import { requireDatabase } from '../../../store/open.ts';
import { faultsError } from '../../api/response-error.ts';
import type { Arguments } from '../../options/command.ts';
import { UsageError } from '../../options/exit-codes.ts';
import { say } from '../../terminal/output.ts';
import { withDatabase } from '../../with-database.ts';

const parsers = { list: parseListQuery, aggregate: parseAggregateQuery };

export async function explain({ values, operands }: Arguments, by: keyof typeof parsers, query: URLSearchParams) {
  if (values.url !== undefined) throw new UsageError('--explain asks the local database, without --url.');
  const settings = readSettings(process.env);
  requireDatabase(settings);
  const resource = catalogue.find(({ name }) => name === operands[0])!;
  const { query: parsed, faults } = parsers[by](resource, query.toString(), {}, 'json');
  if (faults.length > 0) throw faultsError(faults);
  const plan = await withDatabase(settings, async (database) => database.explain(resource, parsed), {
    change: 'nothing',
  });
  say(values.json === undefined ? Object.entries(plan).map(lines).join('\n') : JSON.stringify(plan));
}

/** What is a list has a line for each of its items. */
function lines([name, value]: [string, unknown]): string {
  const items = Array.isArray(value) ? (value.length > 0 ? value : ['all']) : [value];
  const texts = items.map((item) => (typeof item === 'string' ? item : JSON.stringify(item)));
  return texts.map((text, at) => `${(at === 0 ? name : '').padEnd(12)}${text}`).join('\n');
}
