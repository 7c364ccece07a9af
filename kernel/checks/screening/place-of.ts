/** @module place of: where a finding about an element is, for answers and pictures. */
import type { Finding } from '../findings/finding.ts';
import type { ModelView } from '../model/view.ts';

/** What placing a finding asks of a view. */
export type PlacingView = Pick<ModelView, 'bounds' | 'levelOf'>;

/** Level, middle and box of the element; null where it has none. */
export function placeOf(
  id: string,
  view: PlacingView,
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
