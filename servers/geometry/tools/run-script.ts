/** @module run_script: a modelling script as one change. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { MAX_SCRIPT_BYTES, parseScript } from '../../../kernel/script/parse-script.ts';
import { type ScriptCall, writtenName } from '../../../kernel/script/references.ts';
import type { Plan } from '../../../schemas/plan.ts';
import { type Composed, compose } from '../../building/compose.ts';
import { hintsFor } from '../../building/hints.ts';
import type { BuildingView } from '../../building/view.ts';
import { COMPOSABLE, COMPOSED_HINTS } from '../composable.ts';
import { orInMillimetres, placeOf, refuseSyntax } from '../script-refusals.ts';
import { ComposedOutput } from './apply-changes.ts';

const HINTS = { ...COMPOSED_HINTS, ...hintsFor('SCRIPT_SYNTAX') };

const NO_CALL: ScriptCall = { tool: '', arguments: {}, line: 0, column: 0 };

/** Runs a script. */
export const runScript = defineCommand({
  name: 'run_script',
  title: 'Run a modelling script',
  description:
    'Builds from a short text in metres as one atomic change, in half the words of apply_changes. Read plumbline://script/grammar first. E.g. level Ground at 0; walls rect (0,0) to (8,6) thickness 0.3 as s; door in $s.south at 2; room Hall at (4,3). A mistake is answered with its place.',
  action: 'MODIFY',
  input: z.strictObject({
    script: z.string().min(1).max(MAX_SCRIPT_BYTES).describe('The script, one statement a line.'),
  }),
  output: ComposedOutput,
  refusals: HINTS,
  async plan({ script }, view: BuildingView, context) {
    const parsed = parseScript(script, view.kinds);
    if (!parsed.ok) return refuseSyntax(script, parsed.error, view, context);
    const { calls } = parsed;
    if (calls.length === 0) context.refuse('NO_EFFECT', 'the script has no statement that builds');
    const composed = async (text: string, made: typeof calls): Promise<Plan<Composed>> =>
      compose(made, {
        tools: COMPOSABLE,
        view,
        context,
        lists: HINTS,
        place: (index) => placeOf(text, made[index] ?? NO_CALL),
      });
    const plan = await orInMillimetres({ script, calls }, view, composed);
    const results = plan.data.results.map(({ tool, id, as }) => {
      const written = as === undefined ? null : writtenName({ tool, as });
      return { tool, id, ...(written === null ? {} : { as: written }) };
    });
    return { ...plan, data: { ...plan.data, results } };
  },
});
