/** @module selection: classifies elements that are moved or copied together. */
import type { PlanContext } from '../../../../../schemas/plan.ts';
import type { AnyElement, Follows, Motion, Transform } from '../../../kinds/kind.ts';
import { isOf } from '../../../kinds/kind.ts';
import { roomsBetween } from '../../../kinds/room/room.ts';
import { lineOffsetOf } from '../../../kinds/rules/location-line.ts';
import type { ElementCode } from '../../../kinds/rules/lookup.ts';
import { requireElement } from '../../../kinds/rules/lookup.ts';
import { drawnMotion } from '../../../kinds/shared/motion.ts';
import { wall } from '../../../kinds/wall/wall.ts';
import type { ModelView } from '../../view.ts';
import { refuseNowhere } from '../move.ts';

/** A free-standing element with its transform and its following behaviour. */
export type Standing = {
  readonly element: AnyElement;
  readonly transform: Transform<AnyElement>;
  readonly follows: Follows<AnyElement> | 'none';
};

/** Selected elements in the requested order, followed by those added implicitly. */
export type Selection = {
  readonly standing: readonly Standing[];
  /** Fillings whose host is not selected. */
  readonly in_host: readonly AnyElement[];
};

/**
 * Resolves ids to a selection without duplicates. Fillings of a selected host move with it. With
 * `along`, a room is added if all walls around it are selected. Refuses levels.
 */
export function selectionOf(
  ids: readonly string[],
  along: boolean,
  view: ModelView,
  context: PlanContext<ElementCode | 'INVALID_ARGUMENT'>,
): Selection {
  const requested = [...new Set(ids)].map((id) => requireElement(view, id, context));
  const known = new Set(requested.map(({ id }) => id));
  const rooms = along ? roomsAround(requested, view).filter((id) => !known.has(id)) : [];
  const standing: Standing[] = [];
  const in_host: AnyElement[] = [];
  for (const element of [...requested, ...rooms.flatMap((id) => view.element(id) ?? [])]) {
    const { transform, follows } = view.kinds.of(element);
    if (transform === 'none') return refuseNowhere(element, context);
    if (transform === 'up_and_down') {
      return context.refuse(
        'INVALID_ARGUMENT',
        `\`${element.id}\` is a level: select the elements on it with \`filter\` {level_id}; move_element moves the level itself up or down`,
        { element_id: element.id },
      );
    }
    if (transform !== 'in_host') standing.push({ element, transform, follows });
    else if (!known.has(view.kinds.references(element).host ?? '')) in_host.push(element);
  }
  return { standing, in_host };
}

function roomsAround(requested: readonly AnyElement[], view: ModelView): readonly string[] {
  const walls = requested.filter((element) => isOf(wall, element));
  const ids = new Set(walls.map(({ id }) => id));
  const levels = new Set(walls.map(({ params }) => params.level_id));
  return [...levels].flatMap((level_id) => roomsBetween(level_id, ids, view));
}

/**
 * Returns the motion for a selection. If it contains walls whose location line is offset from their
 * axis, points are rounded to the grid of drawn points.
 */
export function motionOfAll(motion: Motion, { standing }: Selection): Motion {
  const beside = standing.some(
    ({ element }) => isOf(wall, element) && lineOffsetOf(element.params) !== 0,
  );
  return beside ? drawnMotion(motion) : motion;
}

/** Formats an element as `wall \`id\` (name)`. */
export function labelOf({ id, kind, params }: AnyElement): string {
  const name = params['name'];
  return typeof name === 'string' ? `${kind} \`${id}\` (${name})` : `${kind} \`${id}\``;
}

/** Returns a context whose refusals also name this element. */
export function about<Code extends string>(
  element: AnyElement,
  context: PlanContext<Code>,
): PlanContext<Code> {
  return {
    ...context,
    refuse: (code, message, data) =>
      context.refuse(
        code,
        message.includes(element.id) ? message : `${labelOf(element)}: ${message}`,
        { element_id: element.id, ...data },
      ),
  };
}
