// The clients of this package with a named token, at a service whose reads take one: the command line, and tools for
// assistants.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { run, type Spawned, spawnService } from '../../harness/command.ts';
import { databaseSetting, demoDatabase, engines } from '../../harness/databases.ts';
import { overStdio } from '../../mcp/assistant.ts';

setDefaultTimeout(120_000);

describe.each(engines)('on the %s database', (engine) => {
  let service: Spawned;
  let token: string;
  let calendar: string;

  beforeAll(async () => {
    const place = databaseSetting(await demoDatabase(engine, 20));
    const made = async (...words: string[]) => (await run(['token', 'create', ...words], place)).stdout.trim();
    token = await made('reader', '--read', 'employees,leave', '--rows', 'employees?branch=London', '--create', 'leave');
    calendar = await made('team', '--calendar');
    const log = { WORKFORCE_LOG: 'requests', WORKFORCE_READ: 'token', WORKFORCE_DEMO: '0' };
    service = await spawnService({ ...place, ...log });
  });
  afterAll(async () => {
    service.process.kill();
    await service.process.exited;
  });

  const command = (words: string[], secret?: string) =>
    run([...words, '--url', service.url], secret === undefined ? {} : { WORKFORCE_API_TOKEN: secret });

  test('the command line reads and creates what the token may', async () => {
    const listed = await command(['list', 'employees', '--limit', '200', '--json'], token);
    expect(listed).toMatchObject({ code: 0, stderr: '' });
    const branches = JSON.parse(listed.stdout).data.map(({ branch }: { branch: string }) => branch);
    expect([branches.length > 5, new Set(branches)]).toEqual([true, new Set(['London'])]);

    const refused = await command(['list', 'departments'], token);
    expect([refused.code, refused.stdout]).toEqual([6, '']);
    expect(refused.stderr).toContain('read:departments');
    const created = await command(['create', 'organizations', '--data', '{"name":"x","slug":"x"}'], token);
    expect([created.code, created.stdout]).toEqual([6, '']);
    expect(created.stderr).toContain('create:organizations');
    for (const wrong of [undefined, 'wrong-token-0123456789', `${token.slice(0, -1)}_`]) {
      const { code, stdout, stderr } = await command(['list', 'employees'], wrong);
      expect([code, stdout]).toEqual([6, '']);
      expect(stderr).not.toContain(wrong ?? token);
    }
  });

  test('so do the tools for assistants', async () => {
    const assistant = await overStdio(['--url', service.url], { WORKFORCE_API_TOKEN: token });
    const { data } = await assistant.call('list_records', { resource: 'employees', limit: 50 });
    expect(new Set(data.map(({ branch }: { branch: string }) => branch))).toEqual(new Set(['London']));
    expect((await assistant.call('list_records', { resource: 'departments' })).refused).toContain('read:departments');
    await assistant.close();
  });

  test('neither the token nor the address of a calendar is in the log', async () => {
    const response = await fetch(service.url + calendar);
    expect([response.status, (await response.text()).startsWith('BEGIN:VCALENDAR')]).toEqual([200, true]);
    expect((await fetch(`${service.url}/api/v1/leave${calendar.slice(calendar.indexOf('?'))}`)).status).toBe(401);
    service.process.kill();
    await service.ended;
    const log = service.output() + service.errors();
    expect(log).toContain('/calendar/who-is-out.ics');
    expect(log).not.toMatch(/wf[ct]_/);
  });
});
