/** @module level height: elements whose height follows that of their level, or the level to which they rise. */
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

/** The element with the height of the level if it follows that level, else unchanged. */
export function atHeightOf<E extends AnyElement>(element: E, { params }: Storey): E {
  if (!followsLevel(element)) return element;
  return { ...element, params: { ...element.params, height: params.height } };
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
  if (to === null) return followsLevel(element) ? level.params.height : null;
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
