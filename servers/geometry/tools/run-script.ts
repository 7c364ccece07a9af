/** @module run_script: a modelling script as one change. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { MAX_SCRIPT_BYTES, parseScript } from '../../../kernel/script/parse-script.ts';
import { compose } from '../../building/compose.ts';
import { hintsFor } from '../../building/hints.ts';
import type { BuildingView } from '../../building/view.ts';
import { COMPOSABLE, COMPOSED_HINTS } from '../composable.ts';
import { ComposedOutput } from './apply-changes.ts';

const HINTS = { ...COMPOSED_HINTS, ...hintsFor('SCRIPT_SYNTAX') };

/** Runs a script. */
export const runScript = defineCommand({
  name: 'run_script',
  title: 'Run a modelling script',
  description:
    'Builds from a short script in metres (or mm, cm, m, ft, in) as one atomic change: levels, walls, doors, windows, openings, floors, roofs, columns, beams, stairs, rooms, set. A mistake is answered with its line and column and what was expected there.',
  toolset: 'more',
  action: 'MODIFY',
  input: z.strictObject({
    script: z.string().min(1).max(MAX_SCRIPT_BYTES).describe('The script, one statement a line.'),
  }),
  output: ComposedOutput,
  refusals: HINTS,
  plan({ script }, view: BuildingView, context) {
    const parsed = parseScript(script, view.kinds);
    if (!parsed.ok) {
      const { message, line, column, expected } = parsed.error;
      return context.refuse('SCRIPT_SYNTAX', `line ${line}, column ${column}: ${message}`, {
        line,
        column,
        expected,
      });
    }
    const { calls } = parsed;
    if (calls.length === 0) context.refuse('NO_EFFECT', 'the script has no statement that builds');
    return compose(calls, {
      tools: COMPOSABLE,
      view,
      context,
      lists: HINTS,
      place: (index) => {
        const { line, column } = calls[index] ?? { line: 0, column: 0 };
        return { said: `line ${line}, column ${column}`, data: { line, column } };
      },
    });
  },
});
