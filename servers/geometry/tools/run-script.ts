/** @module run_script: a modelling script as one operation. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import {
  MAX_SCRIPT_BYTES,
  namesReferredTo,
  parseScript,
} from '../../../kernel/building/script/parse-script.ts';
import {
  type EarlierNames,
  type ScriptCall,
  writtenName,
} from '../../../kernel/building/script/references.ts';
import { type Inside, type Named, namesInside } from '../../../kernel/building/script/scope.ts';
import { placeText, type ScriptError } from '../../../kernel/building/script/script-error.ts';
import { type NamesGiven, nameReference } from '../../../kernel/building/view/names/given-names.ts';
import {
  alikeIn,
  type Placed,
  placementAt,
} from '../../../kernel/building/view/names/placements.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { Refusal } from '../../../schemas/errors.ts';
import type { CallContext, GivenNames, NamedElements } from '../../../schemas/plan.ts';
import { compose, type Composition, type ViewsOfChange } from '../../building/compose.ts';
import { idReferredTo } from '../../building/element-references.ts';
import { hintsFor } from '../../building/hints.ts';
import { COMPOSABLE, COMPOSED_HINTS } from '../composable.ts';
import { ComposedOutput } from './apply-changes.ts';

const HINTS = {
  ...COMPOSED_HINTS,
  ...hintsFor('SCRIPT_SYNTAX'),
  OUT_OF_MODEL_BOUNDS:
    'stay within 10 km of the origin; lengths of a script are metres: write `mm` after lengths in millimetres',
};

const NO_CALL: ScriptCall = { tool: '', arguments: {}, line: 0, column: 0 };

/** Data of a script: results, and for a named placement of a group its number and elements. */
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
    'Builds from a short script in metres as one atomic change, with half the text of apply_changes. Read plumbline://script/grammar first. E.g. level Ground at 0; walls rect (0,0) to (8,6) thickness 0.3 as s; door in $s.south at 2; room Hall at (4,3). Options follow as KEYWORD VALUE: roof rect (0,0) to (8,6) type gable slope 30. An error names its line and column.',
  action: 'MODIFY',
  input: z.strictObject({
    script: z
      .string()
      .min(1)
      .max(MAX_SCRIPT_BYTES)
      .describe('Statements, one per line or separated by ;. Lengths in metres.'),
  }),
  output: ScriptOutput,
  refusals: HINTS,
  async plan({ script }, view: BuildingView, context) {
    const parsed = parseScript(script, view.kinds, await earlierNames(script, context));
    if (!parsed.ok) throw syntaxRefusal(parsed.error);
    const { calls, names } = parsed;
    if (calls.length === 0) {
      context.refuse('NO_EFFECT', 'the script has no statement that changes the building');
    }
    let outcome: ScriptOutcome = { results: new Map(), sides: { before: view, after: view } };
    const plan = await compose(calls, {
      tools: COMPOSABLE,
      view,
      context,
      lists: HINTS,
      names(results, sides) {
        outcome = { results, sides };
        return writtenNames(names, outcome);
      },
      place: (index) => placeOf(calls[index] ?? NO_CALL),
    });
    const results = plan.data.results.map(({ tool, id, as }) => {
      const written = as === undefined ? null : writtenName({ tool, as });
      if (as === undefined || written === null) return { tool, id };
      const placement = tool === 'create_group' ? placementAs(as, outcome) : {};
      return { tool, id, as: written, ...placement };
    });
    return { ...plan, data: { ...plan.data, results } };
  },
});

/** SCRIPT_SYNTAX with the place of the error; the hint names the closest match, if there is one. */
function syntaxRefusal({ message, within, closest, ...error }: ScriptError): Refusal {
  const guess = closest === null ? '' : `did you mean \`${closest}\`? `;
  return new Refusal(
    'SCRIPT_SYNTAX',
    `${placeText(error, within)}: ${message}`,
    `${guess}${HINTS.SCRIPT_SYNTAX}`,
    { ...error, nearest: closest, ...(within.length === 0 ? {} : { within }) },
  );
}

/** The place of a call in the script, for refusals and warnings. */
function placeOf({ line, column, within }: ScriptCall): ReturnType<Composition<never>['place']> {
  return {
    label: placeText({ line, column }, within),
    data: { line, column, ...(within === undefined ? {} : { within }) },
  };
}

/** The elements of earlier changes to which names in the script may refer. */
async function earlierNames(script: string, { named }: CallContext<never>): Promise<EarlierNames> {
  const earlier = new Map<string, NamedElements>();
  for (const name of namesReferredTo(script)) {
    const elements = await named(name);
    if (elements !== null) earlier.set(name, elements);
  }
  return earlier;
}

