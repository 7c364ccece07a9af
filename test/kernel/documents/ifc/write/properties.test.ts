/** @module tests of properties in IFC: each set once, with derived and assigned values. */
import { expect, test } from 'vitest';

import { compareText } from '../../../../../kernel/base/canonical/deep-equal.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { created, modifies } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { readWithIfcLite } from './ifc-lite.ts';
import { differences, exported } from './reread.ts';
import { ruleFaults } from './rule-faults.ts';

test.each(IFC_SCHEMAS)('properties in %s are in their sets', async (schema) => {
  const plain = modelOf(created('wall', 'W', { fire_rating_min: 90 }));
  const properties = {
    Pset_WallCommon: { ThermalTransmittance: 0.24, Status: 'EXISTING', AcousticRating: "52 'dB'" },
    Own: { Cost: 80.5, Checked: true, Note: 'n'.repeat(300), Größe: 'L' },
  };
  const view = plain.apply([
    modifies(plain.element('W'), { properties }),
    modifies(plain.element('L1'), { properties: { Own: { Zone: 'A' } } }),
  ]);
  const made = exported(view, schema);
  expect(made.warnings).toEqual([]);
  expect(ruleFaults(made.file)).toEqual([]);
  expect(differences(view, made)).toEqual([]);
  expect(differences(view, made, await readWithIfcLite(made.file))).toEqual([]);
  const { text } = made;
  const sets = [...text.matchAll(/=IFCPROPERTYSET\('[^']+',[^,]+,'([^']+)'/g)];
  expect(sets.map(([, name = '']) => name).toSorted(compareText)).toEqual([
    'Own',
    'Own',
    'Pset_WallCommon',
  ]);
  expect(text).toContain("'FireRating',$,IFCLABEL('90 min')");
  expect(text).toContain("'ThermalTransmittance',$,IFCTHERMALTRANSMITTANCEMEASURE(0.24)");
  expect(text).toContain("'AcousticRating',$,IFCLABEL('52 ''dB''')");
  expect(text).toContain("'Cost',$,IFCREAL(80.5)");
  expect(text).toContain("'Checked',$,IFCBOOLEAN(.T.)");
  expect(text).toContain("'Note',$,IFCTEXT(");
  expect(text.includes("'Status'")).toBe(schema !== 'IFC2X3');
});

test.each(IFC_SCHEMAS)(
  'properties of a type in %s are assigned to each of its elements',
  (schema) => {
    const layers = [{ material: 'Beton', thickness: 200, function: 'structure' } as const];
    const common = { FireRating: 'REI 60', IsExternal: false };
    const type: object = { properties: { Pset_RoofCommon: common, Own: { Cost: 1 } } };
    const own: object = { properties: { Pset_RoofCommon: { FireRating: 'REI 90' } } };
    const view = modelOf(
      created('type', 'T', { name: 'Deck', for: 'roof', layers, ...type }),
      created('roof', 'R1', { type_id: 'T', thickness: 200 }),
      created('roof', 'R2', {
        type_id: 'T',
        thickness: 200,
        boundary_points: [
          { x: 9000, y: 0 },
          { x: 12_000, y: 0 },
          { x: 12_000, y: 4000 },
        ],
        ...own,
      }),
    );
    const made = exported(view, schema);
    expect(made.warnings).toEqual([]);
    expect(ruleFaults(made.file)).toEqual([]);
    expect(made.text.split("IFCLABEL('REI 60')")).toHaveLength(2);
    expect(made.text.split("IFCLABEL('REI 90')")).toHaveLength(2);
    expect(made.text.split("'IsExternal',$,IFCBOOLEAN(.F.)")).toHaveLength(3);
    expect(made.text.split("'Cost',$,IFCREAL(1.)")).toHaveLength(3);
  },
);

test.each(IFC_SCHEMAS)(
  'parameters of the model take precedence over assigned properties in %s',
  (schema) => {
    const wall = { fire_rating_min: 90, load_bearing: false, usage: 'exterior' } as const;
    const common = { FireRating: 'REI 30', LoadBearing: true, IsExternal: false };
    const given: object = { properties: { Pset_WallCommon: common } };
    const { text } = exported(modelOf(created('wall', 'W', { ...wall, ...given })), schema);
    expect(text).toContain("'FireRating',$,IFCLABEL('90 min')");
    expect(text).not.toContain('REI 30');
    expect(text).toContain("'LoadBearing',$,IFCBOOLEAN(.F.)");
    expect(text).toContain("'IsExternal',$,IFCBOOLEAN(.T.)");
  },
);

test.each(IFC_SCHEMAS)(
  'a property for which the model has no value keeps the assigned one in %s',
  (schema) => {
    const given: object = { properties: { Pset_WallCommon: { FireRating: 'REI 30' } } };
    const wall = created('wall', 'W', { fire_rating_min: null, ...given });
    expect(exported(modelOf(wall), schema).text).toContain("'FireRating',$,IFCLABEL('REI 30')");
  },
);

test.each(IFC_SCHEMAS)(
  'zero is no positive measure: such a property is left out in %s',
  (schema) => {
    const door = (GlazingAreaFraction: number): string => {
      const given: object = { properties: { Pset_DoorCommon: { GlazingAreaFraction } } };
      const made = exported(
        modelOf(created('wall', 'W'), created('door', 'D', { host_id: 'W', ...given })),
        schema,
      );
      expect(ruleFaults(made.file)).toEqual([]);
      return made.text;
    };
    const measure = "'GlazingAreaFraction',$,IFCPOSITIVERATIOMEASURE(0.4)";
    expect(door(0.4)).toContain(measure);
    expect(door(0)).not.toContain('GlazingAreaFraction');
  },
);
