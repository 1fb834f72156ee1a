// The journey: what the packed client does in Node.js, Bun and browsers. Reads and errors, and a create where there is
// a token. Plain JavaScript, as users may write it.
import { ConnectionError, createClient, NotFoundError } from 'workforce-client';

export async function journey(baseUrl, token) {
  const client = createClient({ baseUrl, token, retries: 1 });
  const { data, meta } = await client.employees.list({ status: ['active', 'on_leave'], limit: 2 });
  const one = await client.employees.get(data[0].id);
  let all = 0;
  for await (const { id } of client.candidates.all()) all += id > 0 ? 1 : 0;
  const missing = await client.careerSites.get(999_999_999).catch((error) => error);
  const invalid = await client.jobs.list({ limit: 500 }).catch((error) => error);
  const away = await createClient({ baseUrl: 'http://127.0.0.1:9', retries: 0 })
    .jobs.list()
    .catch((error) => error);
  const aborted = await client.jobs.list({}, { signal: AbortSignal.abort() }).catch((error) => error);
  return {
    same: JSON.stringify(one) === JSON.stringify(data[0]) && data.length === 2 && meta.limit === 2,
    all,
    errors: [missing.name, missing.message, invalid.code, invalid.errors[0].loc.join('.'), away.name, aborted.name],
    isTyped: missing instanceof NotFoundError && away instanceof ConnectionError,
    created: token ? (await client.leave.create({ leave_type: 'annual' })).status : 'pending',
  };
}
