/** @module parameter runs: one parameter of an element of a returned file is edited; the file is read again. */
import { expect } from 'vitest';

import { KINDS } from '../../../../../kernel/building/kinds/elements.ts';
import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import type { ParamValues } from '../../../../../schemas/events.ts';
import { modifies } from '../../../building/model/build.ts';
import { damage } from '../patch/patching.ts';
import { importedAs, judged } from './judged.ts';
import { differences, type Read, returned } from './returned.ts';

/** `same`: our import reads the edited model. */
export const SAME = 'same';
/** Our import reads the same bodies, with other parameters: the file has no attribute for this one. */
export const SAME_BODY = 'same body';
/** Two other readers see the bodies of the model: our import reads other elements. */
export const SEEN = 'seen';

/** The edit changes neither the body nor an attribute of IFC, so the file stays as it is. */
export const UNCHANGED = 'unchanged';

/** A text: the file states it, it did not before, and our import reads the same bodies. */
export type Outcome =
  | typeof SAME
  | typeof SAME_BODY
  | typeof SEEN
  | typeof UNCHANGED
  | RegExp
  | { readonly refused: string };
export type Case = readonly [updates: ParamValues, outcome: Outcome];
/** For each kind, a change of each parameter and what the file has then. */
export type Table = Readonly<Record<string, Readonly<Record<string, Case>>>>;

type Row = readonly [kind: string, param: string, updates: ParamValues, outcome: Outcome];

/** The cases as rows of a table of tests. */
export function rowsOf(table: Table): readonly Row[] {
  return Object.entries(table).flatMap(([kind, cases]) =>
    Object.entries(cases).map(([param, [updates, outcome]]): Row => [
      kind,
      param,
      updates,
      outcome,
    ]),
  );
}

/** Parameters of a kind that have neither a case nor a reason why they have none. */
export function uncovered(
  kind: string,
  table: Table,
  elsewhere: Readonly<Record<string, Readonly<Record<string, string>>>>,
): readonly string[] {
  const known = [table[kind], elsewhere[kind], elsewhere['all']].flatMap((one) =>
    Object.keys(one ?? {}),
  );
  return Object.keys(KINDS.find(kind)?.params.shape ?? {}).filter((name) => !known.includes(name));
}

/** Boxes and volumes of all elements of a view, mm and cm³. */
function bodiesOf(view: StateView): readonly string[] {
  return [...view.elements()].map(({ id, kind }) => {
    const box = view.bounds(id);
    const mm = (side: 'min' | 'max'): readonly number[] =>
      (['x', 'y', 'z'] as const).map((axis) => Math.round(box?.[side][axis] ?? 0) + 0);
    const volume = Math.round((view.measures(id).volume_mm3 ?? 0) / 1e6);
    return `${kind} ${id}: ${mm('min').join()} ${mm('max').join()} ${volume}`;
  });
}

/** Edits an element of an imported file, and compares the returned file with the model as the outcome says. */
export async function run(
  before: Read,
  id: string,
  [updates, outcome]: Case,
  except: readonly string[] = [],
): Promise<void> {
  const { bytes } = before.source;
  const element = before.view.element(id);
  const view = before.view.apply([modifies(element, updates)]);
  const made = returned(before, view);
  const why = typeof outcome === 'object' && 'refused' in outcome ? outcome.refused : null;
  expect(made.not_expressible).toEqual(why === null ? [] : [{ element_id: id, why }]);
  expect(damage(bytes, made.file)).toEqual([]);
  const isKept = why !== null || outcome === UNCHANGED;
  expect(made.file.equals(bytes)).toBe(isKept);
  if (isKept) return;
  if (outcome instanceof RegExp) {
    expect(outcome.test(bytes.toString('latin1'))).toBe(false);
    expect(outcome.test(made.file.toString('latin1'))).toBe(true);
  }
  if (outcome === SEEN) {
    const found = await judged(view, made.file);
    expect(found.filter((one) => !except.some((other) => one.includes(` ${other}:`)))).toEqual([]);
    return;
  }
  const { view: again } = await importedAs(view, made.file);
  if (outcome === SAME) expect(differences(view, again, except)).toEqual([]);
  else expect(bodiesOf(again).toSorted()).toEqual(bodiesOf(view).toSorted());
}
