/** @module cut body in IFC: the body of an element that planes cut, as triangles. */
import type { IfcItem, IfcView } from '../facets/ifc.ts';

/** The body of an element before openings are subtracted. Throws `RangeError` without one. */
export function cutBody(id: string, view: IfcView): IfcItem {
  const mesh = view.uncutMesh(id);
  if (mesh === null) throw new RangeError('has no body');
  return { item: 'mesh', mesh };
}
