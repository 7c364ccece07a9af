/** @module http-load: clients of a hub that do no more than send and read, so that what is timed is the server. */
import { Agent, request } from 'node:http';

/** The versions of the protocol, as clients speak them. */
export type Era = '2025-11-25' | '2026-07-28';

/** A client with one connection: `call` sends a call of a tool and answers the whole body. */
export type LoadClient = {
  readonly call: (tool: string, args: object) => Promise<string>;
  readonly close: () => void;
};

type Answer = { readonly text: string; readonly session: string | undefined };

/** Opens a client, with a session where its version has them. */
export async function loadClient(era: Era, url: string, token: string | null): Promise<LoadClient> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const base = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': era,
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  };
  let id = 0;
  const send = (method: string, params: object, headers: object): Promise<Answer> => {
    id += 1;
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
    return new Promise((resolve, reject) => {
      const sent = request(
        url,
        {
          method: 'POST',
          agent,
          headers: { ...base, ...headers, 'content-length': Buffer.byteLength(body) },
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
          response.on('end', () =>
            resolve({ text, session: response.headers['mcp-session-id']?.toString() }),
          );
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  };
  const close = (): void => agent.destroy();
  if (era === '2026-07-28') {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': era,
      'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '0' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    return {
      close,
      call: async (name, args) => {
        const headers = { 'mcp-method': 'tools/call', 'mcp-name': name };
        return (await send('tools/call', { name, arguments: args, _meta }, headers)).text;
      },
    };
  }
  const hello = {
    protocolVersion: era,
    capabilities: {},
    clientInfo: { name: 'bench', version: '0' },
  };
  const { session = '' } = await send('initialize', hello, {});
  return {
    close,
    call: async (name, args) =>
      (await send('tools/call', { name, arguments: args }, { 'mcp-session-id': session })).text,
  };
}
