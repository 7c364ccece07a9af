#!/usr/bin/env node
/** @module plumbline: starts the part that the first word asks for: a server, or the command line. */
import process from 'node:process';

import { launch } from './launch.js';

await launch(
  'plumbline',
  isServer(process.argv.slice(2)) ? 'servers/main' : 'clients/plumbline/main',
);

/** `mcp` and `serve` are servers, unless their help is asked for; `--workspace DIR` and switches may stand before. */
function isServer(list) {
  let index = 0;
  while (list[index]?.startsWith('-')) index += list[index] === '--workspace' ? 2 : 1;
  return ['mcp', 'serve'].includes(list[index]) && !list.includes('--help') && !list.includes('-h');
}
