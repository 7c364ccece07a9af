/** @module run_script: a modelling script as one change. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import {
  MAX_SCRIPT_BYTES,
  namesReferredTo,
  parseScript,
} from '../../../kernel/script/parse-script.ts';
import {
  type EarlierNames,
  type ScriptCall,
  writtenName,
} from '../../../kernel/script/references.ts';
import type { Named } from '../../../kernel/script/scope.ts';
import type { CallContext, GivenNames } from '../../../schemas/plan.ts';
import { compose } from '../../building/compose.ts';
import { hintsFor } from '../../building/hints.ts';
import { referenceIn } from '../../building/names/given-names.ts';
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
    const reading = { kinds: view.kinds, earlier: await earlierNames(script, context) };
    const parsed = parseScript(script, reading.kinds, reading.earlier);
    if (!parsed.ok) return refuseSyntax(script, parsed.error, reading, context);
    if (parsed.calls.length === 0) {
      context.refuse('NO_EFFECT', 'the script has no statement that builds');
    }
    return await orInMillimetres(
      { script, read: parsed },
      reading,
      async (text, { calls, names }) => {
        const plan = await compose(calls, {
          tools: COMPOSABLE,
          view,
          context,
          lists: HINTS,
          names: (made) => writtenNames(names, made),
          place: (index) => placeOf(text, calls[index] ?? NO_CALL),
        });
        const results = plan.data.results.map(({ tool, id, as }) => {
          const written = as === undefined ? null : writtenName({ tool, as });
          return { tool, id, ...(written === null ? {} : { as: written }) };
        });
        return { ...plan, data: { ...plan.data, results } };
      },
    );
  },
});

/** What names of earlier changes stand for to which the script may refer. */
async function earlierNames(script: string, { named }: CallContext<never>): Promise<EarlierNames> {
  const earlier = new Map<string, ReadonlyMap<string, string>>();
  for (const name of namesReferredTo(script)) {
    const elements = await named(name);
    if (elements !== null) earlier.set(name, elements);
  }
  return earlier;
}

/** Names in names of one script that are followed: a part may put a name into itself under two names, again and again. */
const FOLLOWED_MOST = 10_000;

/** The names as the script has them, for what results of calls are called in it. */
function* writtenNames(names: ReadonlyMap<string, Named>, results: GivenNames): NamesOfScript {
  const left = { names: FOLLOWED_MOST };
  for (const [name, named] of names) yield [name, elementsOf(named, '', { results, left })];
}
type NamesOfScript = Generator<readonly [string, Iterable<readonly [string, string]>]>;

/** Elements by part for which a name stands: those of one result, or of all that it holds. */
function* elementsOf(
  named: Named,
  part: string,
  made: { readonly results: GivenNames; readonly left: { names: number } },
): Generator<readonly [string, string]> {
  const { results, left } = made;
  left.names -= 1;
  if (left.names < 0) return;
  const within = (inside: string): string => [part, inside].filter((one) => one !== '').join('.');
  if (named.kind === 'group') {
    for (const [key, member] of named.members) yield* elementsOf(member, within(key), made);
    return;
  }
  const reference = referenceIn(named.ref);
  const elements = reference === null ? undefined : results.get(reference.name);
  if (reference === null || elements === undefined) return;
  if (reference.part === '') {
    for (const [inside, id] of elements) yield [within(inside), id];
    return;
  }
  const id = elements.get(reference.part);
  if (id !== undefined) yield [part, id];
}
