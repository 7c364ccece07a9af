/** @module tool_analytics: figures of past runs. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import type { ToolsView } from '../view.ts';

/** Returns counts, prices, times, refusals and trend by tool. */
export const toolAnalytics = defineQuery({
  name: 'tool_analytics',
  title: 'Summarise past tool runs',
  description:
    'Summarises the last runs on the ledger by tool: runs, outputs, refusals by code, timeouts, gas and latency as percentiles, and whether refusals grow. complete is false where the log is longer than what was looked through for them (50,000 events).',
  branched: false,
  input: z.strictObject({
    window: z.int().min(1).max(10_000).describe('Runs to look at, the last ones.').default(1000),
  }),
  output: z.object({
    runs: z.number(),
    complete: z.boolean(),
    tools: z.array(z.looseObject({})),
  }),
  refusals: {},
  async answer({ window }, view: ToolsView, { principal }) {
    const { runs, complete, tools } = await view.analytics(principal, window);
    return { data: { runs, complete, tools: [...tools] } };
  },
});
