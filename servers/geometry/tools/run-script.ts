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
import { type Inside, type Named, namesInside } from '../../../kernel/script/scope.ts';
import type { CallContext, GivenNames, NamedElements } from '../../../schemas/plan.ts';
import { compose, type ViewsOfChange } from '../../building/compose.ts';
import { hintsFor } from '../../building/hints.ts';
import { type NamesGiven, referenceIn } from '../../building/names/given-names.ts';
import { idMeant } from '../../building/names/meant-elements.ts';
import { alikeIn, type Placed, placementAt } from '../../building/names/placements.ts';
import type { BuildingView } from '../../building/view.ts';
import { COMPOSABLE, COMPOSED_HINTS } from '../composable.ts';
import { orInMillimetres, placeOf, refuseSyntax } from '../script-refusals.ts';
import { ComposedOutput } from './apply-changes.ts';

const HINTS = { ...COMPOSED_HINTS, ...hintsFor('SCRIPT_SYNTAX') };

const NO_CALL: ScriptCall = { tool: '', arguments: {}, line: 0, column: 0 };

/** What a script makes; a placement of a group that is named says its number and its elements. */
const ScriptOutput = ComposedOutput.extend({
  results: z.array(
    ComposedOutput.shape.results.element.extend({
      placement: z.number().optional(),
      element_ids: z.array(z.string()).optional(),
    }),
  ),
});
type ResultOfPlace = { placement: number; element_ids: string[] };

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
  output: ScriptOutput,
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
        let made: Made = { results: new Map(), sides: { before: view, after: view } };
        const plan = await compose(calls, {
          tools: COMPOSABLE,
          view,
          context,
          lists: HINTS,
          names(results, sides) {
            made = { results, sides };
            return writtenNames(names, made);
          },
          place: (index) => placeOf(text, calls[index] ?? NO_CALL),
        });
        const results = plan.data.results.map(({ tool, id, as }) => {
          const written = as === undefined ? null : writtenName({ tool, as });
          if (as === undefined || written === null) return { tool, id };
          const placement = tool === 'create_group' ? placementAs(as, made) : {};
          return { tool, id, as: written, ...placement };
        });
        return { ...plan, data: { ...plan.data, results } };
      },
    );
  },
});

/** What names of earlier changes stand for to which the script may refer. */
async function earlierNames(script: string, { named }: CallContext<never>): Promise<EarlierNames> {
  const earlier = new Map<string, NamedElements>();
  for (const name of namesReferredTo(script)) {
    const elements = await named(name);
    if (elements !== null) earlier.set(name, elements);
  }
  return earlier;
}

/** Names in names of one script that are followed: a part may put a name into itself under two names, again and again. */
const FOLLOWED_MOST = 10_000;

/** What was made: by the names of calls, and the model before and after. */
type Made = { readonly results: GivenNames; readonly sides: ViewsOfChange };

/** What was asked for by a call that made or placed a group, by the name of its result; null for any other. */
function placedAs(name: string, { results }: Made): Placed | null {
  const elements = results.get(name);
  const group_id = elements?.get('');
  if (elements === undefined || group_id === undefined) return null;
  const placed_ids = [...elements].flatMap(([part, id]) => (PLACED.test(part) ? [id] : []));
  return { group_id, placed_ids };
}
const PLACED = /^placed_ids\.\d+$/u;

/** The number and the elements of what a call placed; nothing for a call that placed nothing. */
function placementAs(name: string, made: Made): Partial<ResultOfPlace> {
  const placed = placedAs(name, made);
  if (placed === null || placed.placed_ids.length === 0) return {};
  const placement = placementAt(placed, made.sides.after);
  if (placement === null) return {};
  return { placement: placement.number, element_ids: [...placement.element_ids] };
}

/** The names as the script has them, for what results of calls are called in it; placements last, since they have the most. */
function* writtenNames(names: ReadonlyMap<string, Named>, made: Made): NamesOfScript {
  const left = { names: FOLLOWED_MOST, alike: FOLLOWED_MOST };
  const places = [...names].filter(([, named]) => isPlacement(named));
  const others = [...names].filter(([, named]) => !isPlacement(named));
  for (const [name, named] of [...others, ...places]) {
    yield [name, elementsOf(named, '', { ...made, left })];
  }
}

type NamesOfScript = Generator<NamesGiven extends Iterable<infer One> ? One : never>;

function isPlacement(named: Named): boolean {
  return named.kind === 'result' && named.inside !== undefined;
}

/** What is followed, and how many more names are; what is in placements is counted apart. */
type Following = Made & { readonly left: { names: number; alike: number } };
/** Elements by part; null where names are followed no further. */
type Parts = Generator<readonly [part: string, id: string] | null>;

/**
 * Elements by part for which a name stands: those of one result, of all that it holds, or one that was there before, with
 * what it answered.
 */
function* elementsOf(named: Named, part: string, made: Following): Parts {
  made.left.names -= 1;
  if (made.left.names < 0) {
    yield null;
    return;
  }
  if (named.kind === 'group') {
    for (const [key, member] of named.members) yield* elementsOf(member, joined(part, key), made);
    return;
  }
  const reference = referenceIn(named.ref);
  if (reference === null) {
    const id = idMeant(named.ref, made.sides);
    if (id === null) return;
    yield [part, id];
    for (const [key, member] of named.members ?? []) {
      yield* elementsOf(member, joined(part, key), made);
    }
    return;
  }
  if (named.inside !== undefined) {
    yield* elementsInside(named.inside, part, { ...made, name: reference.name });
    return;
  }
  const elements = made.results.get(reference.name) ?? new Map<string, string>();
  const id = elements.get(reference.part);
  if (id !== undefined) yield [part, id];
  // One of a list (`placed_ids.0`) has nothing inside; a list has what stands in it.
  if (reference.part.includes('.') || (id !== undefined && reference.part !== '')) return;
  const prefix = reference.part === '' ? '' : `${reference.part}.`;
  for (const [inside, one] of elements) {
    if (inside !== reference.part && inside.startsWith(prefix)) {
      yield [joined(part, inside.slice(prefix.length)), one];
    }
  }
}

function joined(part: string, inside: string): string {
  return [part, inside].filter((one) => one !== '').join('.');
}

/** The group that a call made or placed, and what is in its placement by the names that stand behind it. */
function* elementsInside(
  inside: Inside,
  part: string,
  made: Following & { readonly name: string },
): Parts {
  const placed = placedAs(made.name, made);
  if (placed === null) return;
  yield [part, placed.group_id];
  for (const [key, like] of namesInside(inside)) {
    if (!isPlacement(like)) yield* alikeOf(like, joined(part, key), { ...made, placed });
  }
}

/** Elements of a placement that are there what a name stands for in another one. */
function* alikeOf(
  named: Named,
  part: string,
  made: Following & { readonly placed: Placed },
): Parts {
  made.left.alike -= 1;
  if (made.left.alike < 0) {
    yield null;
    return;
  }
  for (const [key, member] of named.members ?? []) {
    yield* alikeOf(member, joined(part, key), made);
  }
  if (named.kind === 'group') return;
  const reference = referenceIn(named.ref);
  const id =
    reference === null
      ? idMeant(named.ref, made.sides)
      : made.results.get(reference.name)?.get(reference.part);
  const alike = id === undefined || id === null ? null : alikeIn(made.placed, id, made.sides.after);
  if (alike !== null) yield [part, alike];
}
