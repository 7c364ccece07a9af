/** @module threshold: the height of the threshold of a door above the floor around it. */
import { sillOf } from '../kinds/door/door.ts';
import type { ElementOf } from '../kinds/elements.ts';
import { isSloping } from '../kinds/floor/slope.ts';
import type { ModelView } from '../model/view.ts';
import { floorsBeside, higherOf } from './room-floors.ts';

/** Distance beyond the faces of its wall within which a floor belongs to a door, mm. */
const BESIDE_MM = 100;

/**
 * Height of the threshold of a door on a sill above the floor, mm: that of the higher room beside it, else the level of
 * its wall, or the top of a floor that is higher. 0 for a door without a sill, which is on the floor wherever its wall
 * begins.
 */
export function thresholdOf(element: ElementOf<'door'>, view: ModelView): number {
  if (sillOf(element.params) === 0) return 0;
  const box = view.bounds(element.id);
  const level_id = view.levelOf(element.id);
  const level = level_id === null ? undefined : view.elementOf(level_id, 'level');
  if (box === null || level === undefined) return 0;
  const { min, max } = box;
  const beside = floorsBeside(element, view);
  const foot = (beside === null ? null : higherOf(beside)) ?? level.params.elevation;
  const around = {
    min: { x: min.x - BESIDE_MM, y: min.y - BESIDE_MM, z: Math.min(foot, min.z) },
    max: { x: max.x + BESIDE_MM, y: max.y + BESIDE_MM, z: min.z },
  };
  const floors = view
    .inBox(around)
    .filter((id) => {
      const floor = view.elementOf(id, 'floor');
      return floor !== undefined && !isSloping(floor.params);
    })
    .flatMap((id) => view.bounds(id)?.max.z ?? []);
  return Math.max(0, min.z - Math.max(foot, ...floors));
}
