// The tool that says what has changed since an earlier call.
import type { Json } from '../contract/documents/schemas.ts';
import { CHANGES } from '../contract/limits.ts';
import { requestApi } from './api-request.ts';
import { brief, object, type Tool, withinSize } from './tool.ts';

type Input = { readonly after?: string; readonly resources?: readonly string[]; readonly limit?: number };

type Entry = { readonly cursor: string; readonly record: Json | null } & Json;
type ChangesAnswer = {
  readonly data: readonly Entry[];
  readonly meta: { readonly cursor: string; readonly up_to_date: boolean };
};

const LIMIT = { minimum: 1, maximum: 200, default: 50 };
const NOW = 'now';

export function changesTool(names: readonly string[]): Tool<Input> {
  return {
    title: 'What has changed since',
    about:
      'What was created, updated and erased since an earlier call, in order. The first call, without after, tells nothing but a cursor for now: keep it. A later call with it in after gives everything since, each with the record as it is now (none where it is erased), and the next cursor. up_to_date says whether that was all; otherwise call again with the new cursor. There is no way to ask by date: for records that are new by a date of their own use list_records.',
    input: object({
      after: {
        type: 'string',
        minLength: 1,
        maxLength: CHANGES.cursor,
        description: 'The cursor of an earlier answer; without it, the place that is now the end.',
      },
      resources: {
        type: 'array',
        items: { type: 'string', enum: names },
        minItems: 1,
        description: 'Which resources; all without it.',
      },
      limit: { type: 'integer', ...LIMIT, description: 'How many changes at most.' },
    }),
    async call({ after = NOW, resources = [], limit = LIMIT.default }, send) {
      const query = new URLSearchParams({ after, limit: String(limit) });
      if (resources.length > 0) query.set('resources', resources.join());
      const { data, meta } = await requestApi<ChangesAnswer>(send, `changes?${query}`);
      const shown = withinSize(data.map(changeOf));
      const isCut = shown.length < data.length;
      return {
        changes: shown,
        cursor: isCut ? data[shown.length - 1]!.cursor : meta.cursor,
        up_to_date: meta.up_to_date && !isCut,
      };
    },
  };
}

const changeOf = ({ cursor: _, record, ...entry }: Entry): Json => ({
  ...entry,
  ...(record && { record: brief(record, false) }),
});
