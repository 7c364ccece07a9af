/** @module request-target: which path a request names, where there is one way alone to read it. */
import type { IncomingMessage } from 'node:http';

import { HttpRefusal, INVALID_REQUEST } from './http-refusal.ts';

/** Fields that say who asks for what: of two, a proxy may have read the other one. */
const ONCE = ['host', 'authorization', 'origin', 'mcp-session-id', 'mcp-protocol-version'];

/**
 * The path of a request. Refuses (400) one with a field twice that may be there once, and a target that is not a path in
 * its shortest form: what a proxy before the hub lets through by its path must not lead elsewhere here.
 */
export function pathOf({ url = '', headersDistinct }: IncomingMessage): string {
  const twice = ONCE.find((name) => (headersDistinct[name]?.length ?? 0) > 1);
  if (twice !== undefined) throw malformed(`the header \`${twice}\` is there twice; send one`);
  const path = url.split('?', 1)[0] ?? '';
  if (path.startsWith('/') && URL.parse(`http://localhost${url}`)?.pathname === path) return path;
  throw malformed(
    'the target of the request is no plain path; send the address as it is documented',
  );
}

function malformed(message: string): HttpRefusal {
  return new HttpRefusal([400, INVALID_REQUEST], message);
}
