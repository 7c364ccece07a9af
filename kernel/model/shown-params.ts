/** @module shown params: the parameters of an element as answers show them. */
import type { Element } from '../../schemas/elements.ts';

/** Parameters of an element without the mesh of a solid, which is only counted. */
export function shownParams(element: Element): Readonly<Record<string, unknown>> {
  if (element.kind !== 'solid') return element.params;
  const { positions, triangles, ...rest } = element.params;
  return { ...rest, vertex_count: positions.length / 3, triangle_count: triangles.length / 3 };
}
