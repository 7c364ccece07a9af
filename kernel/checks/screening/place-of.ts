/** @module place of: the location of a finding about an element, for answers and pictures. */
import type { ModelView } from '../../building/model/view.ts';
import type { Finding } from '../findings/finding.ts';

/** Level, centre and bounding box of an element; centre and box are null for an element without a body. */
export function placeOf(
  id: string,
  view: ModelView,
): Pick<Finding, 'level_id' | 'location' | 'box'> {
  const box = view.bounds(id);
  const location =
    box === null
      ? null
      : {
          x: (box.min.x + box.max.x) / 2,
          y: (box.min.y + box.max.y) / 2,
          z: (box.min.z + box.max.z) / 2,
        };
  return { level_id: view.levelOf(id), location, box };
}
