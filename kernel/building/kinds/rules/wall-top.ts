/** @module wall top: the tops of walls, and walls that rise to a level above. */

import type { PlanContext } from '../../../../schemas/plan.ts';
import { CoordinateMm } from '../../../../schemas/units.ts';
import type { AnyElement, KindView } from '../kind.ts';
import { topFor } from '../shared/motion.ts';
import { Ref } from '../shared/params.ts';
import { atLevels, risesTo } from './level-height.ts';
import { type LevelCode, requireLevel } from './lookup.ts';

/** Parameters of the top of a wall; walls of older logs lack them and have their own height. */
export const WALL_TOP = {
  /** The level to which it rises; the stored height follows the level. */
  top_level_id: Ref.nullable().exactOptional(),
  /** Offset of its top above that level, mm; null or absent means 0. */
  top_offset: CoordinateMm.nullable().exactOptional(),
  /** The roof or floor under which the wall ends; beyond it the wall has its own height. */
  top_under: Ref.nullable().exactOptional(),
} as const;

/** An element on a level. */
type Standing = AnyElement & { readonly params: { readonly level_id: string } };

/** The wall with the height up to its level. Refuses LEVEL_NOT_FOUND, and OUT_OF_RANGE for a top below its foot. */
export function requireTop<E extends Standing>(
  element: E,
  view: KindView,
  context: PlanContext<LevelCode | 'OUT_OF_RANGE'>,
): E {
  const to = risesTo(element);
  if (to === null) return element;
  const { level_id } = element.params;
  const levels = [level_id, to].map((id) => requireLevel(view, id, context));
  const raised = atLevels(element, (id) => levels.find((level) => level.id === id));
  const { height } = raised.params;
  if (typeof height === 'number' && height <= 0) {
    context.refuse(
      'OUT_OF_RANGE',
      `wall \`${element.id}\` would end ${-height} mm below its foot at level \`${to}\`: expected a \`top_level_id\` and \`top_offset\` above its foot, or \`top_level_id\` null`,
      { element_id: element.id, top_level_id: to },
    );
  }
  return raised;
}

/** The wall on another level, rising by as many levels as before. Refuses LEVEL_NOT_FOUND if there is no such level. */
export function risingFrom<E extends Standing>(
  element: E,
  base: string,
  view: KindView,
  context: PlanContext<'LEVEL_NOT_FOUND'>,
): E {
  const top = risesTo(element);
  if (top === null) return element;
  const from = { base: element.params.level_id, top };
  const top_level_id = topFor(from, base, view.levels());
  if (top_level_id === null) {
    return context.refuse(
      'LEVEL_NOT_FOUND',
      `no level above \`${base}\` for the wall to rise to: create it first, or set \`top_level_id\` of \`${element.id}\` to null`,
    );
  }
  return { ...element, params: { ...element.params, top_level_id } };
}

/** Whether walls can end at the underside of an element. */
export function hasUnderside({ kind }: Pick<AnyElement, 'kind'>): boolean {
  return kind === 'roof' || kind === 'floor';
}
