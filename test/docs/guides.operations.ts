// The guides are right: the commands of each run from top to bottom in one shell, with a service of its own. Their
// output has to be that of the guide, in which "…" stands for anything.
import { expect, setDefaultTimeout, test } from 'bun:test';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { spawnService } from '../harness/command.ts';
import { demoDatabase } from '../harness/databases.ts';
import { MAIN, repositoryFile } from '../harness/paths.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';

setDefaultTimeout(120_000);

const guides = readdirSync(repositoryFile('docs/guides')).filter((name) => name.endsWith('.md'));

/** What a guide tells to start the service with, where that is more than a write token. */
const settingsOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'access.md': { WORKFORCE_READ: 'token', WORKFORCE_DOCUMENTS: 'token' },
};

type Step = { readonly commands: string; readonly output: string | undefined };

/** The blocks of commands, each with the output that the guide shows after it, if any. */
function stepsOf(guide: string): Step[] {
  const blocks = [...guide.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, kind, text]) => ({ kind, text: text! }));
  return blocks.flatMap(({ kind, text }, i) => {
    const next = blocks[i + 1];
    return kind === 'sh' ? [{ commands: text, output: next && next.kind !== 'sh' ? next.text : undefined }] : [];
  });
}

const END = '--- end of step';

/** The output of each step. A step that fails is the last. */
async function runSteps(steps: readonly Step[], url: string, folder: string, data: string): Promise<string[]> {
  const workforce = `${process.execPath} ${MAIN}`;
  const script = steps
    .map(({ commands }) => `${commands}\nprintf '\\n${END}\\n'\n`)
    .join('')
    .replaceAll('http://127.0.0.1:8080', url)
    .replaceAll('npx workforce', workforce);
  const shell = Bun.spawn(['bash', '-euc', `exec 2>&1; ${script}`], {
    cwd: folder,
    env: { ...process.env, WORKFORCE_DATA: data, NO_COLOR: '1' },
  });
  return (await new Response(shell.stdout).text()).split(`\n${END}\n`);
}

const pattern = (output: string): RegExp => {
  const parts = output.trim().split('…');
  return new RegExp(`^${parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('[\\s\\S]*?')}$`);
};

test.each(guides)('%s', async (name) => {
  const steps = stepsOf(await Bun.file(repositoryFile(`docs/guides/${name}`)).text());
  const folder = temporaryFolder();
  mkdirSync(`${folder}/docs/guides`, { recursive: true });
  symlinkSync(repositoryFile('docs/guides/files'), `${folder}/docs/guides/files`);
  const data = await demoDatabase('embedded', 90);
  const service = await spawnService({
    WORKFORCE_DATA: data,
    WORKFORCE_API_TOKEN: 'choose-a-token',
    WORKFORCE_WORKERS: '1',
    ...settingsOf[name],
  });
  try {
    const printed = await runSteps(steps, service.url, folder, data);
    for (const [i, { commands, output }] of steps.entries()) {
      const said = printed[i]?.replaceAll('\r', '').replaceAll('}{', '}\n{').trim();
      expect({ commands, said, isLast: i === printed.length - 1 }).toEqual({
        commands,
        said: output === undefined ? expect.any(String) : expect.stringMatching(pattern(output)),
        isLast: false,
      });
    }
  } finally {
    service.process.kill('SIGTERM');
    await service.process.exited;
  }
});

test('every guide is in the README', async () => {
  const readme = await Bun.file(repositoryFile('README.md')).text();
  for (const name of guides) expect(readme).toContain(`docs/guides/${name}`);
});
