/** @module loose examples: the rows of the kind table for furniture, imported bodies and room separation lines. */
import type { KindExamples } from './kind-table.ts';

/** Examples of furniture, of an imported body without a mesh, as only imports have one, and of a line between rooms. */
export const LOOSE: {
  readonly furniture: KindExamples<'furniture'>;
  readonly body: KindExamples<'body'>;
  readonly separation: KindExamples<'separation'>;
} = {
  furniture: {
    defaults: {
      level_id: 'L1',
      name: null,
      furniture_type: 'table',
      location: { x: 0, y: 0 },
      direction_deg: 0,
      width: 1600,
      depth: 800,
      height: 740,
      base_offset: 0,
    },
    given: { name: 'Given', location: { x: 8000, y: 3000 } },
    full: {
      level_id: 'level_1',
      name: null,
      furniture_type: 'wc',
      location: { x: 4000.125, y: -3000 },
      direction_deg: 33.5,
      width: 380,
      depth: 680,
      height: 800,
      base_offset: -12.5,
    },
    shrunk: { width: 50 },
    alone: true,
    placed: ({ level_id, at }) => ({ level_id, location: at(2000, 2000) }),
  },
  body: {
    defaults: {
      level_id: 'L1',
      name: null,
      ifc_class: 'IfcBuildingElementProxy',
      type_name: null,
      tag: null,
      predefined_type: null,
      box: { min: { x: 0, y: 0, z: 0 }, max: { x: 1000, y: 600, z: 800 } },
      volume_mm3: 1000 * 600 * 800,
      mesh: null,
      digest: null,
      offset: { x: 0, y: 0, z: 0 },
      reason: 'no kind fits its class',
    },
    given: { name: 'Given' },
    full: {
      level_id: 'level_1',
      name: null,
      ifc_class: 'IfcFurnishingElement',
      type_name: 'Chair',
      tag: '4711',
      predefined_type: 'USERDEFINED',
      box: { min: { x: -1.5, y: 0, z: 0 }, max: { x: 1000, y: 600.125, z: 800 } },
      volume_mm3: null,
      mesh: { blob: 'a'.repeat(64), offset: 16, length: 1000 },
      digest: 'b'.repeat(64),
      offset: { x: 100.25, y: -3000, z: 12.5 },
      reason: 'its class has no parameters',
    },
    shrunk: 'none',
    alone: true,
    placed: ({ level_id, at }) => ({ level_id, offset: { ...at(0, 0), z: 500 } }),
  },
  separation: {
    defaults: { level_id: 'L1', name: null, start: { x: 0, y: 0 }, end: { x: 4000, y: 0 } },
    given: { name: 'Given' },
    full: {
      level_id: 'level_1',
      name: null,
      start: { x: 0, y: 0 },
      end: { x: 4000.125, y: -3000 },
    },
    shrunk: { end: { x: 0.5, y: 0 } },
    alone: true,
    placed: ({ level_id, at }) => ({ level_id, start: at(0, 0), end: at(5000, 0) }),
  },
};
