// One PostgreSQL server: its databases, its standbys, and what is done to them in SQL.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { waitUntil } from '../wait-until.ts';
import type { Installation } from './installation.ts';
import { PostgresProcess, type Settings } from './process.ts';

/** For servers with standbys: standbys find a new primary at once, and it still has the WAL that they lack. */
const REPLICATION: Settings = {
  wal_retrieve_retry_interval: '100ms',
  wal_receiver_timeout: '5s',
  wal_sender_timeout: '10s',
  wal_keep_size: '256MB',
};

export async function newServer(installation: Installation): Promise<PostgresServer> {
  return new PostgresServer(installation, join(await installation.newFolder(), 'data'));
}

/** Makes a database on the server of a URL, empty or as a copy of another there, and returns the URL of the new one. */
export async function createDatabase(server: string, template = 'template0'): Promise<string> {
  const name = `workforce_test_${crypto.randomUUID().replaceAll('-', '')}`;
  await query(server, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

export async function query(url: string, text: string): Promise<any[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await sql.unsafe(text);
  } finally {
    await sql.end();
  }
}

/** Runs a statement, and keeps its connection open, with the locks that it has taken, until the caller ends it. */
export async function keptOpen(url: string, text: string): Promise<() => Promise<void>> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await sql.unsafe(text);
  return () => sql.end();
}

export class PostgresServer extends PostgresProcess {
  /** The servers of the cluster, this one included. The primary comes first. */
  #members: PostgresServer[] = [this];

  url(database = 'postgres'): string {
    return `postgres://postgres@${this.host}:${this.port}/${database}`;
  }

  createDatabase(template?: string): Promise<string> {
    return createDatabase(this.url(), template);
  }

  /** Runs one statement on a connection of its own. */
  query(text: string, database?: string): Promise<any[]> {
    return query(this.url(database), text);
  }

  override choosePort(): void {
    super.choosePort();
    this.#reconfigureMembers();
  }

  #reconfigureMembers(): void {
    for (const member of this.#members) member.#follow();
  }

  /** Makes this server follow whichever of the others is primary. Without effect while it is primary itself. */
  #follow(): void {
    const others = this.#members.filter((member) => member !== this);
    const list = (key: 'host' | 'port') => others.map((member) => member[key]).join(',');
    const rest = `user=postgres application_name=${this.#name} target_session_attrs=read-write connect_timeout=2`;
    if (others.length > 0) this.configure({ primary_conninfo: `host=${list('host')} port=${list('port')} ${rest}` });
  }

  get #name(): string {
    return `standby_${this.port}`;
  }

  async standby(options: { settings?: Settings } = {}): Promise<PostgresServer> {
    const [standby] = await this.standbys(1, options);
    return standby!;
  }

  /** Makes standbys, and returns when they replicate. This server is stopped for a moment meanwhile. */
  async standbys(count: number, { settings = {} }: { settings?: Settings } = {}): Promise<PostgresServer[]> {
    await this.stop();
    this.configure(REPLICATION);
    const made: PostgresServer[] = [];
    for (let left = count; left > 0; left--) made.push(await this.#copy(settings));
    await this.start();
    this.#members.push(...made);
    for (const standby of made) {
      standby.#members = this.#members;
      standby.choosePort();
    }
    // One after the other: when one has to take another port, the running ones are reconfigured.
    for (const standby of made) await standby.startOnSomePort();
    await waitUntil('the standbys to follow', async () => {
      const rows = await this.query(
        "SELECT application_name AS name FROM pg_stat_replication WHERE state = 'streaming'",
      );
      return made.every((standby) => rows.some(({ name }) => name === standby.#name));
    });
    return made;
  }

  async #copy(settings: Settings): Promise<PostgresServer> {
    const standby = await newServer(this.installation);
    await this.installation.run(['cp', '-RP', this.folder, standby.folder]);
    standby.configure(settings);
    writeFileSync(join(standby.folder, 'standby.signal'), '');
    return standby;
  }

  /** Makes a standby the primary, and returns when it accepts writes. */
  async promote(): Promise<void> {
    const [row] = await this.query('SELECT pg_promote(true, 60) AS done');
    if (!row.done) throw new Error(`The server was not promoted: ${this.log()}`);
    // Standbys find a new primary by themselves, but they would wait forever for an old one that hangs.
    this.#leave();
    this.#members.unshift(this);
    this.#reconfigureMembers();
  }

  /** Makes a standby lag: it receives new data and does not show it. */
  async pauseReplay(): Promise<void> {
    await this.query('SELECT pg_wal_replay_pause()');
    await waitUntil('replay to pause', async () => {
      const [row] = await this.query('SELECT pg_get_wal_replay_pause_state() AS state');
      return row.state === 'paused';
    });
  }

  async resumeReplay(): Promise<void> {
    await this.query('SELECT pg_wal_replay_resume()');
  }

  override async destroy(): Promise<void> {
    this.#leave();
    await super.destroy();
  }

  #leave(): void {
    const index = this.#members.indexOf(this);
    if (index >= 0) this.#members.splice(index, 1);
  }
}
