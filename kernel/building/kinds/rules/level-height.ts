/** @module level height: elements whose height follows that of their level, or the level to which they rise. */
import type { PlanContext } from '../../../../schemas/plan.ts';
import { toGrid } from '../../../../schemas/units.ts';
import type { AnyElement, Fault, Site, Storey } from '../kind.ts';

/** Whether an element follows the height of its level. Elements of older logs do not. */
export function followsLevel({ params }: AnyElement): boolean {
  return params['follows_level'] === true;
}

/** Id of the level to which a wall rises; null without one. */
export function risesTo({ kind, params }: AnyElement): string | null {
  const id = kind === 'wall' ? params['top_level_id'] : null;
  return typeof id === 'string' ? id : null;
}

/** Whether the stored height of an element is derived from levels. */
export function hasHeightOfLevels(element: AnyElement): boolean {
  return followsLevel(element) || risesTo(element) !== null;
}

/** The element with the height up to the top of the level if it follows that level, else unchanged. */
export function atHeightOf<E extends AnyElement>(element: E, level: Storey): E {
  if (!followsLevel(element)) return element;
  return { ...element, params: { ...element.params, height: heightOn(element, level) } };
}

/**
 * Height of an element that follows its level, mm. A room ends at the top of its level, wherever it begins; it is
 * negative for a room that begins above that. Walls and columns are as high as the level.
 */
function heightOn({ kind, params: { base_offset } }: AnyElement, { params }: Storey): number {
  const foot = kind === 'room' ? numberOr0(base_offset) : 0;
  return foot === 0 ? params.height : toGrid(params.height - foot);
}

/**
 * A room with a foot of its own, with the height up to the top of its level if it follows that level. Refuses
 * OUT_OF_RANGE if it begins at or above that top.
 */
export function requireHeightOf<E extends AnyElement>(
  room: E,
  level: Storey,
  context: PlanContext<'OUT_OF_RANGE'>,
): E {
  const { base_offset } = room.params;
  if (typeof base_offset !== 'number' || !followsLevel(room)) return room;
  const height = heightOn(room, level);
  if (height <= 0) {
    context.refuse(
      'OUT_OF_RANGE',
      `room \`${room.id}\` with \`base_offset\` ${base_offset} mm begins at or above the top of level \`${level.id}\`, whose height of ${level.params.height} mm it follows: expected a smaller \`base_offset\`, or a \`height\` of its own`,
      { element_id: room.id, level_id: level.id, base_offset },
    );
  }
  return atHeightOf(room, level);
}

type Levels = (id: string) => Storey | undefined;

/** The element with the height that follows from its levels, else unchanged. */
export function atLevels<E extends AnyElement>(element: E, levels: Levels): E {
  const height = heightAt(element, levels);
  return height === null ? element : { ...element, params: { ...element.params, height } };
}

/** The height that follows from levels, mm; null without such levels. It can be negative. */
function heightAt(element: AnyElement, levels: Levels): number | null {
  const { level_id, base_offset, top_offset } = element.params;
  const level = typeof level_id === 'string' ? levels(level_id) : undefined;
  if (level === undefined) return null;
  const to = risesTo(element);
  if (to === null) return followsLevel(element) ? heightOn(element, level) : null;
  const top = levels(to);
  if (top === undefined) return null;
  const high = top.params.elevation + numberOr0(top_offset);
  return toGrid(high - level.params.elevation - numberOr0(base_offset));
}

function numberOr0(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

/** Why the height of an element does not match the levels that it follows; null if it does, or follows none. */
export function heightFault(element: AnyElement, site: Site): Fault | null {
  const expected = heightAt(element, (id) => site.level(id));
  const { level_id, height } = element.params;
  if (typeof level_id !== 'string') return null;
  if (expected === null || (expected === height && expected > 0)) return null;
  const is = `${JSON.stringify(height)} mm high`;
  const to = risesTo(element);
  return to === null
    ? {
        why: `follows the height of level \`${level_id}\`, ${expected} mm, and is ${is}`,
        data: { level_id },
      }
    : {
        why: `rises to level \`${to}\`, ${expected} mm above its foot, and is ${is}`,
        data: { top_level_id: to },
      };
}
