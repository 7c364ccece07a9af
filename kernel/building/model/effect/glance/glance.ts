/** @module glance: findings of a change that a person would notice at once and that no rule forbids. */
import { checkpoint } from '../../../../base/work/checkpoint.ts';
import type { Element } from '../../../kinds/elements.ts';
import type { ModelView } from '../../view.ts';
import { blocked } from './blocked.ts';
import { doubled } from './doubled.ts';
import { floating } from './floating.ts';
import { gableWarnings } from './gables.ts';
import type { Glimpse } from './glimpse.ts';
import { oddHeights } from './heights.ts';
import { stoppedLeaves } from './leaves.ts';
import { oddSizes } from './odd-sizes.ts';
import { passingThrough } from './passing-through.ts';
import { radians } from './radians.ts';
import { slidingWarnings } from './sliding-leaves.ts';
import { outOfStorey } from './storeys.ts';

type Sides = { readonly before: ModelView; readonly after: ModelView };

/** Returns the findings for one element among its neighbours. */
type Look = (element: Element, view: ModelView) => readonly Glimpse[];

const LOOKS: readonly Look[] = [
  oddSizes,
  doubled,
  passingThrough,
  outOfStorey,
  blocked,
  stoppedLeaves,
  slidingWarnings,
  oddHeights,
  floating,
  radians,
];

/** Maximum number of listed warnings of one sort; the others are only counted. */
const MAX_NAMED = 4;
/** Maximum number of changed elements that are examined, so that a merge of whole storeys is not delayed. */
const MAX_EXAMINED = 500;

/**
 * Warns of odd results for elements that the events name: unusable sizes, one element in the place of another, elements
 * that pass through floors, walls and windows, elements that do not fit their storey, and open gables. Findings that
 * existed before the change are omitted.
 */
export function glanceWarnings({ before, after }: Sides, ids: Iterable<string>): readonly string[] {
  const named = [...ids];
  const changed = named.flatMap((id) => {
    const is = after.element(id);
    return is === undefined || is === before.element(id) ? [] : [is];
  });
  const examined = changed.slice(0, MAX_EXAMINED);
  const warnings: string[] = [];
  for (const look of LOOKS) warnings.push(...briefly(seenBy(look, examined, { before, after })));
  warnings.push(...briefly(gableWarnings({ before, after }, named.slice(0, MAX_EXAMINED))));
  return warnings;
}

/** Findings that are new after a change. */
function seenBy(
  look: Look,
  examined: readonly Element[],
  { before, after }: Sides,
): readonly string[] {
  const seen = new Map<string, string>();
  for (const [done, is] of examined.entries()) {
    checkpoint({ done, total: examined.length, doing: 'looking for unusual results' });
    const found = lookAt(look, is, after);
    if (found.length === 0) continue;
    const was = before.element(is.id);
    const known = new Set(was === undefined ? [] : lookAt(look, was, before).map(({ key }) => key));
    for (const { key, text } of found) {
      if (!known.has(key) && !wasSeen(look, key, before)) seen.set(key, text);
    }
  }
  return [...seen.values()];
}

/** Whether the same finding existed before for another element that its key names. */
function wasSeen(look: Look, key: string, before: ModelView): boolean {
  return key.split(/\s/u).some((id) => {
    const element = before.element(id);
    return element !== undefined && lookAt(look, element, before).some((one) => one.key === key);
  });
}

/** Returns no findings for an element without a body or with an invalid outline, which other checks refuse. */
function lookAt(look: Look, element: Element, view: ModelView): readonly Glimpse[] {
  try {
    return look(element, view);
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

function briefly(warnings: readonly string[]): readonly string[] {
  const more = warnings.length - MAX_NAMED;
  return more <= 0
    ? warnings
    : [...warnings.slice(0, MAX_NAMED), `the last finding also applies to ${more} more elements`];
}
