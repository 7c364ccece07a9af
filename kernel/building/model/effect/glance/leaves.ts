/** @module leaves: doors whose leaves open against walls. */
import { compareText } from '../../../../base/canonical/deep-equal.ts';
import type { Element } from '../../../kinds/elements.ts';
import type { ModelView } from '../../view.ts';
import type { Glimpse } from './glimpse.ts';
import { meeting } from './meeting.ts';
import { sharedVolume, volumeOf } from './shared-volume.ts';
import { standingBody } from './upright.ts';

/** A leaf is stopped if this fraction of the area that it sweeps lies in a wall. */
const STOPPED = 0.05;
/** Maximum distance that a leaf reaches from its door, mm. */
const REACH_MM = 1500;

/** Reports the wall that stops a leaf of a door, or the doors whose leaves a wall stops. */
export function stoppedLeaves(element: Element, view: ModelView): readonly Glimpse[] {
  const box = element.kind === 'door' || element.kind === 'wall' ? view.bounds(element.id) : null;
  if (box === null) return [];
  const around = {
    min: { x: box.min.x - REACH_MM, y: box.min.y - REACH_MM, z: box.min.z },
    max: { x: box.max.x + REACH_MM, y: box.max.y + REACH_MM, z: box.max.z },
  };
  return meeting(around, [element.kind === 'door' ? 'wall' : 'door'], view).flatMap((other) =>
    element.kind === 'door' ? stopped(element, other, view) : stopped(other, element, view),
  );
}

function stopped(door: Element, wall: Element, view: ModelView): readonly Glimpse[] {
  if (door.kind !== 'door' || door.params.host_id === wall.id) return [];
  const swept = view.workspace(door.id);
  const least = STOPPED * volumeOf(swept);
  if (swept.length === 0 || sharedVolume(standingBody(wall.id, view), swept) <= least) return [];
  return [
    {
      key: [door.id, wall.id, 'leaf'].toSorted(compareText).join('\n'),
      text: `door \`${door.id}\` opens against wall \`${wall.id}\`: move it along its wall, or give it the other \`swing\` or a \`door_type\` that slides`,
    },
  ];
}
