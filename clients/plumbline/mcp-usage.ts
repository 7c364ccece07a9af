/** @module mcp-usage: how servers are started; the launcher gives `mcp` to them, so only its help is here. */
import type { Usage } from './command.ts';

export const mcpUsage: Usage = {
  words: 'mcp',
  takes: ['SERVER'],
  summary:
    'one server over stdio: geometry, spatial, validation, documentation, mpt, pseudo-axion, or all of them',
  options: {
    toolsets: {
      type: 'string',
      value: 'NAME,…',
      help: 'tools that are not listed otherwise: more, all',
    },
    'read-only': { type: 'boolean', help: 'only tools that change nothing' },
    init: { type: 'boolean', help: 'make the workspace where there is none' },
  },
};
