/** @module list_tool_contracts: the declared tools. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import type { ToolsView } from '../view.ts';

/** Returns the registry of tools. */
export const listToolContracts = defineQuery({
  name: 'list_tool_contracts',
  title: 'List the contracts of tools',
  description:
    'Lists every declared tool with version, class, domains, digest and whether it is ready to run here. Name one with tool_id to see its whole contract with its input and output schema.',
  branched: false,
  input: z.strictObject({
    tool_id: z.string().min(1).max(100).describe('Only this one, in full.').optional(),
  }),
  output: z.object({ contracts: z.array(z.looseObject({})) }),
  refusals: { INVALID_ARGUMENT: 'call list_tool_contracts without tool_id for all names' },
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
      refuse('INVALID_ARGUMENT', `got tool \`${tool_id}\`, want a declared one`);
    const { contract, sha256, ready } = found;
    return { data: { contracts: [{ ...contract, sha256, ready }] } };
  },
});
