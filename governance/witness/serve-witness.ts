/** @module serve-witness: serves a witness over HTTP, with limits of bytes, time and connections. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

import { refused, TEXT, type Answer, type Witness } from './witness.ts';

/** A witness that listens. */
export type WitnessService = {
  readonly url: string;
  readonly close: () => Promise<void>;
};

/** Bounds of requests; times in ms. */
export type WitnessLimits = {
  readonly bodyBytes: number;
  /** For the headers, and for the whole request. */
  readonly headersMs: number;
  readonly requestMs: number;
  readonly connections: number;
};

/** The default limits. A note with the maximum number of signatures is shorter than `bodyBytes`. */
const LIMITS: WitnessLimits = {
  bodyBytes: 64 * 1024,
  headersMs: 5000,
  requestMs: 10_000,
  connections: 256,
};
const HEADER_BYTES = 8 * 1024;
const KEEP_ALIVE_MS = 5000;
/** Interval of the check for slow connections. */
const SWEEP_MS = 1000;
const CHECKPOINT = /^\/([0-9a-f]{64})\/checkpoint$/;

/** Listens until it is closed; `log` gets the reasons of failed requests. Rejects if the address cannot be used. */
export async function serveWitness(
  witness: Witness,
  address: { readonly host: string; readonly port: number },
  {
    log,
    limits = LIMITS,
  }: { readonly log: (line: string) => void; readonly limits?: WitnessLimits },
): Promise<WitnessService> {
  const server = createServer(
    {
      maxHeaderSize: HEADER_BYTES,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: Math.min(SWEEP_MS, limits.headersMs),
    },
    (request, response) => {
      void answerOf(witness, request, limits, log).then((answer) => send(response, answer));
    },
  );
  server.maxConnections = limits.connections;
  await listen(server, address);
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : address.port;
  const host = address.host.includes(':') ? `[${address.host}]` : address.host;
  return {
    url: `http://${host}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answerOf(
  witness: Witness,
  request: IncomingMessage,
  limits: WitnessLimits,
  log: (line: string) => void,
): Promise<Answer> {
  const path = request.url ?? '';
  const digest = CHECKPOINT.exec(path)?.[1];
  try {
    if (digest !== undefined) {
      if (request.method !== 'GET') return refused(405, 'expected GET');
      const note = witness.newest(digest);
      return note === null
        ? refused(404, 'no checkpoint')
        : { status: 200, type: TEXT, body: note };
    }
    if (path !== '/add-checkpoint') return refused(404, 'expected /add-checkpoint');
    if (request.method !== 'POST') return refused(405, 'expected POST');
    const bytes = await bodyOf(request, limits.bodyBytes);
    if (bytes === null) return refused(413, `the body has more than ${limits.bodyBytes} bytes`);
    const body = decodeUtf8(bytes);
    return body === null ? refused(400, 'the body is not UTF-8') : witness.addCheckpoint(body);
  } catch (error) {
    if (request.destroyed && !request.complete) return refused(400, 'the body ended too early');
    // Errors of the disk or the state are reported to the operator only.
    log(`a request was not answered: ${error instanceof Error ? error.message : String(error)}`);
    return refused(500, 'the witness cannot sign at present');
  }
}

/** The whole body; null if it is longer than `limit`. Rejects if the connection ends earlier. */
async function bodyOf(request: IncomingMessage, limit: number): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return null;
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    const bytes = Buffer.from(part);
    size += bytes.length;
    if (size > limit) return null;
    parts.push(bytes);
  }
  return Buffer.concat(parts);
}

function decodeUtf8(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function send(response: ServerResponse, { status, type, body }: Answer): void {
  // Unread bytes of a request must not be interpreted as the next one.
  const ends = response.req.complete ? {} : { connection: 'close' };
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', ...ends });
  response.end(body);
}

function listen(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
