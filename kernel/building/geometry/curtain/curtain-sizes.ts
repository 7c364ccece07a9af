/** @module curtain sizes: the grid of a curtain wall, and the places of its parts across the wall; mm. */

/** The parts of the frame: the border, vertical grid lines with the frames of doors, and horizontal grid lines. */
export type MullionRole = 'edge' | 'mullion' | 'transom';

/** Width of a mullion on the face, and its extent across the wall. */
export type MullionSize = { readonly width: number; readonly depth: number };

/** A range across the wall, measured from its axis to its left. */
export type Across = { readonly right: number; readonly left: number };

/** What fills cells of the grid: glass, a solid panel, or nothing. */
export type PanelKind = 'glass' | 'solid' | 'none';

/** Cells that one panel fills, from a column and a row, counted from 1. No mullion is within them. */
export type PanelCells = {
  readonly column: number;
  readonly row: number;
  readonly columns: number;
  readonly rows: number;
  readonly kind: PanelKind;
  readonly across: Across;
};

/** The grid of a curtain wall, and its sizes. */
export type CurtainGrid = {
  readonly columns: number;
  readonly rows: number;
  /** Places of the inner vertical grid lines from the start of the axis, ascending; null: they divide it evenly. */
  readonly stations: readonly number[] | null;
  /** Heights of the inner horizontal grid lines from the foot, ascending; null: they divide the height evenly. */
  readonly heights: readonly number[] | null;
  /** Width of vertical mullions on the face. */
  readonly mullion: number;
  /** Extent of vertical mullions across the wall. */
  readonly depth: number;
  readonly edge: MullionSize;
  readonly transom: MullionSize;
  /** Place of the middle of mullions to the left of the axis. */
  readonly mullion_offset: number;
  /** Extent of panels across the wall. */
  readonly glass: number;
  /** Place of the middle of panels to the left of the axis. */
  readonly panel_offset: number;
  /** Whether panels are in front of or behind the mullions and extend to the grid lines. */
  readonly laps: boolean;
  /** Panels that differ from the others; of two for one cell, the last one fills it. */
  readonly panels: readonly PanelCells[];
};

/** A range of this depth around a place. */
export function acrossAt(middle: number, depth: number): Across {
  return { right: middle - depth / 2, left: middle + depth / 2 };
}

/** The place of a mullion across the wall. */
export function mullionAcross(grid: CurtainGrid, role: MullionRole): Across {
  const depth = role === 'mullion' ? grid.depth : grid[role].depth;
  return acrossAt(grid.mullion_offset, depth);
}

/** The place of a panel without values of its own across the wall. */
export function panelAcross({ panel_offset, glass }: CurtainGrid): Across {
  return acrossAt(panel_offset, glass);
}

/** The range of all mullions across the wall. */
export function mullionsAcross(grid: CurtainGrid): Across {
  const depth = Math.max(grid.depth, grid.edge.depth, grid.transom.depth);
  return acrossAt(grid.mullion_offset, depth);
}

/** The range of all panels across the wall. */
export function panelsAcross(grid: CurtainGrid): Across {
  return grid.panels.reduce((all, { across }) => hull(all, across), panelAcross(grid));
}

/** The smallest range with both ranges. */
export function hull(a: Across, b: Across): Across {
  return { right: Math.min(a.right, b.right), left: Math.max(a.left, b.left) };
}

/** The panels that differ from the others and begin within the grid. */
export function panelCells({ panels, columns, rows }: CurtainGrid): readonly PanelCells[] {
  return panels.filter((one) => one.column <= columns && one.row <= rows);
}
