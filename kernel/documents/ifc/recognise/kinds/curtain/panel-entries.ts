/** @module panel-entries: which panels of a face differ from the others, or fill several cells of a grid. */
import {
  clearRect,
  type Face as GridFace,
  linesOf,
  type Rect,
} from '../../../../../building/geometry/curtain/curtain-grid.ts';
import {
  type CurtainGrid,
  panelAcross,
  type PanelCells,
} from '../../../../../building/geometry/curtain/curtain-sizes.ts';
import type { Box, PanelBox } from './face.ts';
import { isOnFace } from './panel-outline.ts';
import { isSameAcross } from './same-places.ts';
import type { Work } from './work.ts';

/** The parts of a face in the frame of a wall: from the start and foot of its axis, mm. */
export type Parts = {
  readonly panels: readonly PanelBox[];
  readonly mullions: readonly Box[];
  readonly holes: readonly Rect[];
  readonly work: Work;
};

/** Where the sides and the middle of a range are looked at, as shares of it. */
const SAMPLES = [0.5, 0.25, 0.75, 0.1, 0.9] as const;

/** A grid without panels of its own on its face. */
type Given = { readonly face: GridFace; readonly grid: CurtainGrid };

/**
 * The panels that a grid needs so that it has no mullions where the file has none, and panels as the file has them.
 * `has_gaps`: whether cells without a panel are open; else they are as the others.
 */
export function entriesOf(
  parts: Parts,
  { face, grid }: Given,
  has_gaps: boolean,
): readonly PanelCells[] {
  const cells = new Cells(parts, { face, grid });
  const merged = mergedCells(grid, cells);
  const single: Span[] = [];
  for (let row = 1; row <= grid.rows; row++) {
    for (let column = 1; column <= grid.columns; column++) {
      const one = { column, row, columns: 1, rows: 1 };
      if (!merged.some((span) => isInSpan(one, span))) single.push(one);
    }
  }
  const usual = panelAcross(grid);
  return [...merged, ...single].flatMap((span): readonly PanelCells[] => {
    const look = cells.lookOf(span, has_gaps);
    const isUsual = look === null || (look.kind === 'glass' && isSameAcross(look.across, usual));
    if (isUsual && span.columns === 1 && span.rows === 1) return [];
    return [{ ...span, ...(isUsual ? { kind: 'glass', across: usual } : look) }];
  });
}

type Span = Pick<PanelCells, 'column' | 'row' | 'columns' | 'rows'>;

function isInSpan(one: Span, span: Span): boolean {
  return (
    one.column >= span.column &&
    one.column < span.column + span.columns &&
    one.row >= span.row &&
    one.row < span.row + span.rows
  );
}

/** What the file has in the cells of a grid and at their sides. */
class Cells {
  readonly #parts: Parts;
  readonly #given: Given;

  constructor(parts: Parts, given: Given) {
    this.#parts = parts;
    this.#given = given;
  }

  /** Whether there is no mullion and no hole between a cell and that after it. */
  isOpenAfter(column: number, row: number): boolean {
    const before = this.#clear({ column, row, columns: 1, rows: 1 });
    const after = this.#clear({ column: column + 1, row, columns: 1, rows: 1 });
    return this.#isOpen({ from: before.to, to: after.from, low: before.low, high: before.high });
  }

  /** Whether there is no mullion and no hole between a cell and that above it. */
  isOpenAbove(column: number, row: number): boolean {
    const below = this.#clear({ column, row, columns: 1, rows: 1 });
    const above = this.#clear({ column, row: row + 1, columns: 1, rows: 1 });
    return this.#isOpen({ from: below.from, to: below.to, low: below.high, high: above.low });
  }

