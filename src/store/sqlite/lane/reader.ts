// A process that answers long questions, one at a time, from its own connection. It changes no record, so it may be killed at any
// moment, also while it clears the log. Only readers.ts starts it.
import { setPriority } from 'node:os';
import { catalogue } from '../../../catalogue/catalogue.ts';
import { databaseLine, messageOf, Refusal } from '../../../contract/errors.ts';
import { log } from '../../../log/log.ts';
import { collectGarbage } from '../../shared/lane/garbage.ts';
import { longAggregate } from '../aggregate/long-answer.ts';
import { connect } from '../connection/connection.ts';
import { refusing } from '../connection/errors.ts';
import { identityAt, lostFile } from '../connection/file-guard.ts';
import { snapshot as readSnapshot } from '../connection/snapshot.ts';
import { type Prepare, statementCache } from '../connection/statements.ts';
import { UNLIMITED } from '../read/budget.ts';
import { findIds, stateOf } from '../read/find-ids.ts';
import { incrementalCounts } from '../read/incremental-counts.ts';
import { writeIds } from './id-file.ts';
import {
  aggregateFromWire,
  fromWire,
  type Opening,
  type ReaderAnswer,
  type ReaderQuestion,
  type WireAggregate,
} from './wire.ts';

/** Whatever is quick comes first. */
const PRIORITY = 10;
const CACHE_KIB = 12_288;

function open({ file, identity, privateFields }: Opening): (question: ReaderQuestion) => ReaderAnswer {
  const db = connect(file);
  if (identityAt(file) !== identity) throw lostFile();
  for (const pragma of ['query_only = ON', 'busy_timeout = 200']) db.run(`PRAGMA ${pragma}`);
  db.run(`PRAGMA cache_size = -${CACHE_KIB}`);
  const { prepare } = statementCache(db);
  const snapshot = readSnapshot(prepare, undefined);
  const { memoize } = snapshot;
  const context = { prepare, memoize, counts: incrementalCounts(prepare, memoize), budget: UNLIMITED };
  const secrets = Object.entries(privateFields).map(([name, fields]) => [name, new Set(fields)] as const);
  const find = findIds(Object.fromEntries(secrets));

  function aggregate(wire: WireAggregate): ReaderAnswer {
    const { resource, query } = aggregateFromWire(catalogue, wire);
    snapshot.refresh();
    try {
      const state = stateOf(context, resource, query);
      const value = longAggregate({ context, find }, resource, query, wire, (part) => process.send!({ part }));
      return { answer: { state, value } };
    } finally {
      snapshot.end();
    }
  }

  return (question) => {
    if ('clearLog' in question) return clearLog(prepare);
    if ('aggregate' in question) return aggregate(question);
    const { query: wire, idsInto } = question;
    const { resource, query } = fromWire(catalogue, wire);
    snapshot.refresh();
    try {
      const state = stateOf(context, resource, query);
      if (idsInto === undefined)
        return { answer: { state, value: find.page(context, resource, query, wire.searchPrivate) } };
      const total = writeIds(idsInto, find.all(context, resource, query, wire.searchPrivate));
      return { answer: { state, value: { total, ids: [] } } };
    } finally {
      snapshot.end();
    }
  };
}

const NOTHING: ReaderAnswer = { answer: { state: '', value: { total: 0, ids: [] } } };

/** First without locking anyone out; what is left to do then is little. */
function clearLog(prepare: Prepare): ReaderAnswer {
  for (const mode of ['PASSIVE', 'TRUNCATE']) prepare(`PRAGMA wal_checkpoint(${mode})`).values();
  return NOTHING;
}

function answered(answer: () => ReaderAnswer): ReaderAnswer {
  try {
    return refusing(answer);
  } catch (error) {
    if (!(error instanceof Refusal)) return { error: messageOf(error) };
    if (error.faults.length > 0) return { faults: error.faults };
    if (error.cause !== undefined) log.error(databaseLine(error.cause));
    return { refusal: error.message };
  }
}

try {
  setPriority(PRIORITY);
} catch {
  // Where the system does not allow it, readers are as important as everyone.
}
// The process that asks decides when this one ends, also when both are interrupted from a terminal.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit(0));

/** In bytes, of which the runtime itself takes half. */
const MUCH = 85e6;

let answer: ((question: ReaderQuestion) => ReaderAnswer) | undefined;
process.on('message', (message: Opening | ReaderQuestion) => {
  if ('file' in message) {
    const opened = answered(() => {
      answer = open(message);
      return NOTHING;
    });
    if (!('answer' in opened)) answer = () => opened;
  } else {
    process.send!(answered(() => answer!(message)));
    // Before the next question, and while nobody waits.
    setImmediate(() => collectGarbage(MUCH));
  }
});
