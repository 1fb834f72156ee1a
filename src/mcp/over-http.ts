// The protocol over HTTP, without sessions: each request gets a server of its own and is answered with one JSON document,
// in the newest revision of the protocol or in those that open with a handshake.
import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  originValidationResponse,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';

export type AnswerMessage = (request: Request, message: unknown) => Promise<Response>;

export function overHttp(serverFor: (request: Request) => McpServer): AnswerMessage {
  // Nothing here ever changes, so nobody has to wait for news on an open connection.
  const newest = createMcpHandler(({ requestInfo }) => serverFor(requestInfo!), {
    legacy: 'reject',
    maxSubscriptions: 0,
  });
  return async (request, message) => {
    // As the protocol demands: a browser may call from pages of this very host only.
    const host = (request.headers.get('host') ?? '').replace(/:\d*$/, '').toLowerCase();
    const stranger = originValidationResponse(request, [host]);
    if (stranger) return stranger;
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
