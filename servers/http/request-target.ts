/** @module request-target: the path of a request, if it can be read in only one way. */
import type { IncomingMessage } from 'node:http';

import { HttpRefusal, INVALID_REQUEST } from './http-refusal.ts';

/** Headers that determine caller and target: if one occurs twice, a proxy may have read the other. */
const ONCE = ['host', 'authorization', 'origin', 'mcp-session-id', 'mcp-protocol-version'];

/**
 * The path of a request. Refuses (400) a duplicate header and a target that is not a path in its shortest form: a request
 * that a proxy has admitted by its path must not reach another path here.
 */
export function pathOf({ url = '', headersDistinct }: IncomingMessage): string {
  const twice = ONCE.find((name) => (headersDistinct[name]?.length ?? 0) > 1);
  if (twice !== undefined) throw malformed(`the header \`${twice}\` occurs twice; send it once`);
  const path = url.split('?', 1)[0] ?? '';
  if (path.startsWith('/') && URL.parse(`http://localhost${url}`)?.pathname === path) return path;
  throw malformed('the request target is not a plain path; use the documented address');
}

function malformed(message: string): HttpRefusal {
  return new HttpRefusal([400, INVALID_REQUEST], message);
}
