/** @module landing: the page for a person who opens the address of a hub in a browser. */
import type { ServerResponse } from 'node:http';

/** A path of a hub, and what it serves. */
export type ServedPath = { readonly path: string; readonly title: string };

/** What a hub serves, and what its clients need. */
type Served = {
  readonly paths: readonly ServedPath[];
  readonly needsToken: boolean;
  readonly hasControl: boolean;
  readonly hasView: boolean;
};

/** Answers with the paths of the hub as text. It names nothing of the workspace, since anyone who reaches the hub may read it. */
export function answerLanding(
  response: ServerResponse,
  { paths, needsToken, hasControl, hasView }: Served,
): void {
  const width = Math.max(...paths.map(({ path }) => path.length));
  const text = [
    'Plumbline hub',
    '',
    hasView
      ? 'This address serves MCP clients. A person can look at the building at /view.'
      : 'This address serves MCP clients; there is nothing to see in a browser.',
    'To connect a client, add one of these paths to the address of the hub:',
    '',
    ...paths.map(({ path, title }) => `  ${path.padEnd(width)}  ${title}`),
    '',
    needsToken
      ? 'Each client sends a token: `plumbline agent token NAME` in the workspace creates it.'
      : 'A client without a token acts as the default agent.',
    ...(hasControl
      ? ['Approvers use `plumbline approvals list --hub ADDRESS --as NAME`, which reads /control/.']
      : []),
    '`plumbline config --for HOST --http ADDRESS` prints the configuration of a client.',
    '`/healthz` reports whether the hub can write its log.',
    '',
  ].join('\n');
  response.writeHead(200, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(text);
}
