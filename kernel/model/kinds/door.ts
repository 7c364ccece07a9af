/** @module door: a door in a wall, from the wall's foot. */
import type { ElementOf, ParamsOf } from '../../../schemas/elements.ts';
import type { Plan, PlanContext } from '../../../schemas/plan.ts';
import type { ModelView } from '../view.ts';
import type { HostCode, HostingCode } from './hosting.ts';
import { requireFits, requireWall } from './hosting.ts';
import { createdInHost, onGridDeep } from './planned.ts';

export type DoorCode = HostCode | HostingCode;

/** Plans a door with the event that ties it to its wall. Refuses what `requireFits` refuses. */
export function planDoor(
  params: ParamsOf<'door'>,
  view: ModelView,
  context: PlanContext<DoorCode>,
): Plan<{ readonly door_id: string; readonly wall_id: string; readonly offset: number }> {
  const wall = requireWall(view, params.host_id, context);
  const door: ElementOf<'door'> = {
    id: context.ids.next('door'),
    kind: 'door',
    params: onGridDeep(params),
  };
  const siblings = view.hostedBy(wall.id);
  requireFits(door, wall, siblings, context);
  return {
    events: createdInHost(door),
    data: { door_id: door.id, wall_id: wall.id, offset: door.params.offset },
    relies_on: [wall.params.level_id, ...siblings.map(({ id }) => id)],
  };
}
