/** @module glazed: the glass of a body, for pictures. */
import { at } from '../../../geometry/indexed.ts';
import type { Mesh } from '../../../geometry/mesh/mesh.ts';
import { segmentLengthMm } from '../../../geometry/vector.ts';
import type { Element } from '../../elements.ts';
import { type Curtained, gridOf } from './params.ts';

/** A body in two parts: glass, null without any, and the rest. */
export type Glazed = { readonly glass: Mesh | null; readonly rest: Mesh };

/** Corners further from the axis than panels by this belong to mullions, mm. */
const BEYOND_MM = 0.01;

/**
 * The body of an element with its glass panels separated: they are first in its mesh and closer to the axis than
 * mullions. If panels are as deep as mullions, everything counts as frame. Only the body is used: a view may show it
 * without its contents.
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

/** Number of corners of panels at the beginning of the body of a wall; 0 for a solid wall. */
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
