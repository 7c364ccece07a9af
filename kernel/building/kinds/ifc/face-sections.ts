/** @module face sections: round and arched outlines in the face of a wall as sections of IFC. */
import { CIRCLE_SIDES } from '../../geometry/plan/circle-sides.ts';
import { type FaceShape, shapeRing } from '../../geometry/plan/face-shape.ts';
import type { Point2 } from '../../geometry/vector.ts';
import type { IfcSection } from '../facets/ifc.ts';

/** A section, and its origin from the lower left corner of the box of its shape, mm. */
export type FaceSection = { readonly section: IfcSection; readonly origin: Point2 };

/** The section of a shape: a circle about its middle; an arch, or the outline of an ellipse, from the corner of its box. */
export function faceSection(shape: FaceShape): FaceSection {
  const { form, width, height } = shape;
  if (form === 'arched') {
    return { section: { kind: 'arched', outer: shape, inner: null }, origin: { x: 0, y: 0 } };
  }
  if (width === height) {
    const origin = { x: width / 2, y: height / 2 };
    return { section: { kind: 'circle', diameter: width }, origin };
  }
  // @ifc-lite does not read IfcEllipseProfileDef and would show the wall without its hole.
  const boundary = shapeRing(shape, CIRCLE_SIDES.fine);
  return { section: { kind: 'outline', boundary, holes: [] }, origin: { x: 0, y: 0 } };
}
