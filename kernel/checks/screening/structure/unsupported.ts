/** @module unsupported: bodies without a load path to the ground, and load-bearing walls supported only by a slab. */
import { overlapOf } from '../../../building/geometry/convex/overlap.ts';
import { at } from '../../../building/geometry/indexed.ts';
import { bearsLoad } from '../../../building/kinds/shared/stated.ts';
import type { ModelView } from '../../../building/model/view.ts';
import type { Finding } from '../../findings/finding.ts';
import { findingId } from '../../findings/finding.ts';
import { placeOf } from '../place-of.ts';
import type { LoadPaths } from './load-paths.ts';
import { footOf } from './load-paths.ts';
import type { StructuralBody } from './structural-bodies.ts';

/** Depth below a slab that an element must reach to count as its support, mm. */
const BELOW_SLAB_MM = 10;

/** Unsupported bodies, in the order of the bodies. */
export function unsupported(
  bodies: readonly StructuralBody[],
  { carriers, carried }: LoadPaths,
  view: ModelView,
): readonly Finding[] {
  return bodies.flatMap((body, i): readonly Finding[] => {
    if (at(carried, i)) return [];
    const { element, low } = body;
    const { id, kind } = element;
    const below = at(carriers, i).map((one) => one.element.id);
    const check = below.length === 0 ? 'structure.unsupported' : 'structure.no_load_path';
    const why =
      below.length === 0
        ? `${kind} \`${id}\` has no support at ${Math.round(low)} mm`
        : `${kind} \`${id}\` is supported by \`${below[0]}\`${below.length > 1 ? ` and ${below.length - 1} more` : ''}, but no load path leads to the ground`;
    return [
      {
        finding_id: findingId(check, [id]),
        check,
        severity: 'warning',
        element_ids: [id],
        message: `${why}${isLoadBearing(body, view) ? '; it is marked as load-bearing' : ''}`,
        ...placeOf(id, view),
        details: { kind, foot_mm: low, carriers: below.slice(0, 10) },
      },
    ];
  });
}

/** Supported stairs whose upper end does not meet a floor, wall or beam. */
export function headless(
  bodies: readonly StructuralBody[],
  { carried, headed }: LoadPaths,
  view: ModelView,
): readonly Finding[] {
  return bodies.flatMap(({ element: { id, kind }, high }, i): readonly Finding[] => {
    if (at(headed, i) || !at(carried, i)) return [];
    const check = 'structure.open_head';
    return [
      {
        finding_id: findingId(check, [id]),
        check,
        severity: 'warning',
        element_ids: [id],
        message: `${kind} \`${id}\` meets neither floor, wall nor beam at its head at ${Math.round(high)} mm`,
        ...placeOf(id, view),
        details: { kind, head_mm: high },
      },
    ];
  });
}

/** Load-bearing elements on slabs without a wall, column or beam below them. */
export function loadBearingOnSlabs(
  bodies: readonly StructuralBody[],
  paths: LoadPaths,
  view: ModelView,
): readonly Finding[] {
  const numbers = new Map(bodies.map((body, i) => [body, i]));
  return bodies.flatMap((wall, i): readonly Finding[] => {
    const { element } = wall;
    const below = at(paths.carriers, i);
    if (!isLoadBearing(wall, view) || !at(paths.carried, i) || at(paths.grounded, i)) return [];
    const hasLoadPath = below.some((slab) => {
      const number = numbers.get(slab) ?? 0;
      if (slab.role !== 'slab' || at(paths.grounded, number)) return true;
      return at(paths.carriers, number).some((one) => isUnder(one, wall, slab));
    });
    if (hasLoadPath) return [];
    const check = 'structure.load_bearing_on_slab';
    const slabs = below.map((slab) => slab.element.id);
    return [
      {
        finding_id: findingId(check, [element.id]),
        check,
        severity: 'warning',
        element_ids: [element.id, ...slabs],
        message: `load-bearing ${element.kind} \`${element.id}\` stands on \`${slabs.join('`, `')}\` with no wall, column or beam below`,
        ...placeOf(element.id, view),
        details: { foot_mm: wall.low },
      },
    ];
  });
}

/** Whether a support of the slab is under the foot of the wall on that slab. */
function isUnder(one: StructuralBody, wall: StructuralBody, slab: StructuralBody): boolean {
  return footOf(wall, slab.low - BELOW_SLAB_MM, wall.low).some((foot) =>
    one.pieces.some((piece) => overlapOf(foot, piece) !== null),
  );
}

function isLoadBearing({ element }: StructuralBody, view: ModelView): boolean {
  return bearsLoad(element, view) === true;
}
