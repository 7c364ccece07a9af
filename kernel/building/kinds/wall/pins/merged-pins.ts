/** @module merged pins: the pinned ends of a wall that two branches or an undo changed. */
import { deepEqual } from '../../../../base/canonical/deep-equal.ts';
import type { Pins, WallEnd } from '../../../geometry/walls/wall-contacts.ts';
import type { AnyElement } from '../../kind.ts';
import type { WallGiven } from '../params.ts';
import { reshapedEnds } from './kept-pins.ts';

type StoredPin = NonNullable<WallGiven['pins']>[WallEnd];

type Walled = { readonly params: WallGiven };

/**
 * The pins of a wall in a merge: an end that either branch unpinned is not pinned, one that a branch moved is moved.
 * Undefined if the branches moved a pinned end differently.
 */
export function mergedPins(base: Walled, source: Walled, target: Walled): Pins | null | undefined {
  const start = mergedEnd('start', base, source, target);
  const end = mergedEnd('end', base, source, target);
  if (start === undefined || end === undefined) return undefined;
  return start === null && end === null ? null : { start, end };
}

function mergedEnd(
  end: WallEnd,
  base: Walled,
  source: Walled,
  target: Walled,
): Pins[WallEnd] | undefined {
  const [was, there, here] = [base, source, target].map(({ params }) => params.pins?.[end] ?? null);
  if (there === undefined || here === undefined || there === null || here === null) return null;
  if (deepEqual(was, here) || deepEqual(there, here)) return there;
  return deepEqual(was, there) ? here : undefined;
}

/** Whether two states of an element differ in nothing but ends that the second one does not pin. */
export function isOnlyUnpinned(before: AnyElement, after: AnyElement): boolean {
  const { pins: was, ...params } = before.params;
  const { pins: is, ...others } = after.params;
  return (was ?? null) !== null && !deepEqual(was, is) && deepEqual(params, others);
}

/**
 * The parameters of a wall after an undo; `now` is null if the undo creates it again. Its pins are restored at all ends
 * except `stale` ones; ends that the undo reshapes without restoring a pin are unpinned.
 */
export function undonePins(
  now: WallGiven | null,
  restored: WallGiven,
  stale: readonly WallEnd[],
): WallGiven {
  const reshaped = now === null ? [] : reshapedEnds(now, restored);
  const at = (end: WallEnd): StoredPin => {
    const [is, back] = [now, restored].map((one) => one?.pins?.[end] ?? null);
    const isKept = stale.includes(end) || deepEqual(is, back);
    const pin = isKept && now !== null ? is : isKept ? null : back;
    return isKept && reshaped.includes(end) ? null : (pin ?? null);
  };
  const pins = { start: at('start'), end: at('end') };
  return { ...restored, pins: pins.start === null && pins.end === null ? null : pins };
}
