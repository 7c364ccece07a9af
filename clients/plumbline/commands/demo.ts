/** @module demo: the demo command, which loads the demo on demand, since no other command uses MCP. */
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
