// The protocol over HTTP, without sessions: each request gets a server of its own and one JSON document as its answer.
// Serves the newest revision of the protocol and the older ones, which begin with a handshake.
import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  originValidationResponse,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';

export type AnswerMessage = (request: Request, message: unknown) => Promise<Response>;

export function overHttp(serverFor: (request: Request) => McpServer): AnswerMessage {
  // The list of tools never changes, so there is nothing to subscribe to.
  const newest = createMcpHandler(({ requestInfo }) => serverFor(requestInfo!), {
    legacy: 'reject',
    maxSubscriptions: 0,
  });
  return async (request, message) => {
    // The protocol requires this: a browser may call from pages of this host only.
    const host = (request.headers.get('host') ?? '').replace(/:\d*$/, '').toLowerCase();
    const refusal = originValidationResponse(request, [host]);
    if (refusal) return refusal;
    const isNewest = !(await isLegacyRequest(request, message));
    return isNewest
      ? newest.fetch(request, { parsedBody: message })
      : withHandshake(serverFor(request), request, message);
  };
}

async function withHandshake(server: McpServer, request: Request, parsedBody: unknown): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody });
  } finally {
    await server.close();
  }
}
