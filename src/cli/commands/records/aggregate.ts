// `workforce aggregate`: groups of records with their measures, as a table with bars or as the service writes them.
import type { Arguments } from '../../options/command.ts';
import { UsageError } from '../../options/exit-codes.ts';
import { queryParameters } from '../../options/resource-options.ts';
import type { GroupAnswer } from '../../terminal/group-table.ts';
import { groupTable, measuresText } from '../../terminal/group-table.ts';
import { terminal } from '../../terminal/terminal.ts';
import { explain } from './explain.ts';
import { showAnswer } from './show-answer.ts';

export async function aggregate(args: Arguments): Promise<void> {
  const query = queryParameters(args, ['q', 'sort', 'limit', 'offset']);
  for (const [name, value] of args.given) if (name === 'group' || name === 'measure') query.append(name, value);
  for (const [name, value] of args.given) if (name === 'having') query.append(...havingParameter(value));
  if (args.values.explain !== undefined) return explain(args, 'aggregate', query);
  await showAnswer(args.values, `aggregate/${args.operands[0]!}`, query, textOf);
}

/** `count[gte]=10` is the parameter `having[count][gte]`. */
function havingParameter(text: string): [name: string, value: string] {
  const [, measure = text, operator = '', value = ''] = /^([^=]*?)(\[\w+\])?=(.*)$/s.exec(text) ?? [];
  if (value === '') throw new UsageError(`--having "${text}" is no condition; write it as count[gte]=10.`);
  return [`having[${measure}]${operator}`, value];
}

/** Without groups the only entry has none either. With groups there may be no entry, where no record fits. */
function textOf(answer: GroupAnswer): string {
  const [first] = answer.data;
  const isOne = first !== undefined && Object.keys(first.group).length === 0;
  return isOne ? measuresText(answer, terminal()) : groupTable(answer, terminal());
}
