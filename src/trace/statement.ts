// Statements of a database as spans. Their text has places for values, never the values.
import { isTraced, KIND, traced } from './span.ts';

/** Characters of a text that are sent: lists of filters can be long. */
const MAX_TEXT = 2000;

/** Runs a statement as a span, where its request is traced. */
export function tracedStatement<T>(system: 'sqlite' | 'postgresql', sql: string, run: () => T): T {
  if (!isTraced()) return run();
  const [name = 'statement'] = /\w+/.exec(sql) ?? [];
  const attributes = { 'db.system.name': system, 'db.operation.name': name, 'db.query.text': sql.slice(0, MAX_TEXT) };
  const kind = system === 'sqlite' ? KIND.internal : KIND.client;
  return traced({ name, kind, attributes, isStatement: true }, run);
}
