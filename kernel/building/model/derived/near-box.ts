/** @module near box: elements that may meet a box, by the grids of the state. */
import type { BoxMm } from '../../../../schemas/units.ts';
import { GRID_MM } from '../../../../schemas/units.ts';
import { planBoxIntersects } from '../../geometry/vector.ts';
import type { Element } from '../../kinds/elements.ts';
import type { GridName } from '../../kinds/kind.ts';
import { widened } from '../../kinds/shared/boxes.ts';
import { levelsOf, nearElements } from '../state/lookup.ts';
import { placementOf } from '../state/placement.ts';
import { reachOf } from '../state/plan-grid.ts';
import type { BranchState } from '../state/state.ts';
import { mitreMargin } from './wall-plan.ts';

/** Elements that are not hosted and may meet the box: all that do, and some that do not. */
export function elementsNearBox(state: BranchState, box: BoxMm): readonly Element[] {
  // Boxes are rounded to the grid, reaches are not.
  const near = widened(box, GRID_MM);
  const mitred = widened(near, mitreMargin(state));
  const found = [...nearElements(state, 'tall', { level_id: '', box: near }, isAny)];
  for (const level of levelsOf(state)) {
    const slot = state.keys.elements.find(level.id) ?? 0;
    const { elevation, height } = level.params;
    const meets = (grid: GridName, zero: number): boolean => {
      const reach = reachOf(state.index.grids[grid], slot);
      return (
        reach !== null &&
        zero + reach.low <= box.max.z + GRID_MM &&
        zero + reach.high >= box.min.z - GRID_MM
      );
    };
    if (meets('walls', elevation)) {
      found.push(...nearElements(state, 'walls', { level_id: level.id, box: mitred }, isAny));
    }
    if (meets('bodies', elevation)) {
      found.push(...nearElements(state, 'bodies', { level_id: level.id, box: near }, isAny));
    }
    if (meets('heads', elevation + height)) {
      found.push(...nearElements(state, 'heads', { level_id: level.id, box: near }, isAny));
    }
  }
  return [...new Set(found)].filter((element) => {
    const { reach } = placementOf(element, state.keys.kinds);
    return reach === null || planBoxIntersects(reach.box, reach.grid === 'walls' ? mitred : near);
  });
}

function isAny(_element: Element): _element is Element {
  return true;
}
