// PostgreSQL as processes in a folder: started, stopped, killed, made to hang. What is asked of it in SQL is the business of
// postgres-server.ts.
import { appendFileSync, closeSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { waitUntil } from '../wait-until.ts';
import { type Home, sweep } from './installation.ts';

export type Settings = Readonly<Record<string, string>>;

export class PostgresProcess {
  readonly host = '127.0.0.1';
  port = 0;
  #process: Bun.Subprocess | undefined;

  constructor(
    protected readonly home: Home,
    /** Its data. All of its processes have it as their working directory. */
    readonly folder: string,
  ) {}

  /** Of the first of its processes, while there is one. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Changes settings: those that need a restart with the next start, the others soon. */
  configure(settings: Settings): void {
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`);
    appendFileSync(join(this.folder, 'postgresql.conf'), lines.join(''));
    this.#process?.kill('SIGHUP');
  }

  /** Outside the range that clients are given ports from, so that it is still free when the server starts again. */
  choosePort(): void {
    this.port = 20_000 + Math.floor(Math.random() * 12_000);
    this.configure({ port: String(this.port) });
  }

  /** With the data that is there, on the port that was chosen. */
  async start(): Promise<void> {
    const log = openSync(this.#log, 'w');
    const started = this.home.spawn(['postgres', '-D', this.folder], log);
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

  /** For the first start: another may have the port already. */
  async startOnSomePort(attempts = 10): Promise<void> {
    try {
      await this.start();
    } catch (error) {
      if (attempts === 1 || !String(error).includes('could not bind')) throw error;
      this.choosePort();
      await this.startOnSomePort(attempts - 1);
    }
  }

  /** As pg_ctl does: the eighth line is what the server says of itself. The file of a killed one stays. */
  #isReady(): boolean {
    const lines = orNothing(() => readFileSync(join(this.folder, 'postmaster.pid'), 'utf8').split('\n')) ?? [];
    return Number(lines[0]) === this.pid && ['ready', 'standby'].includes(lines[7]?.trim() ?? '');
  }

  get #log(): string {
    return `${this.folder}.log`;
  }

  /** What it has said since it was started. */
  log(): string {
    return readFileSync(this.#log, 'utf8');
  }

  /** Ends its sessions and writes a checkpoint; a primary also waits until its standbys have received everything. */
  stop(): Promise<void> {
    return this.kill('SIGINT');
  }

  /** Sends the first of its processes a signal that ends it, and waits until all of them are gone. */
  async kill(signal: NodeJS.Signals): Promise<void> {
    this.#process?.kill(signal);
    this.resume();
    await waitUntil(`the processes in ${this.folder} to end`, () => !this.#process && this.processes().length === 0);
  }

  /** Plays a host that hangs: connections stay open, new ones are made, nothing answers. */
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

  /** Those that are alive, also such as have lost the first. On Linux only; elsewhere the first speaks for all. */
  processes(): { pid: number; state: string }[] {
    const everyone = orNothing(() => readdirSync('/proc')) ?? [];
    return everyone.flatMap((name) => {
      if (orNothing(() => readlinkSync(`/proc/${name}/cwd`)) !== this.folder) return [];
      const status = orNothing(() => readFileSync(`/proc/${name}/stat`, 'utf8')) ?? '';
      const [, state = 'X'] = /\) (\S)/.exec(status) ?? [];
      return 'ZX'.includes(state) ? [] : [{ pid: Number(name), state }];
    });
  }

  /** Ends it, whatever state it is in, and takes its data away. */
  async destroy(): Promise<void> {
    await this.kill('SIGQUIT');
    await sweep(dirname(this.folder));
  }
}

/** Processes and their files go away while one looks. */
function orNothing<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
