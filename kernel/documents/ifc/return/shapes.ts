/** @module shapes: the shapes of elements as they are written into a file. */
import type { Element } from '../../../building/kinds/elements.ts';
import type { IfcShape } from '../../../building/kinds/facets/ifc.ts';
import type { ModelView } from '../../../building/model/view.ts';
import { productFacet } from './facets.ts';

/** The shape of an element; null if its kind has none, or it has no body. */
export function shapeOf(element: Element, view: ModelView): IfcShape | null {
  const ifc = productFacet(element, view);
  if (ifc === null || ifc.shape === 'panel') return null;
  const level = view.levels().find(({ id }) => id === view.levelOf(element.id));
  return level === undefined ? null : ifc.shape(element, level, view);
}

/** The axis of a shape on the line on which its wall is drawn, in its local frame, mm; null without one. */
export function drawnAxis({ axis, arc }: IfcShape, element: Element): IfcShape['axis'] | null {
  if (axis === undefined || arc !== undefined) return null;
  const aside = 'line_offset' in element.params ? (element.params.line_offset ?? 0) : 0;
  return axis.map(({ x, y }) => ({ x, y: y + aside }));
}
