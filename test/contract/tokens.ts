/** @module tokens: prints what listing each tool costs a model (`npm run tokens`). */
import process from 'node:process';

import { SERVERS, listedTools, operationTools, tokensOf } from './listed.ts';

/** The budget of one tool. */
const TARGET = 600;

for (const toolsets of [[], ['all']]) {
  for (const server of SERVERS) {
    const { name } = server;
    const own = listedTools(toolsets).flatMap((one) => (one.server === name ? [one.tool] : []));
    const tools = [...own, ...operationTools(server)];
    const costs = tools.map((tool) => ({ name: tool.name, tokens: tokensOf(tool) }));
    const total = costs.reduce((sum, { tokens }) => sum + tokens, 0);
    const shown = toolsets.length === 0 ? 'default' : 'all toolsets';
    process.stdout.write(`\n${name} (${shown}): ${costs.length} tools, ${total} tokens\n`);
    for (const { name: tool, tokens } of costs.toSorted((a, b) => b.tokens - a.tokens)) {
      process.stdout.write(
        `  ${tool.padEnd(24)}${String(tokens).padStart(5)}${tokens > TARGET ? '  over' : ''}\n`,
      );
    }
  }
}
