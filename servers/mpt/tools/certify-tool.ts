/** @module certify_tool: checks a contract against the rules. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import type { ToolsView } from '../view.ts';

/** Certifies a contract, and its runner if one is registered. */
export const certifyTool = defineJob({
  name: 'certify_tool',
  title: 'Certify the contract of a tool',
  description:
    'Holds a tool contract to every rule of certification: form, schemas, bounds, examples, and, where a runner of that name is here, output, repetition, refusal and stopping. Examples pass the gates of any run and share the budget of one (30 s, 256 MB, 6000 gas). Answers rule by rule; incomplete where no runner could be tried. Registers nothing.',
  action: 'CREATE',
  openWorld: true,
  input: z.strictObject({
    contract: z
      .record(z.string(), z.unknown())
      .describe(
        '{tool_id, version, io_schema, safety_level, class, determinism, domains, examples}.',
      ),
  }),
  output: z.object({
    tool_id: z.string().nullable(),
    contract_sha256: z.string().nullable(),
    status: z.enum(['certified', 'incomplete', 'refused']),
    checks: z.array(z.looseObject({})),
  }),
  refusals: {},
  async run({ contract }, view: ToolsView, caller) {
    const { result, events } = await view.certify(contract, caller);
    return { data: { ...result, checks: [...result.checks] }, events };
  },
});
