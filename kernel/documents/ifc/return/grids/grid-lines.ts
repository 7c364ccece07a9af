/** @module grid-lines: writes edits of grid lines, which are axes of a grid and no products of their own. */
import { SAME_PLACE_MM } from '../../../../building/geometry/tolerances.ts';
import type { Point2 } from '../../../../building/geometry/vector.ts';
import type { ElementOf } from '../../../../building/kinds/elements.ts';
import { elementWith } from '../../../../building/model/state/read-element.ts';
import { PatchFault } from '../../patch/patch-fault.ts';
import { NO_VALUE, ref, refs, text } from '../../patch/patch-value.ts';
import { pointThrough } from '../../shape/matrix.ts';
import { IDENTITY } from '../../shape/matrix.ts';
import type { Changed } from '../changes.ts';
import type { Editing } from '../editing.ts';
import { flat, relative } from '../frame.ts';
import { addPolyline } from '../solids.ts';
import { freeFromGrids } from './grid-placements.ts';

/** The lists of a grid with its axes. */
const LISTS = ['UAxes', 'VAxes', 'WAxes'] as const;

type Line = ElementOf<'grid'>;

/** An axis of a grid of the file, and where it is in the model, mm. */
type Axis = {
  readonly row: number;
  readonly grid: number;
  readonly curve: number;
  readonly tag: string;
  readonly from: Point2;
  readonly to: Point2;
};

/**
 * Names, moves and removes the axes of the file whose grid lines were edited or deleted. Products at their intersections
 * keep their places.
 */
export function writeGridLines(editing: Editing): void {
  const { changes, view } = editing;
  const changed = changes.changed.filter(({ after }) => after.kind === 'grid');
  const deleted = changes.deleted.flatMap(({ element }): readonly Line[] => {
    const line = element === null ? null : elementWith(element, view.kinds);
    return line?.kind === 'grid' ? [line] : [];
  });
  if (changed.length + deleted.length === 0) {
    freeFromGrids(editing, new Set());
    return;
  }
  const axes = axesOf(editing);
  freeFromGrids(editing, editedAxes(axes, [...changed, ...deleted.map((before) => ({ before }))]));
  for (const { before, after, params } of changed) {
    if (before.kind !== 'grid' || after.kind !== 'grid') continue;
    editing.attempt(after.id, () => {
      const axis = axisOf(axes, before);
      const { name, start, end } = after.params;
      if (params.includes('name')) editing.patch.setAttribute(axis.row, 'AxisTag', text(name));
      if (params.includes('start') || params.includes('end')) moveAxis(editing, axis, [start, end]);
    });
    const others = params.filter((param) => !['name', 'start', 'end'].includes(param));
    for (const param of others) {
      editing.leave(after.id, `the \`${param}\` of a grid line cannot be written`);
    }
  }
  removeLines(editing, axes, deleted);
}

/** Rows of the axes that are moved or removed. */
function editedAxes(
  axes: readonly Axis[],
  edits: readonly (Pick<Changed, 'before'> & Partial<Pick<Changed, 'params'>>)[],
): ReadonlySet<number> {
  const rows = edits.flatMap(({ before, params }) => {
    const isMoved = params === undefined || params.some((one) => one === 'start' || one === 'end');
    return before.kind === 'grid' && isMoved ? linesAt(axes, before).map(({ row }) => row) : [];
  });
  return new Set(rows);
}

/** Removes axes, and grids all of whose axes are removed. */
function removeLines(editing: Editing, axes: readonly Axis[], deleted: readonly Line[]): void {
  const byGrid = new Map<number, { readonly line: Line; readonly axis: Axis }[]>();
  for (const line of deleted) {
    editing.attempt(line.id, () => {
      const axis = axisOf(axes, line);
      const known = byGrid.get(axis.grid) ?? [];
      known.push({ line, axis });
      byGrid.set(axis.grid, known);
    });
  }
  for (const [grid, gone] of byGrid) {
    if (gone.length === axes.filter((axis) => axis.grid === grid).length) {
      for (const { line } of gone.slice(0, 1)) {
        editing.attempt(line.id, () => editing.patch.removeProduct(grid));
      }
      continue;
    }
    for (const { line, axis } of gone) editing.attempt(line.id, () => removeAxis(editing, axis));
  }
}

function axesOf({ source: { model }, shapes }: Editing): readonly Axis[] {
  return model.rows('IfcGrid').flatMap((grid) =>
    LISTS.flatMap((list) => model.refs(grid, list)).flatMap((row): readonly Axis[] => {
      const curve = model.ref(row, 'AxisCurve');
      const [piece] = (curve === null ? null : shapes.curve(curve, shapes.place(grid))) ?? [];
      if (curve === null || piece === undefined) return [];
      const tag = (model.text(row, 'AxisTag') ?? '').trim();
      return [{ row, grid, curve, tag, from: piece.from, to: piece.to }];
    }),
  );
}

/** The axis that a line was before the edits. @throws {PatchFault} if none or several are */
function axisOf(axes: readonly Axis[], line: Line): Axis {
  const [axis, another] = linesAt(axes, line);
  if (axis !== undefined && another === undefined) return axis;
  throw new PatchFault(
    axis === undefined
      ? 'no axis of the file is this grid line'
      : 'several axes of the file are this grid line',
  );
}

/** The axes that a line is. */
function linesAt(axes: readonly Axis[], { params: { start, end, name } }: Line): readonly Axis[] {
  return axes.filter(
    ({ from, to, tag }) => isNear(from, start) && isNear(to, end) && (tag === name || tag === ''),
  );
}

function isNear(a: Point2, b: Point2): boolean {
  return Math.abs(a.x - b.x) <= SAME_PLACE_MM && Math.abs(a.y - b.y) <= SAME_PLACE_MM;
}

/** Gives an axis another curve, which takes the place of the old one also in what draws the grid. */
function moveAxis(
  editing: Editing,
  { row, grid, curve }: Axis,
  ends: readonly [Point2, Point2],
): void {
  const { patch, frame, target } = editing;
  const into = relative(frame.place(patch, grid), IDENTITY);
  const points = ends.map((end) => pointThrough(into, flat(end)));
  const moved = addPolyline(target, points, false);
  for (const user of patch.users(curve)) {
    if (!patch.isA(user, 'IfcGeometricSet')) continue;
    const all = patch.refs(user, 'Elements').map((one) => (one === curve ? moved : one));
    patch.setAttribute(user, 'Elements', refs(all));
  }
  patch.setAttribute(row, 'AxisCurve', ref(moved));
}

/** Removes an axis of a grid that keeps others. */
function removeAxis({ patch }: Editing, { row, grid, curve }: Axis): void {
  const lists = LISTS.map((list) => [list, patch.refs(grid, list)] as const);
  const isUsed = patch.users(row).some((user) => user !== grid);
  if (isUsed) throw new PatchFault('other records of the file refer to its axis');
  for (const user of patch.users(curve)) {
    if (!patch.isA(user, 'IfcGeometricSet')) continue;
    patch.setAttribute(
      user,
      'Elements',
      refs(patch.refs(user, 'Elements').filter((one) => one !== curve)),
    );
  }
  for (const [list, rows] of lists) {
    if (!rows.includes(row)) continue;
    const left = rows.filter((one) => one !== row);
    if (left.length === 0 && list !== 'WAxes') {
      throw new PatchFault('a grid in IFC needs axes in two directions');
    }
    patch.setAttribute(grid, list, left.length === 0 ? NO_VALUE : refs(left));
  }
}
