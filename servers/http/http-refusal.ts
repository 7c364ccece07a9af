/** @module http-refusal: a request that is refused before the MCP layer handles it. */
import type { ServerResponse } from 'node:http';

/** The refusal of a request: HTTP status, JSON-RPC code, and one sentence with the next step. */
export class HttpRefusal extends Error {
  readonly status: number;
  readonly code: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    [status, code]: readonly [status: number, code: number],
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.name = 'HttpRefusal';
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** JSON-RPC codes of requests that never reached a method. */
export const PARSE_ERROR = -32_700;
export const INVALID_REQUEST = -32_600;
/** From the range of server-defined codes. */
export const NOT_SERVED = -32_000;

/** Answers a refusal as a JSON-RPC error without an id. */
export function answerRefusal(response: ServerResponse, refusal: HttpRefusal): void {
  const { status, code, message, headers } = refusal;
  answerJson(response, { status, headers }, { jsonrpc: '2.0', id: null, error: { code, message } });
}

/** Answers with a JSON body; does nothing more if an answer has begun. */
export function answerJson(
  response: ServerResponse,
  {
    status,
    headers = {},
  }: { readonly status: number; readonly headers?: Readonly<Record<string, string>> },
  body: object,
): void {
  if (response.headersSent) {
    response.end();
    return;
  }
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  });
  response.end(text);
}
