/** @module opening: a void through a wall, floor or roof. */
import type { ElementOf, ParamsOf } from '../../../schemas/elements.ts';
import type { Plan, PlanContext } from '../../../schemas/plan.ts';
import type { HostedElement, ModelView } from '../view.ts';
import type { Host, HostCode, HostingCode } from './hosting.ts';
import { requireFits, requireHost } from './hosting.ts';
import type { BoundsCode } from './model-bounds.ts';
import { requirePointsInModel } from './model-bounds.ts';
import { createdInHost, onGridDeep } from './planned.ts';

export type OpeningCode = HostCode | HostingCode | BoundsCode | 'INVALID_ARGUMENT';

/** Refuses INVALID_ARGUMENT unless a wall's opening has an offset and a floor's or roof's a location, then what does not fit. */
export function checkOpening(
  opening: ElementOf<'opening'>,
  host: Host,
  siblings: readonly HostedElement[],
  context: PlanContext<OpeningCode>,
): void {
  const { offset, location, sill } = opening.params;
  const in_wall = host.kind === 'wall';
  if (in_wall && (offset === null || location !== null))
    context.refuse(
      'INVALID_ARGUMENT',
      `\`${host.id}\` is a wall: expected \`offset\` along it and no \`location\``,
    );
  if (!in_wall && (location === null || offset !== null || sill !== 0))
    context.refuse(
      'INVALID_ARGUMENT',
      `\`${host.id}\` is a ${host.kind}: expected \`location\` of the centre, and neither \`offset\` nor \`sill\``,
    );
  if (location !== null) requirePointsInModel('`location`', [location], context);
  requireFits(opening, host, siblings, context);
}

/** Plans an opening with the event that ties it to its host. */
export function planOpening(
  params: ParamsOf<'opening'>,
  view: ModelView,
  context: PlanContext<OpeningCode>,
): Plan<{ readonly opening_id: string; readonly host_id: string }> {
  const host = requireHost(view, params.host_id, context);
  const opening: ElementOf<'opening'> = {
    id: context.ids.next('opening'),
    kind: 'opening',
    params: onGridDeep(params),
  };
  const siblings = view.hostedBy(host.id);
  checkOpening(opening, host, siblings, context);
  return {
    events: createdInHost(opening),
    data: { opening_id: opening.id, host_id: host.id },
    relies_on: [host.params.level_id, ...siblings.map(({ id }) => id)],
  };
}
