/** @module clashes: all clashes of a branch, with counts per type and the number of pairs that each rule explains. */
import { checkpoint } from '../../base/work/checkpoint.ts';
import { at } from '../../building/geometry/indexed.ts';
import type { Element } from '../../building/kinds/elements.ts';
import type { ModelView } from '../../building/model/view.ts';
import { boxPairs } from '../../building/spatial/box-pairs.ts';
import { type ClashBody, clashBodies } from './clash-body.ts';
import { type ClashOptions, CLASH_DEFAULTS } from './clash-options.ts';
import type { ClashResult } from './clash-result.ts';
import { ClashTally } from './clash-tally.ts';
import { CONTACT_MM } from './contact.ts';
import { isInModelPair } from './model-pairs.ts';

/** Elements decomposed, and pairs measured, between two checkpoints: a few milliseconds of work each. */
const ELEMENTS_AT_ONCE = 50;
const PAIRS_AT_ONCE = 100;

/** All clashes of a branch. @throws {RangeError} if the body of an element cannot be built. */
export function clashes(view: ModelView, options: Partial<ClashOptions> = {}): ClashResult {
  const settings = { ...CLASH_DEFAULTS, ...options };
  const elements = [...view.elements()];
  const bodies: ClashBody[] = [];
  for (const [done, element] of elements.entries()) {
    if (takesPart(element, view, settings)) bodies.push(...clashBodies(element, view));
    if (done % ELEMENTS_AT_ONCE === 0) {
      checkpoint({ done, total: elements.length, doing: 'decomposing bodies' });
    }
  }
  const pairs = boxPairs(boxesOf(bodies), Math.max(settings.clearance_mm, CONTACT_MM));
  const tally = new ClashTally(view, settings);
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    tally.add(at(bodies, at(pairs, i)), at(bodies, at(pairs, i + 1)));
    if (i % (2 * PAIRS_AT_ONCE) === 0) {
      checkpoint({ done: i / 2, total: pairs.length / 2, doing: 'measuring pairs' });
    }
  }
  const parts = bodies.filter(({ part }) => part === 'body').length;
  return tally.finish(parts);
}

/** Whether an element can be in a requested pair. */
export function takesPart(
  element: Element,
  view: Pick<ModelView, 'references' | 'referenceOf'>,
  { between, pairs }: Pick<ClashOptions, 'between' | 'pairs'>,
): boolean {
  if (between !== null && !between.first(element) && !between.second(element)) return false;
  return isInModelPair(view, element.id, pairs);
}

/** The boxes of bodies, six numbers each, in the order of the bodies. */
export function boxesOf(bodies: readonly ClashBody[]): Float64Array {
  const boxes = new Float64Array(6 * bodies.length);
  let place = 0;
  for (const { bounds } of bodies) {
    for (let k = 0; k < 6; k++) boxes[place + k] = bounds[k] ?? Number.NaN;
    place += 6;
  }
  return boxes;
}
