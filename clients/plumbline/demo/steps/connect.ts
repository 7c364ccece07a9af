/** @module connect: the servers as child processes, and an agent that connects to them. */
import { connectAgent } from '../agent-client.ts';
import { check, type Step } from '../context.ts';

export const connectStep: Step = {
  title: 'an agent connects to two servers over stdio',
  async run({ dir, say, memory, atEnd }) {
    const geometry = await connectAgent('geometry', dir, ['--toolsets', 'more']);
    atEnd(geometry.close);
    const spatial = await connectAgent('spatial', dir);
    atEnd(spatial.close);
    memory.agents = { geometry, spatial };
    for (const [name, agent] of Object.entries(memory.agents)) {
      const tools = await agent.tools();
      check(tools.includes('get_operation'), `get_operation on the ${name} server`, tools);
      say(`${name}: ${tools.length} tools: ${tools.join(', ')}`);
    }
  },
};
