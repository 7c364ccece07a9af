#!/usr/bin/env node
/** @module plumbline: starts a server or the command line, depending on the first word. */
import process from 'node:process';

import { launch } from './launch.js';

await launch(
  'plumbline',
  isServer(process.argv.slice(2)) ? 'servers/main' : 'clients/plumbline/main',
);

/** Whether a server is requested: `mcp` or `serve`, possibly after `--workspace DIR` and switches, and without `--help`. */
function isServer(list) {
  let index = 0;
  while (list[index]?.startsWith('-')) index += list[index] === '--workspace' ? 2 : 1;
  return (
    ['mcp', 'serve', 'view'].includes(list[index]) &&
    !list.includes('--help') &&
    !list.includes('-h')
  );
}
