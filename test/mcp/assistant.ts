// An assistant for tests: the SDK's own client, over HTTP or over the standard input and output of `workforce mcp`.
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { MAIN } from '../harness/paths.ts';

type Part = Record<string, any>;

/** The tools that only read. */
export const READING = [
  ...['describe_resources', 'search_records', 'list_records', 'aggregate_records', 'get_insight', 'get_record'],
  'list_changes',
];

export type Assistant = {
  readonly client: Client;
  toolNames(): Promise<string[]>;
  /** The result of the tool, which is sent once, as text; or the text of its error. */
  call(tool: string, input?: Part): Promise<Part>;
  close(): Promise<void>;
};

/** Revisions of the protocol: those that open with a handshake, and the newest. */
export const revisions = ['legacy', 'auto'] as const;
export type Revision = (typeof revisions)[number];

export const overHttp = (url: string, headers: Record<string, string> = {}, revision: Revision = 'auto') =>
  connected(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }), revision);

export const overStdio = (args: string[], env: Record<string, string>, revision: Revision = 'auto') =>
  overCommand({ command: process.execPath, args: [MAIN, 'mcp', ...args], env }, revision);

type CommandLine = { command: string; args: string[]; env?: Record<string, string> };

export function overCommand({ command, args, env = {} }: CommandLine, revision: Revision = 'auto') {
  const { PATH = '', HOME = '' } = process.env;
  const how = { command, args, env: { PATH, HOME, ...env }, stderr: 'pipe' as const };
  return connected(new StdioClientTransport(how), revision);
}

async function connected(transport: Transport, mode: Revision): Promise<Assistant> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  return {
    client,
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    async call(name, input = {}) {
      const result = await client.callTool({ name, arguments: input });
      const { text } = result.content[0] as { text: string };
      if (result.isError) return { refused: text };
      if (result.content.length > 1 || result.structuredContent !== undefined) throw new Error(`Two answers: ${text}`);
      return JSON.parse(text);
    },
    close: () => client.close(),
  };
}
