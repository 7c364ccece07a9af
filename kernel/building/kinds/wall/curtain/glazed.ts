/** @module glazed: which part of a body is glass, for pictures of it. */
import { at } from '../../geometry/indexed.ts';
import type { Mesh } from '../../geometry/mesh/mesh.ts';
import { segmentLengthMm } from '../../geometry/vector.ts';
import type { Element } from '../elements.ts';
import type { Curtained } from './params.ts';
import { gridOf } from './params.ts';

/** A body in two: glass, null without any, and everything else. */
export type Glazed = { readonly glass: Mesh | null; readonly rest: Mesh };

/** Corners this much further from the axis than panels reach are those of mullions, mm. */
const BEYOND_MM = 0.01;

/**
 * The body of an element, its panels of glass apart: they come first in its mesh, and reach less far from the axis than
 * mullions. Where they are as deep as those, all is frame. Nothing but the body is asked: a view may show that and not
 * what stands in it.
 */
export function glazed(element: Element, mesh: Mesh): Glazed {
  const vertices = element.kind === 'wall' ? panelVertices(element.params, mesh) : 0;
  const { positions, triangles } = mesh;
  // A panel is a box: 8 corners, 12 triangles.
  const first = (vertices / 8) * 36;
  const isApart = triangles.every((index, i) => index < vertices === i < first);
  if (vertices === 0 || 3 * vertices === positions.length || !isApart) {
    return { glass: null, rest: mesh };
  }
  return {
    glass: {
      positions: positions.subarray(0, 3 * vertices),
      triangles: triangles.subarray(0, first),
    },
    rest: {
      positions: positions.subarray(3 * vertices),
      triangles: triangles.subarray(first).map((index) => index - vertices),
    },
  };
}

/** How many corners at the beginning of the body of a wall are those of panels; none of a solid one. */
function panelVertices(params: Curtained, { positions }: Mesh): number {
  const grid = gridOf(params);
  if (grid === null) return 0;
  const { start, end } = params;
  const length = segmentLengthMm(start, end);
  const [ux, uy] = [(end.x - start.x) / length, (end.y - start.y) / length];
  let vertex = 0;
  for (; 3 * vertex < positions.length; vertex += 1) {
    const [dx, dy] = [at(positions, 3 * vertex) - start.x, at(positions, 3 * vertex + 1) - start.y];
    if (Math.abs(dy * ux - dx * uy) > grid.glass / 2 + BEYOND_MM) break;
  }
  return vertex - (vertex % 8);
}
