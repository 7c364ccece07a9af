/** @module demo: the command; what it runs is loaded only then, since no other command speaks MCP. */
import type { Command } from '../command.ts';

export const demoCommand: Command = {
  words: 'demo',
  takes: [],
  summary: 'the main job on a workspace of its own, with no question asked',
  options: { out: { type: 'string', value: 'DIR', help: 'where (default ./demo-out)' } },
  async run(call) {
    const { runDemo } = await import('../demo/demo.ts');
    return runDemo(call);
  },
};