  /** What fills cells: null if only mullions and holes do, or if they have no panel and `has_gaps` is false. */
  lookOf(span: Span, has_gaps: boolean): Pick<PanelCells, 'kind' | 'across'> | null {
    const rect = this.#clear(span);
    for (const [u, z] of placesIn(rect)) {
      if (!this.#parts.work.spend(this.#parts.panels.length)) return null;
      const panel = this.#parts.panels.find((box) => isAt(box, u, z));
      if (panel !== undefined) {
        const across = { right: panel.v[0], left: panel.v[1] };
        return { kind: panel.is_solid ? 'solid' : 'glass', across };
      }
    }
    if (!has_gaps || placesIn(rect).every(([u, z]) => this.#isFilled(u, z))) return null;
    return { kind: 'none', across: panelAcross(this.#given.grid) };
  }

  #isOpen(side: Rect): boolean {
    return placesIn(side).every(([u, z]) => !this.#isFilled(u, z));
  }

  #isFilled(u: number, z: number): boolean {
    const { mullions, holes, work } = this.#parts;
    return (
      !work.spend(mullions.length + holes.length) ||
      mullions.some((box) => isAt(box, u, z)) ||
      holes.some(({ from, to, low, high }) => u > from && u < to && z > low && z < high)
    );
  }

  #clear(span: Span): Rect {
    const { face, grid } = this.#given;
    const { from, to, low, high } = clearRect(span, linesOf(face, grid), grid);
    return { from: Math.max(from, face.from), to: Math.min(to, face.to), low, high };
  }
}

function isAt(box: Box & Partial<Pick<PanelBox, 'outline'>>, u: number, z: number): boolean {
  const isIn = u > box.u[0] && u < box.u[1] && z > box.z[0] && z < box.z[1];
  return (
    isIn && (box.outline === undefined || box.outline === null || isOnFace(box.outline, [u, z]))
  );
}

function placesIn({ from, to, low, high }: Rect): readonly (readonly [u: number, z: number])[] {
  return SAMPLES.flatMap((s) =>
    SAMPLES.map((t) => [from + (to - from) * s, low + (high - low) * t] as const),
  );
}

/** Rectangles of cells between which the file has no mullions, and the pairs of cells that are left. */
function mergedCells({ columns, rows }: CurtainGrid, cells: Cells): readonly Span[] {
  const isOpen = new Map<string, boolean>();
  const open = (side: 'after' | 'above', column: number, row: number): boolean => {
    const isLast = side === 'after' ? column >= columns : row >= rows;
    if (isLast) return false;
    const key = `${side} ${column} ${row}`;
    const known =
      isOpen.get(key) ??
      (side === 'after' ? cells.isOpenAfter(column, row) : cells.isOpenAbove(column, row));
    isOpen.set(key, known);
    return known;
  };
  const found: Span[] = [];
  const isInOne = (a: Span, b: Span): boolean =>
    found.some((span) => isInSpan(a, span) && isInSpan(b, span));
  for (let row = 1; row <= rows; row++) {
    for (let column = 1; column <= columns; column++) {
      const one = { column, row, columns: 1, rows: 1 };
      const isNew = (side: 'after' | 'above', next: Span): boolean =>
        open(side, column, row) && !isInOne(one, next);
      const sides = [
        isNew('after', { ...one, column: column + 1 }),
        isNew('above', { ...one, row: row + 1 }),
      ];
      if (!sides.includes(true)) continue;
      const span = grownSpan(one, open);
      found.push(span);
      // The other side of the cell is in no rectangle with it.
      if (sides[1] === true && span.rows === 1) found.push({ ...one, rows: 2 });
      if (sides[0] === true && span.columns === 1) found.push({ ...one, columns: 2 });
    }
  }
  return found;
}

/** The largest rectangle of open cells from a cell: first along its row, then upwards. */
function grownSpan(
  { column, row }: Span,
  open: (side: 'after' | 'above', column: number, row: number) => boolean,
): Span {
  let columns = 1;
  while (open('after', column + columns - 1, row)) columns += 1;
  let rows = 1;
  const isRowOpen = (): boolean =>
    Array.from({ length: columns }, (_, i) => column + i).every(
      (one, i) =>
        open('above', one, row + rows - 1) && (i === columns - 1 || open('after', one, row + rows)),
    );
  while (isRowOpen()) rows += 1;
  return { column, row, columns, rows };
}