/** Maximum number of nested names that are resolved; each level of nesting under two names doubles their number. */
const MAX_RESOLVED = 10_000;

/** Results by the names of calls, and the model before and after. */
type ScriptOutcome = { readonly results: GivenNames; readonly sides: ViewsOfChange };

/** The group and elements placed by the call with this result name; null if it placed no group. */
function placedAs(name: string, { results }: ScriptOutcome): Placed | null {
  const elements = results.get(name);
  const group_id = elements?.get('');
  if (elements === undefined || group_id === undefined) return null;
  const placed_ids = [...elements].flatMap(([part, id]) => (PLACED.test(part) ? [id] : []));
  return { group_id, placed_ids };
}
const PLACED = /^placed_ids\.\d+$/u;

/** Number and elements of the placement that a call created; empty if it created none. */
function placementAs(name: string, outcome: ScriptOutcome): Partial<ResultOfPlace> {
  const placed = placedAs(name, outcome);
  if (placed === null || placed.placed_ids.length === 0) return {};
  const placement = placementAt(placed, outcome.sides.after);
  if (placement === null) return {};
  return { placement: placement.number, element_ids: [...placement.element_ids] };
}

/** The names in the script with their elements; placements last, because they have the most elements. */
function* writtenNames(names: ReadonlyMap<string, Named>, outcome: ScriptOutcome): NamesOfScript {
  const left = { names: MAX_RESOLVED, alike: MAX_RESOLVED };
  const places = [...names].filter(([, named]) => isPlacement(named));
  const others = [...names].filter(([, named]) => !isPlacement(named));
  for (const [name, named] of [...others, ...places]) {
    yield [name, elementsOf(named, '', { ...outcome, left })];
  }
}

type NamesOfScript = Generator<NamesGiven extends Iterable<infer One> ? One : never>;

function isPlacement(named: Named): boolean {
  return named.kind === 'result' && named.inside !== undefined;
}

/** The results, and how many more names may be resolved; names in placements are counted separately. */
type NameResolution = ScriptOutcome & { readonly left: { names: number; alike: number } };
/** Elements by part; null when the limit of names is reached. */
type Parts = Generator<readonly [part: string, id: string] | null>;

/**
 * Elements by part that a name denotes: those of one result, of all its members, or of an earlier element with its
 * results.
 */
function* elementsOf(named: Named, part: string, outcome: NameResolution): Parts {
  outcome.left.names -= 1;
  if (outcome.left.names < 0) {
    yield null;
    return;
  }
  if (named.kind === 'group') {
    for (const [key, member] of named.members) {
      yield* elementsOf(member, joined(part, key), outcome);
    }
    return;
  }
  const reference = nameReference(named.ref);
  if (reference === null) {
    const id = idReferredTo(named.ref, outcome.sides);
    if (id === null) return;
    yield [part, id];
    for (const [key, member] of named.members ?? []) {
      yield* elementsOf(member, joined(part, key), outcome);
    }
    return;
  }
  if (named.inside !== undefined) {
    yield* elementsInside(named.inside, part, { ...outcome, name: reference.name });
    return;
  }
  const elements = outcome.results.get(reference.name) ?? new Map<string, string>();
  const id = elements.get(reference.part);
  if (id !== undefined) yield [part, id];
  // An entry of a list (`placed_ids.0`) has no parts; the list has its entries as parts.
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

/** The group that a call created or placed, and the elements of its placement by their names. */
function* elementsInside(
  inside: Inside,
  part: string,
  outcome: NameResolution & { readonly name: string },
): Parts {
  const placed = placedAs(outcome.name, outcome);
  if (placed === null) return;
  yield [part, placed.group_id];
  for (const [key, like] of namesInside(inside)) {
    if (!isPlacement(like)) yield* alikeOf(like, joined(part, key), { ...outcome, placed });
  }
}

/** Yields the counterparts, in this placement, of the elements that the name denotes in another placement. */
function* alikeOf(
  named: Named,
  part: string,
  outcome: NameResolution & { readonly placed: Placed },
): Parts {
  outcome.left.alike -= 1;
  if (outcome.left.alike < 0) {
    yield null;
    return;
  }
  for (const [key, member] of named.members ?? []) {
    yield* alikeOf(member, joined(part, key), outcome);
  }
  if (named.kind === 'group') return;
  const reference = nameReference(named.ref);
  const id =
    reference === null
      ? idReferredTo(named.ref, outcome.sides)
      : outcome.results.get(reference.name)?.get(reference.part);
  const alike =
    id === undefined || id === null ? null : alikeIn(outcome.placed, id, outcome.sides.after);
  if (alike !== null) yield [part, alike];
}
