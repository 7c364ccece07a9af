/** @module server-usages: how servers are started; the launcher gives `mcp` and `serve` to them, so only their help is here. */
import type { Usage } from './command.ts';

const offer = {
  toolsets: {
    type: 'string',
    value: 'NAME,…',
    help: 'tools that are not listed otherwise: more, all',
  },
  'read-only': { type: 'boolean', help: 'only tools that change nothing' },
} as const;

export const mcpUsage: Usage = {
  words: 'mcp',
  takes: ['SERVER'],
  summary:
    'one server over stdio: geometry, spatial, validation, documentation, mpt, pseudo-axion, or all of them',
  options: {
    ...offer,
    init: { type: 'boolean', help: 'make the workspace where there is none' },
  },
};

export const serveUsage: Usage = {
  words: 'serve',
  takes: [],
  summary: 'all servers over HTTP, each below /mcp/ and all of them as one at /mcp',
  options: {
    host: { type: 'string', value: 'ADDRESS', help: 'where to listen (default: 127.0.0.1)' },
    port: { type: 'string', value: 'N', help: 'default: 7420; 0: any that is free' },
    'allow-host': {
      type: 'string',
      value: 'NAME,…',
      help: 'other names that requests and pages may come by',
    },
    sse: { type: 'boolean', help: 'the transport of before 2025-03-26 too, below /sse/' },
    'default-agent': {
      type: 'boolean',
      help: 'who shows no token is the default agent: every user of this machine',
    },
    oauth: { type: 'string', value: 'FILE', help: 'whose access tokens are taken: docs/hub.md' },
    'tls-cert': { type: 'string', value: 'FILE', help: 'speak HTTPS: certificate and chain, PEM' },
    'tls-key': { type: 'string', value: 'FILE', help: 'its private key, PEM' },
    control: { type: 'boolean', help: 'approvals for approvers elsewhere, below /control/' },
    ...offer,
  },
};

/** Of every way to start servers. */
export const SERVER_USAGES: readonly Usage[] = [mcpUsage, serveUsage];
