/** @module window: a window in a wall, on a sill. */
import type { ElementOf, ParamsOf } from '../../../schemas/elements.ts';
import type { Plan, PlanContext } from '../../../schemas/plan.ts';
import type { ModelView } from '../view.ts';
import type { HostCode, HostingCode } from './hosting.ts';
import { requireFits, requireWall } from './hosting.ts';
import { createdInHost, onGridDeep } from './planned.ts';

export type WindowCode = HostCode | HostingCode;

/** Plans a window with the event that ties it to its wall. Refuses what `requireFits` refuses. */
export function planWindow(
  params: ParamsOf<'window'>,
  view: ModelView,
  context: PlanContext<WindowCode>,
): Plan<{ readonly window_id: string; readonly wall_id: string; readonly offset: number }> {
  const wall = requireWall(view, params.host_id, context);
  const window: ElementOf<'window'> = {
    id: context.ids.next('window'),
    kind: 'window',
    params: onGridDeep(params),
  };
  const siblings = view.hostedBy(wall.id);
  requireFits(window, wall, siblings, context);
  return {
    events: createdInHost(window),
    data: { window_id: window.id, wall_id: wall.id, offset: window.params.offset },
    relies_on: [wall.params.level_id, ...siblings.map(({ id }) => id)],
  };
}
