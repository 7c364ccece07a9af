/** @module list_tool_contracts: the tool that lists the declared tools. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import { CONTRACT } from '../run-records.ts';
import type { ToolsView } from '../view.ts';

/** Lists all contracts in brief, or one contract completely. */
export const listToolContracts = defineQuery({
  name: 'list_tool_contracts',
  title: 'List the contracts of tools',
  description:
    'Lists every declared tool with version, class, domains, digest and whether it is ready to run. With tool_id it returns the whole contract of one tool with its input and output schema.',
  branched: false,
  input: z.strictObject({
    tool_id: z
      .string()
      .min(1)
      .max(100)
      .describe('Tool whose whole contract is returned. Default: all, in brief.')
      .optional(),
  }),
  output: z.object({ contracts: z.array(CONTRACT) }),
  refusals: { INVALID_ARGUMENT: 'call list_tool_contracts without tool_id to list all names' },
  answer({ tool_id }, view: ToolsView, { refuse }) {
    const all = view.contracts();
    if (tool_id === undefined) {
      return {
        data: {
          contracts: all.map(({ contract, sha256, ready }) => {
            const { io_schema: _schemas, examples: _examples, ...short } = contract;
            return { ...short, sha256, ready };
          }),
        },
      };
    }
    const found =
      all.find(({ contract }) => contract.tool_id === tool_id) ??
      refuse('INVALID_ARGUMENT', `expected a declared tool, received \`${tool_id}\``);
    const { contract, sha256, ready } = found;
    return { data: { contracts: [{ ...contract, sha256, ready }] } };
  },
});
