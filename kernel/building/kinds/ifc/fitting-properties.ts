/** @module fitting properties: lining and panels of doors and windows as IFC states them, and their materials. */
import type { IfcNamed, IfcTypeFacet, IfcView } from '../facets/ifc.ts';
import {
  type FittingSizes,
  type FittingValues,
  type Grid,
  sizesIn,
  stileIn,
} from '../fittings/fitting-values.ts';
import { type Cell, dividedBy, type Divided } from '../fittings/window-parts.ts';
import type { Type } from '../type/type.ts';
import type { CellOperation } from '../types/operations.ts';
import { ifcMaterial } from './typed.ts';

type Panel = NonNullable<IfcTypeFacet['panels']>[number];
type Size = { readonly width: number; readonly height: number };

/** Elements of one type can be in walls of any thickness: sizes are those in a wall that does not limit them, mm. */
const THICK_MM = 1e5;

function sizesOf(
  kind: 'door' | 'window',
  type: Type | null,
  { width, height }: Size,
): FittingSizes {
  return sizesIn(kind, type?.params ?? null, { width, height, thickness: THICK_MM });
}

/** Where the lining is across the wall, if that does not depend on the wall: an offset from its axis. */
function acrossOf(type: FittingValues | null, depth: number | null): IfcNamed {
  const isMiddle = (type?.position ?? 'middle') === 'middle';
  return depth !== null && isMiddle ? { LiningOffset: 0 - depth / 2 } : {};
}

/** The place of a panel in a lining of this depth, mm; its depth in the wall is unknown if the lining is as deep as the wall. */
function panelPlace(frame: number, depth: number | null, leaf: number): IfcNamed {
  return {
    LiningToPanelOffsetX: frame,
    ...(depth === null ? {} : { LiningToPanelOffsetY: Math.max(0, (depth - leaf) / 2) }),
  };
}

/** The lining of a door. A depth that is left out is that of the wall. */
export function doorLining(type: Type | null, size: Size): Panel {
  const { frame, leaf, threshold } = sizesOf('door', type, size);
  const depth = type?.params.frame_depth ?? null;
  return {
    entity: 'IfcDoorLiningProperties',
    attributes: {
      LiningDepth: depth,
      LiningThickness: frame,
      ...(threshold > 0 ? { ThresholdThickness: threshold } : {}),
      ...acrossOf(type?.params ?? null, depth),
      ...panelPlace(frame, depth, leaf),
    },
  };
}

/** Thickness of the leaves of a door, mm. */
export function leafDepth(type: Type | null, size: Size): number {
  return sizesOf('door', type, size).leaf;
}

/** The partitioning of a window in IFC, and the places of its panels, by columns and rows. */
const PARTITIONS: ReadonlyMap<string, readonly [string, readonly string[]]> = new Map([
  ['1 x 1', ['SINGLE_PANEL', ['NOTDEFINED']]],
  ['2 x 1', ['DOUBLE_PANEL_VERTICAL', ['LEFT', 'RIGHT']]],
  ['3 x 1', ['TRIPLE_PANEL_VERTICAL', ['LEFT', 'MIDDLE', 'RIGHT']]],
  ['1 x 2', ['DOUBLE_PANEL_HORIZONTAL', ['BOTTOM', 'TOP']]],
  ['1 x 3', ['TRIPLE_PANEL_HORIZONTAL', ['BOTTOM', 'MIDDLE', 'TOP']]],
]);

const OPERATIONS: Readonly<Record<CellOperation, string>> = {
  fixed: 'FIXEDCASEMENT',
  casement_left: 'SIDEHUNGLEFTHAND',
  casement_right: 'SIDEHUNGRIGHTHAND',
  tilt_and_turn_left: 'TILTANDTURNLEFTHAND',
  tilt_and_turn_right: 'TILTANDTURNRIGHTHAND',
  top: 'TOPHUNG',
  bottom: 'BOTTOMHUNG',
  pivot: 'PIVOTHORIZONTAL',
  pivot_vertical: 'PIVOTVERTICAL',
  sliding: 'SLIDINGHORIZONTAL',
  double_hung: 'SLIDINGVERTICAL',
};

/** A window with its grid. `sashes`: those of a sliding or double-hung cell. */
export type Paned = {
  readonly type: Type | null;
  readonly size: Size;
  readonly grid: Grid;
  readonly sashes: number;
};

