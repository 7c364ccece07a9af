/** @module modern-server: a service as an MCP server of the protocol of 2026-07-28, where every request stands alone. */
import { ProtocolError, Server } from '@modelcontextprotocol/server';

import {
  callTool,
  type Introduction,
  listResources,
  listTools,
  readResource,
  RequestFault,
  type Service,
} from './requests.ts';

/** The SDK's low-level server over a service; one is made for each request over HTTP, and for each connection over stdio. */
export function modernServer(service: Promise<Service>, about: Introduction): Server {
  const { name, title, version, instructions } = about;
  const server = new Server(
    { name: `plumbline-${name}`, title, version },
    { capabilities: { tools: {}, resources: {} }, instructions },
  );
  server.setRequestHandler('tools/list', () => listTools(service));
  server.setRequestHandler('tools/call', ({ params }, { mcpReq }) => {
    const progressToken = params._meta?.progressToken;
    return callTool(service, {
      name: params.name,
      arguments: params.arguments,
      signal: mcpReq.signal,
      progress:
        progressToken === undefined
          ? null
          : (progress, total, message) => {
              void mcpReq.notify({
                method: 'notifications/progress',
                params: { progressToken, progress, total, message },
              });
            },
    });
  });
  server.setRequestHandler('resources/list', () => listResources(service));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
  server.setRequestHandler('resources/read', async ({ params }) => {
    try {
      return await readResource(service, params.uri);
    } catch (error) {
      if (!(error instanceof RequestFault)) throw error;
      throw new ProtocolError(error.code, error.message, error.data);
    }
  });
  return server;
}
