/** @module servers: usages of `mcp` and `serve`. The launcher passes both to the servers, so only their help is defined here. */
import { flag, type Usage, withValue } from '../command.ts';

const offer = {
  toolsets: withValue('NAME,…', 'tools to list in addition: more, all'),
  'read-only': flag('only tools that change nothing'),
} as const;

export const mcpUsage: Usage = {
  words: 'mcp',
  operands: ['SERVER'],
  summary:
    'one server over stdio: geometry, spatial, validation, documentation, mpt, pseudo-axion, or all of them',
  options: {
    ...offer,
    init: flag('create the workspace if there is none'),
  },
};

export const serveUsage: Usage = {
  words: 'serve',
  operands: [],
  summary: 'all servers over HTTP: each at /mcp/SERVER, all of them as one at /mcp',
  options: {
    host: withValue('ADDRESS', 'listen address (default: 127.0.0.1)'),
    port: withValue('N', 'port (default: 7420; 0: any free port)'),
    'allow-host': withValue('NAME,…', 'further host names that are accepted in requests and pages'),
    sse: flag('also serve the HTTP+SSE transport of MCP before 2025-03-26, at /sse/'),
    'default-agent': flag(
      'accept requests without a token as the default agent; every user of this machine can send them',
    ),
    oauth: withValue('FILE', 'authorization servers whose access tokens are accepted: docs/hub.md'),
    'tls-cert': withValue('FILE', 'serve HTTPS with this certificate chain (PEM)'),
    'tls-key': withValue('FILE', 'private key of the certificate (PEM)'),
    control: flag('serve approvals to approvers on other machines, at /control/'),
    ...offer,
  },
};

export const viewUsage: Usage = {
  words: 'view',
  operands: [],
  summary: 'the page of the workspace: the model, what changed, and what waits for approval',
  options: {
    as: withValue('NAME', 'the agent or person whose READ permission applies (default: the owner)'),
    open: flag('open the link in the browser'),
    port: withValue('N', 'port (default: 7421, or another one if it is taken)'),
  },
};

/** Usages of all commands that start servers. */
export const SERVER_USAGES: readonly Usage[] = [mcpUsage, serveUsage, viewUsage];
