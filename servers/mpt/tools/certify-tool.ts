/** @module certify_tool: the tool that checks a tool contract against the rules of certification. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import type { ToolsView } from '../view.ts';

/** Certifies a contract, and its runner if one is registered. */
export const certifyTool = defineJob({
  name: 'certify_tool',
  title: 'Certify the contract of a tool',
  description:
    'Checks a tool contract against every rule of certification: form, schemas, bounds, examples and, if a runner of that name exists, output, repetition, refusal and stopping. Examples share one budget (30 s, 256 MB, 6000 gas). incomplete: no runner could be tried. Registers nothing.',
  action: 'CREATE',
  openWorld: true,
  input: z.strictObject({
    contract: z
      .record(z.string(), z.unknown())
      .describe(
        'Contract to check: {tool_id, version, io_schema, safety_level, class, determinism, domains, examples}.',
      ),
  }),
  output: z.object({
    tool_id: z.string().nullable(),
    contract_sha256: z.string().nullable(),
    status: z.enum(['certified', 'incomplete', 'refused']),
    checks: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        outcome: z.enum(['pass', 'fail', 'not_evaluated']),
        because: z.string(),
      }),
    ),
  }),
  refusals: {},
  async run({ contract }, view: ToolsView, caller) {
    const { result, events } = await view.certify(contract, caller);
    return { data: { ...result, checks: [...result.checks] }, events };
  },
});
