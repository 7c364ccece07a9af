/** @module changed elements: the elements that differ between two views, directly or because they follow others. */
import { isSameContent } from '../../base/manifest/same-content.ts';
import { checkpoint } from '../../base/work/checkpoint.ts';
import type { Element } from '../kinds/elements.ts';
import { differencesBetween } from '../model/branches/differences.ts';
import { elementOrder, followersBetween } from '../model/derived/regeneration.ts';
import { StateView } from '../model/state-view.ts';
import { hasSameGeometry } from './geometry.ts';
import { type Pair, pairOf, type Sides } from './sides.ts';

/** An element that differs. `direct`: its own parameters differ, or only one side has it; otherwise it follows others. */
export type ChangedElement = Pair & { readonly direct: boolean };

const DOING = 'comparing elements';

/**
 * Elements that differ, ordered by kind, then id. Of two whole views the cost depends on the changes. Other views, such
 * as those of a caller with a restricted READ scope, are compared element by element through their public members, so
 * that the answer contains nothing that they do not show.
 */
export function changedElements(sides: Sides): readonly ChangedElement[] {
  const { before, after } = sides;
  if (before instanceof StateView && after instanceof StateView) {
    return changedInStates(before, after);
  }
  return changedInViews(sides);
}

function changedInStates(before: StateView, after: StateView): readonly ChangedElement[] {
  if (before.state === after.state) return [];
  const direct = new Map<string, Pair>();
  for (const one of differencesBetween(before.state, after.state)) {
    if (isSameContent(one.before, one.after)) continue;
    const pair = pairOf(one.id, one.before ?? undefined, one.after ?? undefined);
    if (pair !== null) direct.set(one.id, pair);
  }
  const step = { before: before.state, after: after.state };
  const followers = followersBetween(step, new Set(direct.keys()), after.source.derived);
  before.prepareWalls([...direct.keys(), ...followers.map(({ id }) => id)]);
  return inOrder({ before, after }, [...direct.values()], followers);
}

function changedInViews(sides: Sides): readonly ChangedElement[] {
  const { before, after } = sides;
  const direct: Pair[] = [];
  const same: Element[] = [];
  for (const is of after.elements()) {
    const was = before.element(is.id);
    if (was !== undefined && isSameContent(was, is)) same.push(is);
    else direct.push(was === undefined ? { id: is.id, was, is } : { id: is.id, was, is });
  }
  for (const was of before.elements()) {
    const is = after.element(was.id);
    if (is === undefined) direct.push({ id: was.id, was, is });
  }
  return inOrder(sides, direct, same);
}

/** The direct changes, and those of the other elements whose geometry differs. */
function inOrder(
  sides: Sides,
  direct: readonly Pair[],
  others: readonly Element[],
): readonly ChangedElement[] {
  const all: ChangedElement[] = direct.map((pair) => ({ ...pair, direct: true }));
  for (const [done, is] of others.entries()) {
    checkpoint({ done, total: others.length, doing: DOING });
    const was = sides.before.element(is.id);
    if (was === undefined || hasSameGeometry(sides, is)) continue;
    all.push({ id: is.id, was, is, direct: false });
  }
  const order = elementOrder(sides.after.kinds);
  return all.toSorted((a, b) => order(a.is ?? a.was, b.is ?? b.was));
}
