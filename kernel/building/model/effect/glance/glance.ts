/** @module glance: what a person would see at once of a change, and no rule forbids. */
import type { Steps } from '../../../findings/steps.ts';
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
import { outOfStorey } from './storeys.ts';

type Sides = { readonly before: ModelView; readonly after: ModelView };

/** What can be seen of one element among its neighbours. */
type Look = (element: Element, view: ModelView) => readonly Glimpse[];

const LOOKS: readonly Look[] = [
  oddSizes,
  doubled,
  passingThrough,
  outOfStorey,
  blocked,
  stoppedLeaves,
  oddHeights,
  floating,
  radians,
];

/** Warnings of one sort; the rest is said to be there. */
const NAMED = 4;
/** Changed elements looked at, so that a merge of whole storeys is not held up. */
const MOST = 500;

/**
 * Says what is odd of elements that events name: sizes that nobody can use, one thing in the place of another, what
 * passes through floors, walls and windows, what does not fit its storey, gables that stay open. What was so before is
 * not said.
 */
export function* glanceWarnings(
  { before, after }: Sides,
  ids: Iterable<string>,
): Steps<readonly string[]> {
  const named = [...ids];
  const changed = named.flatMap((id) => {
    const is = after.element(id);
    return is === undefined || is === before.element(id) ? [] : [is];
  });
  const looked = changed.slice(0, MOST);
  const said: string[] = [];
  for (const look of LOOKS) said.push(...briefly(yield* seenBy(look, looked, { before, after })));
  said.push(...briefly(yield* gableWarnings({ before, after }, named.slice(0, MOST))));
  return said;
}

/** What is seen after a change and was not before. */
function* seenBy(
  look: Look,
  looked: readonly Element[],
  { before, after }: Sides,
): Steps<readonly string[]> {
  const seen = new Map<string, string>();
  for (const [done, is] of looked.entries()) {
    yield { done, total: looked.length, doing: 'looking for what is odd' };
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

/** Whether it was seen before of something else that its key names. */
function wasSeen(look: Look, key: string, before: ModelView): boolean {
  return key.split(/\s/u).some((id) => {
    const element = before.element(id);
    return element !== undefined && lookAt(look, element, before).some((one) => one.key === key);
  });
}

/** Nothing is seen of what has no body or an outline that is none: that is for others to refuse. */
function lookAt(look: Look, element: Element, view: ModelView): readonly Glimpse[] {
  try {
    return look(element, view);
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

function briefly(said: readonly string[]): readonly string[] {
  const more = said.length - NAMED;
  return more <= 0
    ? said
    : [...said.slice(0, NAMED), `${more} more elements are like the last of these`];
}
