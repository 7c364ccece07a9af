/** @module selection: what is moved or copied at once, sorted by how it takes part. */
import type { PlanContext } from '../../../../schemas/plan.ts';
import type { AnyElement, Follows, Motion, Transform } from '../../../kinds/kind.ts';
import { isOf } from '../../../kinds/kind.ts';
import { drawnMotion } from '../../../kinds/motion.ts';
import { roomsBetween } from '../../../kinds/room.ts';
import { lineOffsetOf } from '../../../kinds/rules/location-line.ts';
import type { ElementCode } from '../../../kinds/rules/lookup.ts';
import { requireElement } from '../../../kinds/rules/lookup.ts';
import { wall } from '../../../kinds/wall.ts';
import type { ModelView } from '../../view.ts';
import { refuseNowhere } from '../move.ts';

/** An element that stands on its own, with how it moves. */
export type Standing = {
  readonly element: AnyElement;
  readonly transform: Transform<AnyElement>;
  readonly follows: Follows<AnyElement> | 'none';
};

/** Elements in the order in which they were asked for, those that go along behind them. */
export type Selection = {
  readonly standing: readonly Standing[];
  /** What sits in a host that is not selected itself. */
  readonly in_host: readonly AnyElement[];
};

/**
 * What these ids select, each once. What sits in a host that is selected goes with it. Where `along`, a room goes with
 * the walls round it when all of them are selected. Refuses levels.
 */
export function selectionOf(
  ids: readonly string[],
  along: boolean,
  view: ModelView,
  context: PlanContext<ElementCode | 'INVALID_ARGUMENT'>,
): Selection {
  const asked = [...new Set(ids)].map((id) => requireElement(view, id, context));
  const known = new Set(asked.map(({ id }) => id));
  const rooms = along ? roomsAround(asked, view).filter((id) => !known.has(id)) : [];
  const standing: Standing[] = [];
  const in_host: AnyElement[] = [];
  for (const element of [...asked, ...rooms.flatMap((id) => view.element(id) ?? [])]) {
    const { transform, follows } = view.kinds.of(element);
    if (transform === 'none') return refuseNowhere(element, context);
    if (transform === 'up_and_down') {
      return context.refuse(
        'INVALID_ARGUMENT',
        `\`${element.id}\` is a level: select what stands on it, with \`filter\` {level_id}; a level itself goes up or down by move_element`,
        { element_id: element.id },
      );
    }
    if (transform !== 'in_host') standing.push({ element, transform, follows });
    else if (!known.has(view.kinds.references(element).host ?? '')) in_host.push(element);
  }
  return { standing, in_host };
}

function roomsAround(asked: readonly AnyElement[], view: ModelView): readonly string[] {
  const walls = asked.filter((element) => isOf(wall, element));
  const ids = new Set(walls.map(({ id }) => id));
  const levels = new Set(walls.map(({ params }) => params.level_id));
  return [...levels].flatMap((level_id) => roomsBetween(level_id, ids, view));
}

/** The motion as a selection makes it: on the grid of drawn points where it has walls that were drawn beside their axes. */
export function motionOfAll(motion: Motion, { standing }: Selection): Motion {
  const beside = standing.some(
    ({ element }) => isOf(wall, element) && lineOffsetOf(element.params) !== 0,
  );
  return beside ? drawnMotion(motion) : motion;
}

/** `wall \`id\` (name)`. */
export function saidOf({ id, kind, params }: AnyElement): string {
  const name = params['name'];
  return typeof name === 'string' ? `${kind} \`${id}\` (${name})` : `${kind} \`${id}\``;
}

/** The context in which refusals name this element, too. */
export function about<Code extends string>(
  element: AnyElement,
  context: PlanContext<Code>,
): PlanContext<Code> {
  return {
    ...context,
    refuse: (code, message, data) =>
      context.refuse(
        code,
        message.includes(element.id) ? message : `${saidOf(element)}: ${message}`,
        { element_id: element.id, ...data },
      ),
  };
}
