/** @module clashes: every clash of a branch, the pairs that are none with the rule that says so, and all of them counted. */
import type { Steps } from '../findings/steps.ts';
import { at } from '../geometry/indexed.ts';
import type { Element } from '../kinds/elements.ts';
import { boxPairs } from '../spatial/box-pairs.ts';
import type { ClashBody } from './clash-body.ts';
import { clashBodies } from './clash-body.ts';
import type { ClashResult } from './clash-result.ts';
import { ClashTally } from './clash-tally.ts';
import type { ClashOptions, ClashView } from './clash-view.ts';
import { CLASH_DEFAULTS } from './clash-view.ts';
import { CONTACT_MM } from './contact.ts';

/** Elements whose bodies are made, and pairs that are measured, between two stops: a few milliseconds each. */
const ELEMENTS_AT_ONCE = 50;
const PAIRS_AT_ONCE = 100;

/** All clashes of a branch. Throws `RangeError` where an element of it has an impossible body. */
export function* clashes(view: ClashView, options: Partial<ClashOptions> = {}): Steps<ClashResult> {
  const asked = { ...CLASH_DEFAULTS, ...options };
  const elements = [...view.elements()];
  const bodies: ClashBody[] = [];
  for (const [done, element] of elements.entries()) {
    if (takesPart(element, asked)) bodies.push(...clashBodies(element, view));
    if (done % ELEMENTS_AT_ONCE === 0) {
      yield { done, total: elements.length, doing: 'taking bodies apart' };
    }
  }
  const pairs = yield* boxPairs(boxesOf(bodies), Math.max(asked.clearance_mm, CONTACT_MM));
  const tally = new ClashTally(view, asked);
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    tally.add(at(bodies, at(pairs, i)), at(bodies, at(pairs, i + 1)));
    if (i % (2 * PAIRS_AT_ONCE) === 0) {
      yield { done: i / 2, total: pairs.length / 2, doing: 'measuring pairs' };
    }
  }
  const parts = bodies.filter(({ part }) => part === 'body').length;
  return yield* tally.finish(parts);
}

/** Whether an element can be in any pair that was asked for. */
export function takesPart(element: Element, { between }: Pick<ClashOptions, 'between'>): boolean {
  return between === null || between.first(element) || between.second(element);
}

/** The boxes of bodies, in their order. */
export function boxesOf(bodies: readonly ClashBody[]): Float64Array {
  const boxes = new Float64Array(6 * bodies.length);
  let place = 0;
  for (const { bounds } of bodies) {
    for (let k = 0; k < 6; k++) boxes[place + k] = bounds[k] ?? Number.NaN;
    place += 6;
  }
  return boxes;
}
