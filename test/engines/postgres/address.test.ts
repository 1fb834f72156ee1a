// PostgreSQL URLs as libpq understands them: what each means, or what is wrong with it.
import { expect, test } from 'bun:test';
import { type Address, parseAddresses } from '../../../src/store/database-address.ts';

const usual: Address = {
  host: 'db',
  port: 5432,
  user: 'postgres',
  password: '',
  database: 'postgres',
  sslMode: 'prefer',
  sslRootCert: undefined,
};

const good: [string, Partial<Address>[]][] = [
  ['postgres://db', [{}]],
  ['postgresql://db', [{}]],
  ['postgres://db/', [{}]],
  ['postgres://db:6543', [{ port: 6543 }]],
  ['postgres://db:/people', [{ database: 'people' }]],
  ['postgres://ann@db', [{ user: 'ann', database: 'ann' }]],
  ['postgres://ann:secret@db:1/people', [{ user: 'ann', password: 'secret', port: 1, database: 'people' }]],
  ['postgres://ann:@db/people', [{ user: 'ann', database: 'people' }]],
  ['postgres://:secret@db', [{ password: 'secret' }]],
  ['postgres://a%40b:p%3A%2F%3F%23%5B%40%25@db/x%20y', [{ user: 'a@b', password: 'p:/?#[@%', database: 'x y' }]],
  ['postgres://ann:a:b@db/people', [{ user: 'ann', password: 'a:b', database: 'people' }]],
  ['postgres://%C3%A4:%F0%9F%94%91@db/%C3%B6', [{ user: 'ä', password: '🔑', database: 'ö' }]],
  ['postgres://ann:1+1@db/a+b', [{ user: 'ann', password: '1+1', database: 'a+b' }]],
  [
    'postgres://a,b:6543,c/people',
    [{ host: 'a' }, { host: 'b', port: 6543 }, { host: 'c' }].map((each) => ({ ...each, database: 'people' })),
  ],
  ['postgres://[::1]', [{ host: '::1' }]],
  [
    'postgres://[2001:db8::1]:6543,[::2],10.0.0.1:1/',
    [{ host: '2001:db8::1', port: 6543 }, { host: '::2' }, { host: '10.0.0.1', port: 1 }],
  ],
  ['postgres://db:65535', [{ port: 65535 }]],
  ...(['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const).map(
    (sslMode): [string, Partial<Address>[]] => [`postgres://db?sslmode=${sslMode}`, [{ sslMode }]],
  ),
  [
    'postgres://db/?sslmode=verify-full&sslrootcert=/etc/a%20b/ca.crt',
    [{ sslMode: 'verify-full', sslRootCert: '/etc/a b/ca.crt' }],
  ],
  ['postgres://db?sslrootcert=/etc/c++/ca.crt', [{ sslRootCert: '/etc/c++/ca.crt' }]],
  ['postgres://a,b?target_session_attrs=read-write&connect_timeout=3', [{ host: 'a' }, { host: 'b' }]],
  ['postgres://db?target_session_attrs=any&application_name=x&channel_binding=prefer&gssencmode=disable', [{}]],
];

test.each(good)('%s', (text, expected) => {
  expect(parseAddresses(text)).toEqual({ addresses: expected.map((each) => ({ ...usual, ...each })) });
});

const WRITTEN = 'it is written postgres://user:password@host:5432/database';
const HOSTS = 'one of its hosts or ports cannot be read';
const bad: [string, string][] = [
  ['', WRITTEN],
  ['db', WRITTEN],
  ['db:5432/people', WRITTEN],
  ['mysql://db', WRITTEN],
  ['http://db', WRITTEN],
  ['postgres:db', WRITTEN],
  ['postgres://', WRITTEN],
  ['postgres:///people', WRITTEN],
  ['postgres://ann@/people', WRITTEN],
  ['postgres://a@b@db/people', WRITTEN],
  ['postgres://db/people#part', WRITTEN],
  ['postgres://a,,b', HOSTS],
  ['postgres://a,', HOSTS],
  ['postgres://db:0', HOSTS],
  ['postgres://db:65536', HOSTS],
  ['postgres://db:five', HOSTS],
  ['postgres://db:-1', HOSTS],
  ['postgres://::1', HOSTS],
  ['postgres://[::1', HOSTS],
  ['postgres://[]', HOSTS],
  ['postgres://a b', HOSTS],
  ['postgres://ann:50%@db', 'its percent-encoding is broken'],
  ['postgres://%ff@db', 'its percent-encoding is broken'],
  ['postgres://db?sslmode=on', 'its sslmode is none of disable, allow, prefer, require, verify-ca, verify-full'],
  ['postgres://db?sslmode=', 'its sslmode is none of disable, allow, prefer, require, verify-ca, verify-full'],
  ['postgres://db?sslkey=/a', 'it has a parameter sslkey, which is not known here'],
  ['postgres://db?host=other', 'it has a parameter host, which is not known here'],
  ['postgres://db?target_session_attrs=standby', 'its target_session_attrs is neither read-write nor any'],
];

test.each(bad)('%s is refused', (text, fault) => {
  expect(parseAddresses(text)).toEqual({ fault });
});
