// Requests, valid and invalid, that carry secrets: the token in the right and in wrong places, and values in queries,
// bodies, headers and paths.
import { exchange } from '../../harness/raw-http.ts';

/** Easy to find in a log, and valid wherever they are put. `kept` is stored in a record. */
export const secrets = {
  token: 'tk-5ecret-0f-the-0perator',
  wrongToken: 'tk-n0t-the-0perators',
  password: 'pw-5ecret-0f-the-database',
  body: 'b0dy-value-nobody-sees',
  query: 'query-value-nobody-sees',
  header: 'header-value-nobody-sees',
  key: 'key-value-nobody-sees',
  kept: 'kept-value-of-a-record',
};
export type Secret = keyof typeof secrets;

const { token, wrongToken, body, query, header, key, kept } = secrets;
const API = '/api/v1';
const bearer = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
const organization = (slug: string, more: object = {}) => JSON.stringify({ name: body, slug, ...more });
const create = (text: string, headers: Record<string, string> = bearer, path = '/organizations') =>
  [path, { method: 'POST', headers, body: text }] as const;

let made = 0;

const asked = (): (readonly [string, RequestInit?])[] => [
  ['/employees'],
  [`/employees?q=${query}&branch=${query}`],
  [`/employees?limit=${query}`],
  [`/employees?${query}=1&token=${token}&access_token=${token}`],
  [`/employees?hire_date[gte]=${query}`],
  [`/employees/${token}`],
  [`/employees/${query}`],
  [`/${token}/${query}`],
  [`/organizations?slug=${token}`],
  ['/employees', { headers: bearer }],
  ['/employees', { headers: { Authorization: token } }],
  [
    '/employees',
    { headers: { Authorization: `Basic ${btoa(`x:${token}`)}`, 'X-Api-Key': token, Cookie: `a=${token}` } },
  ],
  ['/employees', { headers: { 'X-Request-Id': token } }],
  ['/employees', { headers: { 'X-Request-Id': `for-${token}` } }],
  [
    '/employees',
    { headers: { 'If-None-Match': `"${header}"`, 'Accept-Encoding': header, 'Workforce-Position': header } },
  ],
  ['/employees', { headers: { Origin: `https://${header}.example`, Referer: `https://x.example/?${token}` } }],
  ['/leave', { method: 'DELETE', headers: bearer }],
  [`/leave?${query}=${query}`, { method: 'OPTIONS', headers: { 'Access-Control-Request-Headers': header } }],
  create(organization(`made-${process.pid}-${made++}`, { name: kept })),
  create(organization(`made-${process.pid}-${made++}`, { name: kept }), {
    ...bearer,
    'Idempotency-Key': `${key}-${made}`,
  }),
  create(organization(`made-${process.pid}-${made++}`, { name: kept }), {
    ...bearer,
    'Idempotency-Key': `${token}-${made}`,
  }),
  create(organization('Not a slug')),
  create(organization('made', { settings_json: `{"password": "${token}"` })),
  create(organization('made'), { ...bearer, Authorization: `Bearer ${wrongToken}` }),
  create(organization('made'), { ...bearer, Authorization: `Bearer ${token}x` }),
  create(organization('made'), { ...bearer, Authorization: `Basic ${token}` }),
  create(organization('made'), { ...bearer, 'Content-Type': `text/${header}` }),
  create(organization('made'), { ...bearer, 'Idempotency-Key': `${key} ${'x'.repeat(256)}` }),
  create(`{"name": "${token} ${body}", `),
  create(`${body} ${token}`),
  create(`{"${body}": 1, "${token}": 2}`),
  create(JSON.stringify({ employee_id: 999_999, leave_type: body, reason: token }), bearer, '/leave'),
  create(JSON.stringify({ candidate_id: body, job_id: 999_999_999, rejection_reason: body }), bearer, '/applications'),
  create(`{"name": "${body}", "slug": "${'x'.repeat(1024 * 1024)}"}`),
  create(organization('made', { name: kept }), bearer, `/organizations?token=${token}`),
  create(organization('made'), bearer, '/employees'),
];

const raw = [
  `GET /api/v1/employees?q=${query} HTTP/9.9\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  `${token} / HTTP/1.1\r\nHost: ${header}\r\nConnection: close\r\n\r\n`,
  `GET /api/v1/employees HTTP/1.1\r\nHost: ${header}\r\nAuthori zation: ${token}\r\nConnection: close\r\n\r\n`,
  `GET /${'x'.repeat(40_000)}${token} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  `POST /api/v1/leave HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Length: 9999\r\n\r\n{"reason": "${body}`,
];

/** Sends them all and returns the answers, head and body. Left out is what the contract returns to the sender: `input`
 * in a 422, the query in the links of a list, and the names of parameters that were ignored. */
export async function sendSecrets(url: string): Promise<{ asked: string; status: number; text: string }[]> {
  const answers = asked().map(async ([path, init]) => {
    const answer = await fetch(`${url}${API}${path}`, init);
    const headers = [...answer.headers].filter(([name]) => name !== 'link').map(withoutNames);
    const text = `${JSON.stringify(headers)} ${await answer.text()}`;
    const shown = answer.status === 422 ? withoutInputs(text) : text;
    return { asked: `${init?.method ?? 'GET'} ${path}`.slice(0, 100), status: answer.status, text: shown };
  });
  const rough = raw.map(async (bytes) => {
    const text = await exchange(url, bytes, true);
    return { asked: bytes.slice(0, 60), status: 0, text };
  });
  return Promise.all([...answers, ...rough]);
}

/** The name of a parameter is returned, and never its value. */
const withoutNames = ([name, value]: [string, string]): [string, string] => [
  name,
  name === 'workforce-ignored' ? value.replaceAll(query, '') : value,
];

/** A 422 returns the faulty value and its name to the sender. */
const withoutInputs = (text: string): string =>
  text.replace(/"input":("(?:[^"\\]|\\.)*"|\{[^}]*\}|[^,}\]]*)/g, '').replace(/"loc":\[[^\]]*\]/g, '');
