// The processes of one PostgreSQL server: start, stop, kill, pause. server.ts has what is done in SQL.
import { appendFileSync, closeSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { reservedPort } from '../free-port.ts';
import { sweep } from '../run/sweep.ts';
import { waitUntil } from '../wait-until.ts';
import type { Installation } from './installation.ts';

export type Settings = Readonly<Record<string, string>>;

export class PostgresProcess {
  readonly host = '127.0.0.1';
  port = 0;
  #process: Bun.Subprocess | undefined;

  constructor(
    protected readonly installation: Installation,
    /** The folder of its data, which is the working directory of all its processes. */
    readonly folder: string,
  ) {}

  /** The id of its main process, while that runs. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Changes settings. Those that need a restart take effect at the next start, the others soon. */
  configure(settings: Settings): void {
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`);
    appendFileSync(join(this.folder, 'postgresql.conf'), lines.join(''));
    this.#process?.kill('SIGHUP');
  }

  /** Chooses a port outside the range of client ports, so that it is still free when the server starts again. */
  choosePort(): void {
    this.port = reservedPort(20_000, 32_000);
    this.configure({ port: String(this.port) });
  }

  /** Starts it with its data, on its port. */
  async start(): Promise<void> {
    const log = openSync(this.#log, 'w');
    const started = this.installation.spawn(['postgres', '-D', this.folder], log);
    closeSync(log);
    started.unref();
    this.#process = started;
    started.exited.then(() => {
      if (this.#process === started) this.#process = undefined;
    });
    await waitUntil(`PostgreSQL to start in ${this.folder}`, () => {
      if (this.#process !== started) throw new Error(`PostgreSQL did not start: ${this.log()}`);
      return this.#isReady();
    });
  }

  /** For the first start: chooses another port when this one is taken. */
  async startOnSomePort(attempts = 10): Promise<void> {
    try {
      await this.start();
    } catch (error) {
      if (attempts === 1 || !String(error).includes('could not bind')) throw error;
      this.choosePort();
      await this.startOnSomePort(attempts - 1);
    }
  }

  /** As pg_ctl does it: the eighth line of the file is the server's state. The file of a killed server stays. */
  #isReady(): boolean {
    const lines = orNothing(() => readFileSync(join(this.folder, 'postmaster.pid'), 'utf8').split('\n')) ?? [];
    return Number(lines[0]) === this.pid && ['ready', 'standby'].includes(lines[7]?.trim() ?? '');
  }

  get #log(): string {
    return `${this.folder}.log`;
  }

  /** What it has logged since its start. */
  log(): string {
    return readFileSync(this.#log, 'utf8');
  }

  /** Ends its sessions and writes a checkpoint. A primary also waits until its standbys have received everything. */
  stop(): Promise<void> {
    return this.kill('SIGINT');
  }

  /** Ends its main process with a signal, and waits until all its processes are gone. */
  async kill(signal: NodeJS.Signals): Promise<void> {
    this.#process?.kill(signal);
    this.resume();
    await waitUntil(`the processes in ${this.folder} to end`, () => !this.#process && this.processes().length === 0);
  }

  /** Makes it hang: connections stay open, new ones are accepted, nothing answers. */
  async pause(): Promise<void> {
    if (this.processes().length === 0) throw new Error('There is nothing to stop, or no /proc to find it in');
    await waitUntil(`the processes in ${this.folder} to stop`, () => {
      const running = this.processes().filter(({ state }) => state !== 'T');
      for (const { pid } of running) orNothing(() => process.kill(pid, 'SIGSTOP'));
      return running.length === 0;
    });
  }

  resume(): void {
    for (const { pid } of this.processes()) orNothing(() => process.kill(pid, 'SIGCONT'));
  }

  /** Its living processes, even after the main process has ended. Linux only; empty elsewhere. */
  processes(): { pid: number; state: string }[] {
    const everyone = orNothing(() => readdirSync('/proc')) ?? [];
    return everyone.flatMap((name) => {
      if (orNothing(() => readlinkSync(`/proc/${name}/cwd`)) !== this.folder) return [];
      const status = orNothing(() => readFileSync(`/proc/${name}/stat`, 'utf8')) ?? '';
      const [, state = 'X'] = /\) (\S)/.exec(status) ?? [];
      return 'ZX'.includes(state) ? [] : [{ pid: Number(name), state }];
    });
  }

  /** Ends it, whatever state it is in, and removes its data. */
  async destroy(): Promise<void> {
    await this.kill('SIGQUIT');
    await sweep(dirname(this.folder));
  }
}

/** `undefined` for a process or file that has disappeared in the meantime. */
function orNothing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
