// The tools for assistants at /mcp: reads the message within our limits, and lets the tools send requests to the app as
// the client could. The protocol is the SDK's, which is loaded with the first message.
import { isObject, parseStrictJson } from '../../contract/request/strict-json.ts';
import type { Asker } from '../../fairness/asker.ts';
import type { AnswerMessage } from '../../mcp/over-http.ts';
import type { Awaitable } from '../../store/store.ts';
import type { BodyHandler, Caller, Context } from '../context.ts';
import { invalidBody } from '../request/body.ts';
import { POSITION, withOurHeaders } from '../response/responses.ts';

type Ask = (request: Request, asker: Asker) => Awaitable<Response>;

/** `ask`: the app without its limits and its log, which the message itself has passed. */
export function mcp(context: Context, ask: Ask): BodyHandler {
  let loading: Promise<AnswerMessage> | undefined;
  const callers = new WeakMap<Request, Caller>();
  return {
    async answer(request, body, caller) {
      const message = messageIn(body);
      loading ??= load(context, ask, callers);
      callers.set(request, caller);
      return withOurHeaders(await (await loading)(request, message));
    },
  };
}

/** One message: a batch could ask for more than the limits allow, and the protocol no longer has them. */
function messageIn(text: string): object {
  const { value, faults, moreFaults } = parseStrictJson(text);
  if (faults.length > 0) throw invalidBody(faults, { moreFaults });
  if (isObject(value)) return value;
  throw invalidBody([{ type: 'dict_type', loc: ['body'], msg: 'Input should be one JSON-RPC message', input: null }]);
}

const SWITCHED_OFF = 'this service lets assistants only read (WORKFORCE_MCP)';
const TOKEN_NEEDED = 'that needs the write token, as Authorization: Bearer …, and this client does not show it';

/** `callers`: who sent each message. The SDK passes on nothing but the request. */
async function load(context: Context, ask: Ask, callers: WeakMap<Request, Caller>): Promise<AnswerMessage> {
  const [{ overHttp }, { serverMaker }] = await Promise.all([
    import('../../mcp/over-http.ts'),
    import('../../mcp/server.ts'),
  ]);
  const serverOf = serverMaker(context.catalogue);
  return overHttp((request) => {
    const caller = callers.get(request)!;
    const { creates, hidden } = caller.access;
    const writes = context.mcp === 'writes' && creates.size > 0;
    const noWrites = writes ? undefined : context.mcp === 'writes' ? TOKEN_NEEDED : SWITCHED_OFF;
    const authorization = request.headers.get('authorization');
    return serverOf(
      async (path, init) => {
        const headers = new Headers(init?.headers);
        if (authorization !== null) headers.set('authorization', authorization);
        // A client that writes finds its own records, whichever replica answers.
        if (writes) headers.set(POSITION, 'newest');
        return ask(new Request(new URL(path, 'http://localhost'), { ...init, headers }), caller);
      },
      { noWrites, hidden, creates },
    );
  });
}
