/** @module glazed: the glass of a body, for pictures. */
import { clearRect, type Face, linesOf } from '../../../geometry/curtain/curtain-grid.ts';
import {
  type CurtainGrid,
  mullionAcross,
  panelAcross,
  type PanelCells,
  panelCells,
} from '../../../geometry/curtain/curtain-sizes.ts';
import { at } from '../../../geometry/indexed.ts';
import type { Mesh } from '../../../geometry/mesh/mesh.ts';
import { segmentLengthMm } from '../../../geometry/vector.ts';
import type { Element } from '../../elements.ts';
import { type Curtained, faceOf, gridOf } from './params.ts';

/** A body in two parts: glass, null without any, and the rest. */
export type Glazed = { readonly glass: Mesh | null; readonly rest: Mesh };

/** Corners further from the faces of panels than this belong to mullions, mm. */
const BEYOND_MM = 0.01;

/**
 * The body of an element with its glass separated. Doors and windows state where their panes begin. Panels of a curtain
 * wall are first in its mesh, and mullions have other faces. If
 * panels are as deep as mullions, everything counts as frame. Only the body is used: a view may show it
 * without its contents.
 */
export function glazed(element: Element, mesh: Mesh): Glazed {
  if (mesh.glass_from !== undefined) return splitAt(mesh, mesh.glass_from);
  const vertices = element.kind === 'wall' ? panelVertices(element.params, mesh) : 0;
  if (vertices === 0) return { glass: null, rest: mesh };
  const { positions, triangles } = mesh;
  // A panel is a box: 8 corners, 12 triangles.
  const first = (vertices / 8) * 36;
  const isApart = triangles.every((index, i) => index < vertices === i < first);
  if (3 * vertices === positions.length || !isApart) return { glass: null, rest: mesh };
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

/** The panes of a mesh from this index of its triangles, which have the last vertices, and the rest. */
function splitAt({ positions, triangles }: Mesh, from: number): Glazed {
  const panes = triangles.subarray(from);
  const first = panes.reduce((least, vertex) => Math.min(least, vertex), Infinity);
  if (panes.length === 0) return { glass: null, rest: { positions, triangles } };
  return {
    glass: {
      positions: positions.subarray(3 * first),
      triangles: panes.map((vertex) => vertex - first),
    },
    rest: { positions: positions.subarray(0, 3 * first), triangles: triangles.subarray(0, from) },
  };
}

/** Number of corners of panels of glass at the beginning of the body of a wall; 0 for a solid wall. */
function panelVertices(params: Curtained, { positions }: Mesh): number {
  const grid = gridOf(params);
  if (grid === null || isLikeMullions(grid)) return 0;
  const { start, end } = params;
  const length = segmentLengthMm(start, end);
  const [ux, uy] = [(end.x - start.x) / length, (end.y - start.y) / length];
  const foot = positions.reduce(
    (least, z, i) => (i % 3 === 2 ? Math.min(least, z) : least),
    Infinity,
  );
  const lookAt = looksOf(faceOf(params, grid), grid);
  const count = positions.length / 3;
  let vertex = 0;
  for (; vertex + 8 <= count; vertex += 8) {
    const corners = Array.from({ length: 8 }, (_, i) => {
      const first = 3 * (vertex + i);
      const [dx, dy] = [at(positions, first) - start.x, at(positions, first + 1) - start.y];
      return { u: dx * ux + dy * uy, v: dy * ux - dx * uy, z: at(positions, first + 2) - foot };
    });
    const { kind, across } = lookAt(
      middleOf(corners.map(({ u }) => u)),
      middleOf(corners.map(({ z }) => z)),
    );
    const isPanel = corners.every(({ v }) => isSame(v, across.right) || isSame(v, across.left));
    if (kind !== 'glass' || !isPanel) break;
  }
  return vertex;
}

/** Whether panels of glass are where mullions are across the wall, so that they cannot be told from them. */
function isLikeMullions(grid: CurtainGrid): boolean {
  const glass = grid.panels.flatMap(({ kind, across }) => (kind === 'glass' ? [across] : []));
  return (['edge', 'mullion', 'transom'] as const).some((role) => {
    const { right, left } = mullionAcross(grid, role);
    return [panelAcross(grid), ...glass].some(
      (panel) => isSame(panel.right, right) && isSame(panel.left, left),
    );
  });
}

type Look = Pick<PanelCells, 'kind' | 'across'>;

/** What fills a place on the face of a wall. */
function looksOf(face: Face, grid: CurtainGrid): (u: number, z: number) => Look {
  const lines = linesOf(face, grid);
  const own = panelCells(grid).map((panel) => ({ panel, rect: clearRect(panel, lines, grid) }));
  const usual: Look = { kind: 'glass', across: panelAcross(grid) };
  return (u, z) =>
    own.findLast(({ rect: { from, to, low, high } }) => u > from && u < to && z > low && z < high)
      ?.panel ?? usual;
}

function middleOf(values: readonly number[]): number {
  return (Math.min(...values) + Math.max(...values)) / 2;
}

function isSame(a: number, b: number): boolean {
  return Math.abs(a - b) <= BEYOND_MM;
}
