/** @module tool_analytics: the tool that summarises past runs. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import { TOOL_FIGURES } from '../run-records.ts';
import type { ToolsView } from '../view.ts';

/** Returns counts, gas, latency, refusals and their trend by tool. */
export const toolAnalytics = defineQuery({
  name: 'tool_analytics',
  title: 'Summarise past tool runs',
  description:
    'Summarises the last runs by tool: runs, outputs, refusals by code, timeouts, percentiles of gas and latency, and the trend of refusals. complete is false if older runs may lie beyond the 50,000 events that were searched.',
  branched: false,
  input: z.strictObject({
    window: z
      .int()
      .min(1)
      .max(10_000)
      .describe('Number of latest runs to summarise.')
      .default(1000),
  }),
  output: z.object({
    runs: z.number(),
    complete: z.boolean(),
    tools: z.array(TOOL_FIGURES),
  }),
  refusals: {},
  async answer({ window }, view: ToolsView, { principal }) {
    const { runs, complete, tools } = await view.analytics(principal, window);
    return { data: { runs, complete, tools: [...tools] } };
  },
});