/** What IFC states about the division of a window. */
export type Partition = {
  readonly partitioning: string;
  /** The number of columns and rows, if IFC has no word for the partitioning. */
  readonly stated: string | null;
  readonly panels: readonly Panel[];
};

/** Lining, partitioning and panels of a window. A single sliding cell counts as its sashes. */
export function windowPartition({ type, size, grid, sashes }: Paned): Partition {
  const sizes = sizesOf('window', type, size);
  const depth = sizes.across[1] - sizes.across[0];
  const divided = dividedBy(grid, sizes, size);
  const [only, ...others] = divided.cells;
  const sliding = others.length === 0 && only !== undefined ? slidingOf(only.operation) : null;
  const lines = sliding ?? [grid.columns.length, grid.rows.length];
  const name =
    sliding === null
      ? lines.join(' x ')
      : sliding.map((one) => (one === 1 ? 1 : sashes)).join(' x ');
  const [partitioning, places] = PARTITIONS.get(name) ?? ['USERDEFINED', []];
  const cells = sliding === null ? divided.cells : Array.from({ length: sashes }, () => only);
  const lining: Panel = {
    entity: 'IfcWindowLiningProperties',
    attributes: {
      LiningDepth: depth,
      LiningThickness: sizes.frame,
      ...barsOf(divided, sizes, size),
      ...acrossOf(type?.params ?? null, depth),
      ...panelPlace(sizes.frame, depth, Math.min(sizes.leaf, depth)),
    },
  };
  const panels = cells.flatMap((cell, i) =>
    cell === undefined ? [] : [panelOf(cell, places[i] ?? 'NOTDEFINED', sizes)],
  );
  return {
    partitioning,
    stated: partitioning === 'USERDEFINED' ? name : null,
    panels: [lining, ...panels],
  };
}

/** Columns and rows of the sashes of one cell: 2 stands for their number. */
function slidingOf(operation: CellOperation): readonly [number, number] | null {
  if (operation === 'sliding') return [2, 1];
  return operation === 'double_hung' ? [1, 2] : null;
}

/** Thickness of mullions and transoms, and the ratios at which the middle of the first two of them is. */
function barsOf(
  { mullions, transoms }: Divided,
  sizes: FittingSizes,
  { width, height }: Size,
): IfcNamed {
  const [first, second] = mullions.map(({ from, to }) => (from + to) / (2 * width));
  const levels = [...new Set(transoms.map(({ low, high }) => (low + high) / (2 * height)))];
  return {
    ...(mullions.length > 0 ? { MullionThickness: sizes.mullion } : {}),
    ...(transoms.length > 0 ? { TransomThickness: sizes.mullion } : {}),
    ...(first === undefined ? {} : { FirstMullionOffset: first }),
    ...(second === undefined ? {} : { SecondMullionOffset: second }),
    ...(levels[0] === undefined ? {} : { FirstTransomOffset: levels[0] }),
    ...(levels[1] === undefined ? {} : { SecondTransomOffset: levels[1] }),
  };
}

/** A cell or sash; a fixed pane has no frame of its own. */
function panelOf({ rect, operation }: Cell, place: string, sizes: FittingSizes): Panel {
  const [from, to] = sizes.across;
  const isSliding = slidingOf(operation) !== null;
  const sash =
    operation === 'fixed'
      ? {}
      : {
          FrameDepth: Math.min(sizes.leaf, isSliding ? (to - from) / 2 : to - from),
          FrameThickness: stileIn(sizes.stile, rect.to - rect.from, rect.high - rect.low),
        };
  return {
    entity: 'IfcWindowPanelProperties',
    attributes: { OperationType: [OPERATIONS[operation]], PanelPosition: [place], ...sash },
  };
}

/** Materials of lining, leaves and panes that the type of a door or window states. */
export function fittingConstituents(
  type: Type | null,
  view: IfcView,
): NonNullable<IfcTypeFacet['constituents']> {
  if (type === null) return [];
  const { for: kind, frame_material, leaf_material, glazing } = type.params;
  const isGlazed = glazing === null ? kind === 'window' : glazing !== 'none';
  const parts = [
    ['Lining', frame_material],
    ['Framing', leaf_material],
  ] as const;
  const known = parts.flatMap(([part, name]) =>
    name === null ? [] : [{ part, material: ifcMaterial(name, view) }],
  );
  const glass = { part: 'Glazing', material: { name: 'Glass', category: 'glass' } };
  return known.length > 0 && isGlazed ? [...known, glass] : known;
}
