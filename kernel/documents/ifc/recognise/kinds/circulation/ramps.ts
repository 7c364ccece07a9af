/** @module ramps: straight ramps, by their sloping surface. */
import type { ElementRecord } from '../../../../../../schemas/events.ts';
import { toGrid } from '../../../../../../schemas/units.ts';
import { meshBounds } from '../../../../../building/geometry/mesh/mesh.ts';
import type { Point3 } from '../../../../../building/geometry/vector.ts';
import type { ProductShape } from '../../../shape/shape-node.ts';
import type { Context } from '../../context.ts';
import { nameOf } from '../../ids.ts';
import { extentAlong, pointAlong } from '../../outlines/bar.ts';
import { cornersOf } from '../../outlines/components.ts';
import { type Facet, facetsOf } from '../../outlines/facets.ts';
import { gridRing } from '../../outlines/plan-ring.ts';
import type { Product } from '../../products.ts';
import { isUnrecognised, type Proposal, type Unrecognised } from '../../proposal.ts';
import { levelAt } from './level-at.ts';

/** Smallest and largest vertical part of the normal of a ramp: slopes up to 45°, and not level. */
const [STEEP, LEVEL] = [0.7, 0.999_999];
/** Smallest cosine of the angle between two equal normals. */
const PARALLEL = 0.999_99;
/** Largest distance of a corner from the upper end of a ramp, mm. */
const END_MM = 0.5;

/** The ramp that a product is. */
export function proposeRamp(
  ramp: Product,
  shape: ProductShape,
  context: Context,
): readonly Proposal[] | Unrecognised {
  const solid = context.evaluator.evaluate(shape.items, []);
  if (!solid.ok) return { why: solid.why };
  const mesh = solid.mesh();
  const facets = facetsOf(mesh);
  const slope = facets === null ? null : slopeOf(facets);
  if (slope === null) return { why: 'it has no single sloping surface' };
  const params = rampParams(slope, { corners: cornersOf(mesh), low: meshBounds(mesh).min.z });
  const level = levelAt(ramp.storey, params.low, context);
  if (isUnrecognised(level)) return level;
  const { low: _, ...sizes } = params;
  const element: ElementRecord = {
    id: context.ids.of('ramp', ramp),
    kind: 'ramp',
    params: { level_id: level.id, name: nameOf(ramp), ...sizes },
  };
  return [{ product: ramp, element, expected: { items: shape.items, cuts: [] }, host_id: null }];
}

type Slope = { readonly facets: readonly Facet[]; readonly normal: Point3 };

/** The sloping surface on top of a body; null if there is none, or several. */
function slopeOf(facets: readonly Facet[]): Slope | null {
  const sloping = facets.filter(({ normal: { z } }) => z > STEEP && z < LEVEL);
  const [first] = sloping;
  if (first === undefined) return null;
  const { normal } = first;
  const isSame = sloping.every(
    ({ normal: { x, y, z } }) => x * normal.x + y * normal.y + z * normal.z > PARALLEL,
  );
  return isSame ? { facets: sloping, normal } : null;
}

function rampParams(
  { facets, normal }: Slope,
  { corners, low }: { readonly corners: readonly Point3[]; readonly low: number },
) {
  const size = Math.sqrt(normal.x * normal.x + normal.y * normal.y);
  const along = { x: (0 - normal.x) / size, y: (0 - normal.y) / size };
  const top = facets.flatMap((facet) => facet.corners);
  const { s, t } = extentAlong(top, along);
  const middle = (t[0] + t[1]) / 2;
  const heights = top.map(({ z }) => z);
  const [foot, head] = [Math.min(...heights), Math.max(...heights)];
  const atEnd = corners.filter((point) => extentAlong([point], along).s[0] >= s[1] - END_MM);
  const thickness = head - Math.max(low, Math.min(...atEnd.map(({ z }) => z)));
  const [start, end] = gridRing([pointAlong(along, s[0], middle), pointAlong(along, s[1], middle)]);
  return {
    start: { ...(start ?? { x: 0, y: 0 }) },
    end: { ...(end ?? { x: 0, y: 0 }) },
    width: toGrid(t[1] - t[0]),
    rise: toGrid(head - foot),
    thickness: toGrid(thickness),
    low: foot,
  };
}
