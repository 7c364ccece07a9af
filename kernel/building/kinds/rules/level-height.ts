/** @module level height: elements whose height comes of levels, that of their own or the one they rise to, and stays so. */
import { toGrid } from '../../../schemas/units.ts';
import type { AnyElement, Fault, Site, Storey } from '../kind.ts';

/** Whether an element follows the height of its level. One of an older log does not: it has the height that it was given. */
export function followsLevel({ params }: AnyElement): boolean {
  return params['follows_level'] === true;
}

/** Id of the level that a wall rises to, null where its height comes of nothing above it. */
export function risesTo({ kind, params }: AnyElement): string | null {
  const id = kind === 'wall' ? params['top_level_id'] : null;
  return typeof id === 'string' ? id : null;
}

/** Whether the stored height of an element comes of levels. */
export function hasHeightOfLevels(element: AnyElement): boolean {
  return followsLevel(element) || risesTo(element) !== null;
}

/** The element as high as the level where it follows one, else as it is. */
export function atHeightOf<E extends AnyElement>(element: E, { params }: Storey): E {
  if (!followsLevel(element)) return element;
  return { ...element, params: { ...element.params, height: params.height } };
}

type Levels = (id: string) => Storey | undefined;

/** The element as high as the levels that it follows make it, else as it is. */
export function atLevels<E extends AnyElement>(element: E, levels: Levels): E {
  const height = heightAt(element, levels);
  return height === null ? element : { ...element, params: { ...element.params, height } };
}

/** The height that levels give, mm; null where they give none, or are not there. It can be less than nothing. */
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

/** Why an element is not as high as the levels that it follows make it; null when it is, or follows none. */
export function heightFault(element: AnyElement, site: Site): Fault | null {
  const wanted = heightAt(element, (id) => site.level(id));
  const { level_id, height } = element.params;
  if (typeof level_id !== 'string') return null;
  if (wanted === null || (wanted === height && wanted > 0)) return null;
  const is = `${JSON.stringify(height)} mm high`;
  const to = risesTo(element);
  return to === null
    ? {
        why: `follows the height of level \`${level_id}\`, ${wanted} mm, and is ${is}`,
        data: { level_id },
      }
    : {
        why: `rises to level \`${to}\`, ${wanted} mm above its foot, and is ${is}`,
        data: { top_level_id: to },
      };
}
