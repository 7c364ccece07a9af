/** @module flights in IFC: a side view of a flight, extruded across its width. */
import type { Ring } from '../../geometry/plan/polygon.ts';
import type { IfcItem } from '../facets/ifc.ts';

/** A side view extruded across a width. */
export function across(boundary: Ring, width: number): IfcItem {
  return {
    item: 'extrusion',
    section: { kind: 'outline', boundary, holes: [] },
    depth: width,
    at: {
      origin: { x: 0, y: width / 2, z: 0 },
      axis: { x: 0, y: -1, z: 0 },
      x: { x: 1, y: 0, z: 0 },
    },
  };
}
