// Two independent tools that read openapi.json: Prism, a proxy that reports where requests and answers differ from the
// document, and Specmatic, which makes its own requests from it. They are installed in a folder of their own; Specmatic
// needs Java.
import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { freePort } from '../../harness/free-port.ts';
import { repositoryFile } from '../../harness/paths.ts';

const TOOLS = repositoryFile('test/proofs/contract/tools/');

export async function installTools(): Promise<void> {
  const child = Bun.spawn(['npm', 'ci', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel', 'error'], {
    cwd: TOOLS,
    stdout: 'ignore',
    stderr: 'inherit',
  });
  if ((await child.exited) !== 0) throw new Error('The tools cannot be installed');
}

export type Prism = { readonly url: string; stop(): Promise<void> };

/** Starts Prism in front of the API at `base`. It forwards everything and reports violations in a header. */
export async function startPrism(documentPath: string, base: string): Promise<Prism> {
  const port = freePort();
  const main = `${TOOLS}node_modules/@stoplight/prism-cli/dist/index.js`;
  const args = ['proxy', documentPath, base, '--port', String(port), '--host', '127.0.0.1', '--verboseLevel', 'silent'];
  const child = Bun.spawn(['node', main, ...args], { stdout: 'ignore', stderr: 'inherit' });
  for (let tries = 0; !(await answers(port)); tries++) {
    if (tries > 300 || child.exitCode !== null) throw new Error('Prism does not start');
    await Bun.sleep(100);
  }
  const stop = async () => {
    child.kill();
    await child.exited;
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

export type Objection = { readonly location: readonly string[]; readonly code: string; readonly message: string };

/** The violations that Prism reports. Very many of them have no details; they count as violations of the request. */
export function objections(response: Response): Objection[] {
  const sent = response.headers.get('sl-violations') ?? '[]';
  return sent.startsWith('[') ? JSON.parse(sent) : [{ location: ['request'], code: 'many', message: sent }];
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

export type SpecmaticTest = {
  readonly scenario: string;
  readonly passed: boolean;
  /** Whether the request was meant to be valid. */
  readonly positive: boolean;
  readonly status: number;
  readonly body: unknown;
  readonly answer: any;
};

/** Lets Specmatic test the API at `base` for at most `minutes`, and returns the tests it did. */
export async function runSpecmatic(document: object, base: string, token: string, folder: string, minutes: number) {
  mkdirSync(folder, { recursive: true });
  await Bun.write(`${folder}/openapi.json`, JSON.stringify(document));
  const settings = [
    'version: 2',
    'contracts:',
    '  - provides: [openapi.json]',
    'test:',
    '  resiliencyTests: { enable: all }',
  ];
  await Bun.write(`${folder}/specmatic.yaml`, `${settings.join('\n')}\n`);
  const jar = `${TOOLS}node_modules/specmatic/specmatic.jar`;
  const log = `${folder}/log`;
  const child = Bun.spawn(['java', '-Xmx1g', '-jar', jar, 'test', 'openapi.json', `--testBaseURL=${base}`], {
    cwd: folder,
    // The variable has the name of the security scheme of the document.
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', bearer: token },
    stdout: Bun.file(log),
    stderr: 'ignore',
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), minutes * 60_000);
  await child.exited;
  clearTimeout(timer);
  return { tests: testsIn(await Bun.file(log).text()), finished: child.signalCode === null };
}

const OUTCOME = /^(\+ve|-ve)? *Scenario: (.*) has (SUCCEEDED|FAILED)$/m;

function testsIn(log: string): SpecmaticTest[] {
  return log.split('--------------------\n').flatMap((block) => {
    const outcome = OUTCOME.exec(block);
    if (!outcome) return [];
    const [request = '', response = ''] = block.slice(0, outcome.index).split(/\n *Response at .*\n/);
    const status = Number(/^ *(\d{3}) /.exec(response)?.[1]);
    const { 1: sign, 2: scenario = '', 3: verdict } = outcome;
    return [
      {
        scenario,
        passed: verdict === 'SUCCEEDED',
        positive: sign !== '-ve',
        status,
        body: jsonIn(request),
        answer: jsonIn(response),
      },
    ];
  });
}

/** The JSON body of a message in the log. */
function jsonIn(part: string): unknown {
  const text = part
    .split(/\n *\n/)
    .slice(1)
    .join('\n')
    .trim();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
