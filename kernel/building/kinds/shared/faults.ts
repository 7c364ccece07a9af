/** @module faults: messages for impossible bodies and for axes without length. */
import type { SolidKernel } from '../../geometry/mesh/solid-kernel.ts';
import { micrometres, type Point2 } from '../../geometry/vector.ts';
import type { AnyElement, Fault } from '../kind.ts';

/** Throws `RangeError` for an impossible body; the message names the element and the reason. */
export function impossible({ kind, id }: Pick<AnyElement, 'kind' | 'id'>, why: string): never {
  throw new RangeError(`${kind} \`${id}\`: ${why}`);
}

/** The solid kernel. Throws `RangeError` if it is not loaded. */
export function neededSolids(
  solids: SolidKernel | null,
  element: Pick<AnyElement, 'kind' | 'id'>,
): SolidKernel {
  return solids ?? impossible(element, 'an opening needs the solid kernel, which is not loaded');
}

/** The fault of an axis whose ends are the same point on the 0.001 mm grid; null if it has a length. */
export function zeroLength({
  start,
  end,
}: {
  readonly start: Point2;
  readonly end: Point2;
}): Fault | null {
  return micrometres(start.x) === micrometres(end.x) && micrometres(start.y) === micrometres(end.y)
    ? { why: 'has no length: start and end are the same point' }
    : null;
}
