// The operation of the changes feed for the OpenAPI document.
import type { Catalogue } from '../../../catalogue/resource.ts';
import { CHANGES } from '../../limits.ts';
import { answer, answers, READ_FAILURES, READ_HEADERS } from '../answers.ts';
import { EMPTY, header, parameterReferences, query } from '../parameters.ts';
import { flag, type Json, list, object, reference, text, whole } from '../schemas.ts';

const CURSOR: Json = { type: 'string', maxLength: CHANGES.cursor };

export function changesPaths(catalogue: Catalogue): Json {
  const names = catalogue.map(({ name }) => name);
  return {
    '/v1/changes': {
      get: {
        operationId: 'listChanges',
        summary: 'Everything that changed',
        description:
          'All creates, updates and erasures of all resources, in one sequence. Entries appear in their final order: nothing comes in later before a cursor that was given. Without `after` it begins with a snapshot of all records, as `created`, in the order of resources and ids; whoever reads on to `up_to_date` has a complete copy, and keeps it in step by reading on from `meta.cursor`. `record` is the record as it is now, so a copy that stores it under its id, or deletes it where it is null, is right whatever it missed. With `Accept: text/event-stream` entries come as server-sent events `change` with the cursor as their id (`Last-Event-ID` goes on from there), and an event `up_to_date` whenever there is nothing more. When the client loses its rights, or its place in the sequence, the last event is `end` with `code` and `message`.',
        tags: ['changes'],
        parameters: [
          query(
            'after',
            'The cursor of the last entry that you have, or `meta.cursor`; `now` is the end. Without one it begins at the beginning. Of several, the last counts.',
            CURSOR,
          ),
          query('limit', 'The most entries of one page; large records make it shorter. Of several, the last counts.', {
            type: 'integer',
            minimum: CHANGES.minimum,
            maximum: CHANGES.maximum,
            default: CHANGES.default,
          }),
          query(
            'resources',
            'Only these, separated by commas or as several parameters. Empty is all of them.',
            { type: 'string', pattern: `^,*((${names.join('|')})(,+|$))*$` },
            EMPTY,
          ),
          query(
            'since',
            'Instead of `after`: begins with the first change from this time on. Where the database is younger, with a snapshot, as without `after`; where the changes of that time are no longer kept, 410. Of several, the last counts.',
            reference('Moment'),
            EMPTY,
          ),
          query(
            'wait',
            'When there is nothing more, wait for the next change, for at most so many seconds. Of several, the last counts.',
            { type: 'integer', minimum: 0, maximum: CHANGES.wait, default: 0 },
          ),
          header(
            'Last-Event-ID',
            'Of an event stream: goes on after this event, whatever `after` says. Other answers ignore it.',
          ),
          ...parameterReferences(['if_none_match', 'prefer']),
        ],
        responses: {
          200: page,
          ...answers({ ...READ_FAILURES, 410: 'CursorGone' }),
        },
      },
    },
  };
}

const entry = { cursor: '2s.1kq0z3', resource: 'leave', id: 41, kind: 'erased', at: '2026-03-04T09:30:00.120Z' };

const page = answer(
  'The entries after `after`, or all of them and those to come as events.',
  reference('ChangePage'),
  ['Link', ...READ_HEADERS, 'Workforce-Position'],
  {
    data: [{ ...entry, record: null }],
    meta: { cursor: entry.cursor, up_to_date: true, limit: CHANGES.default },
  },
  { 'text/event-stream': { schema: { type: 'string' } } },
);

export const changesSchemas = (catalogue: Catalogue): Json => ({
  Change: object('Something that happened to one record.', {
    cursor: text('The place behind this entry, for `after`.'),
    resource: { type: 'string', enum: catalogue.map(({ name }) => name) },
    id: whole('Of the record.'),
    kind: { type: 'string', enum: ['created', 'updated', 'erased'] },
    at: text(
      'When it happened, such as `2026-03-04T09:30:00.120Z`; in a snapshot, when the newest change before the snapshot happened.',
    ),
    record: {
      description: 'The record as it is now; null when it is erased.',
      anyOf: [...catalogue.map(({ schema }) => reference(schema)), { type: 'null' }],
    },
  }),
  ChangePage: object('Entries of the changes feed, in their order.', {
    data: list(reference('Change')),
    meta: object('Where the page ends.', {
      cursor: text('Where to go on, also when there is no entry.'),
      up_to_date: flag('Whether there was nothing more at that moment.'),
      limit: whole('The most entries that the page could have.'),
    }),
  }),
});
