/** @module local-server: a local HTTP server for tests of web tools, which records its requests. */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** A running server. `asked`: method and path of every request. */
export type LocalServer = AsyncDisposable & {
  readonly port: number;
  readonly endpoint: string;
  readonly url: string;
  readonly asked: string[];
};

/** Starts a server on a free port of 127.0.0.1. */
export async function startServer(
  listener: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>,
): Promise<LocalServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    void listener(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    port,
    endpoint: `127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}`,
    asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** The whole body of a request as text. */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
