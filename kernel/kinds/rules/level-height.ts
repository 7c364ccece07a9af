/** @module level height: elements that are as high as their level, and stay so. */
import type { AnyElement, Fault, Site, Storey } from '../kind.ts';

/** Whether an element follows the height of its level. One of an older log does not: it has the height that it was given. */
export function followsLevel({ params }: AnyElement): boolean {
  return params['follows_level'] === true;
}

/** The element as high as the level where it follows one, else as it is. */
export function atHeightOf<E extends AnyElement>(element: E, { params }: Storey): E {
  if (!followsLevel(element)) return element;
  return { ...element, params: { ...element.params, height: params.height } };
}

/** Why an element that follows its level is not as high as it; null when it is, or follows none. */
export function heightFault(element: AnyElement, site: Site): Fault | null {
  if (!followsLevel(element)) return null;
  const { level_id, height } = element.params;
  const level = typeof level_id === 'string' ? site.level(level_id) : undefined;
  if (level === undefined || level.params.height === height) return null;
  return {
    why: `follows the height of level \`${level.id}\`, ${level.params.height} mm, and is ${JSON.stringify(height)} mm high`,
    data: { level_id: level.id },
  };
}
