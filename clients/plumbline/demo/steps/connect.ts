/** @module connect: the servers as child processes, and an agent that connects to them. */
import { connectAgent } from '../agent-client.ts';
import { check, type Step } from '../context.ts';

export const connectStep: Step = {
  title: 'an agent connects to two servers over stdio',
  async run({ dir, print, results, onEnd }) {
    const geometry = await connectAgent('geometry', dir, ['--toolsets', 'more']);
    onEnd(geometry.close);
    const spatial = await connectAgent('spatial', dir);
    onEnd(spatial.close);
    results.agents = { geometry, spatial };
    for (const [name, agent] of Object.entries(results.agents)) {
      const tools = await agent.tools();
      check(tools.includes('get_operation'), `get_operation on the ${name} server`, tools);
      print(`${name}: ${tools.length} tools: ${tools.join(', ')}`);
    }
  },
};
