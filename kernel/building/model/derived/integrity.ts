/** @module integrity: invariants of every element after a change. The tools refuse earlier, with more detail. */
import { Refusal } from '../../../../schemas/errors.ts';
import { MODEL_LIMIT_MM } from '../../../../schemas/units.ts';
import type { Element } from '../../kinds/elements.ts';
import type { Fault } from '../../kinds/kind.ts';
import { NO_BODY_MM3 } from '../../kinds/rules/in-wall.ts';
import { dependentsOf, hostedIn, usersOf } from '../state/lookup.ts';
import type { BranchState } from '../state/state.ts';
import { elementIn } from '../state/state.ts';
import { definitionFault } from './definition.ts';
import type { Derived } from './derived.ts';

/** Two states of one branch, before and after the events. */
export type Step = { readonly before: BranchState; readonly after: BranchState };

function failed(element: Element, { why, of = element, data = {} }: Fault): never {
  throw new Refusal(
    'REGENERATION_FAILED',
    `${of.kind} \`${of.id}\` ${why}`,
    'change or delete that element in the same operation, or plan another change',
    { element_id: of.id, kind: of.kind, ...data },
  );
}

/** Refuses if an element remains that needs the deleted element. */
export function checkGone(state: BranchState, element: Element): void {
  const [left] = [...dependentsOf(state, element), ...usersOf(state, element)];
  if (left !== undefined) {
    failed(left, {
      why: `needs ${element.kind} \`${element.id}\`, which is deleted`,
      data: { needs: element.id },
    });
  }
}

/**
 * Refuses with REGENERATION_FAILED unless the element is valid by itself: its level and host exist, it has a length,
 * its outline is valid, it fits its host and overlaps no sibling.
 */
export function checkDefinition(state: BranchState, element: Element, derived: Derived): void {
  const fault = definitionFault(element, state.keys.kinds, derived.site(state));
  if (fault !== null) failed(element, fault);
}

/**
 * Refuses with REGENERATION_FAILED unless the body of the element can be built and is within ±10 km. An empty body is
 * refused as well, unless it was empty before.
 */
export function checkBody(
  { before, after: state }: Step,
  element: Element,
  derived: Derived,
): void {
  const { body, fills } = state.keys.kinds.of(element);
  // An element that fits its host has a body and lies within the host's bounds.
  if (fills !== 'none') return;
  try {
    if (body !== 'none' && body.may_fail) derived.mesh(state, element);
    else derived.bounds(state, element);
    if (isEmpty(state, element, derived) && !wasEmpty(before, element.id, derived)) {
      failed(element, { why: 'would have no body left: its cuts remove all of it' });
    }
  } catch (error) {
    if (error instanceof RangeError) failed(element, { why: `cannot be built: ${error.message}` });
    throw error;
  }
  checkLimits(state, element, derived);
}

/** Whether a body is empty. An element that hosts nothing and is made without cutting has the body of its sizes. */
function isEmpty(state: BranchState, element: Element, derived: Derived): boolean {
  const { body } = state.keys.kinds.of(element);
  if (body === 'none' || !(body.may_fail || hostedIn(state, element.id).length > 0)) return false;
  if (derived.leastVolume(state, element) >= NO_BODY_MM3) return false;
  const volume = derived.volume(state, element);
  return volume !== null && volume < NO_BODY_MM3;
}

function wasEmpty(state: BranchState, id: string, derived: Derived): boolean {
  const element = elementIn(state, id);
  if (element === undefined) return false;
  try {
    return isEmpty(state, element, derived);
  } catch (error) {
    // An element whose body could not be made had no body before.
    if (error instanceof RangeError) return true;
    throw error;
  }
}

function checkLimits(state: BranchState, element: Element, derived: Derived): void {
  const box = derived.bounds(state, element);
  if (box === null) return;
  const values = [box.min.x, box.min.y, box.min.z, box.max.x, box.max.y, box.max.z];
  if (values.some((value) => !(Math.abs(value) <= MODEL_LIMIT_MM))) {
    failed(element, { why: `reaches outside the model bounds of ±${MODEL_LIMIT_MM} mm` });
  }
}
