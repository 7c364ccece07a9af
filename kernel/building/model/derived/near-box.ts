/** @module near box: elements that may meet boxes, by the grids of the state. */
import type { BoxMm } from '../../../../schemas/units.ts';
import { GRID_MM } from '../../../../schemas/units.ts';
import type { Box2 } from '../../geometry/vector.ts';
import { planBoxIntersects } from '../../geometry/vector.ts';
import type { Element, ElementOf } from '../../kinds/elements.ts';
import type { GridName } from '../../kinds/kind.ts';
import { widened } from '../../kinds/shared/boxes.ts';
import { levelsOf } from '../state/lookup.ts';
import { slotsOfKind, slotsOnLevel } from '../state/persistent-index.ts';
import { placementOf } from '../state/placement.ts';
import { nearIn, reachOf } from '../state/plan-grid.ts';
import type { BranchState } from '../state/state.ts';
import { elementAt } from '../state/state.ts';
import { mitreMargin } from './wall-plan.ts';

/** Which elements are searched; all by default. */
type Searched = {
  /** Null for all levels. */
  readonly level_ids: ReadonlySet<string> | null;
  readonly isSearched: (kind: string) => boolean;
};

const ALL: Searched = { level_ids: null, isSearched: () => true };

/** Elements that are not hosted and may meet one of the boxes: all that do, and some that do not. */
export function elementsNearBoxes(
  state: BranchState,
  boxes: readonly BoxMm[],
  { level_ids, isSearched }: Searched = ALL,
): readonly Element[] {
  const mitre = mitreMargin(state);
  const found = new Set<Element>();
  const add = (grid: GridName, level_id: string, box: Box2): void => {
    for (const slot of slotsNear(state, grid, { level_id, box }, isSearched)) {
      const element = elementAt(state, slot);
      if (element !== undefined && isSearched(element.kind)) found.add(element);
    }
  };
  const levels = levelsOf(state).filter(({ id }) => level_ids === null || level_ids.has(id));
  for (const box of boxes) {
    // Boxes are rounded to the grid, reaches are not.
    const near = widened(box, GRID_MM);
    add('tall', '', near);
    for (const level of levels) {
      const { elevation, height } = level.params;
      if (meets(state, 'walls', { level, zero: elevation, box })) {
        add('walls', level.id, widened(near, mitre));
      }
      if (meets(state, 'bodies', { level, zero: elevation, box })) add('bodies', level.id, near);
      if (meets(state, 'heads', { level, zero: elevation + height, box })) {
        add('heads', level.id, near);
      }
    }
  }
  return [...found].filter((element) => {
    const { reach } = placementOf(element, state.keys.kinds);
    if (reach === null) return true;
    const margin = GRID_MM + (reach.grid === 'walls' ? mitre : 0);
    return boxes.some((box) => planBoxIntersects(reach.box, widened(box, margin)));
  });
}

/** The slots of a grid near a box; of a level if the box is large, or of the model for the grid `tall`. */
function slotsNear(
  { index, keys }: BranchState,
  grid: GridName,
  near: { readonly level_id: string; readonly box: Box2 },
  isSearched: (kind: string) => boolean,
): readonly number[] {
  const level = grid === 'tall' ? 0 : keys.elements.find(near.level_id);
  if (level === undefined) return [];
  const slots = nearIn(index.grids[grid], keys.cells, level, near.box);
  if (slots !== null) return slots;
  return keys.kinds.all.flatMap(({ kind }, number) => {
    if (!isSearched(kind)) return [];
    return grid === 'tall' ? slotsOfKind(index, number) : slotsOnLevel(index, level, number);
  });
}

/** Whether the elements of a level in this grid reach the heights of a box. `zero`: the height from which they are measured. */
function meets(
  state: BranchState,
  grid: GridName,
  at: { readonly level: ElementOf<'level'>; readonly zero: number; readonly box: BoxMm },
): boolean {
  const { level, zero, box } = at;
  const reach = reachOf(state.index.grids[grid], state.keys.elements.find(level.id) ?? 0);
  return (
    reach !== null &&
    zero + reach.low <= box.max.z + GRID_MM &&
    zero + reach.high >= box.min.z - GRID_MM
  );
}
