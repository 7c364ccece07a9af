/** @module tests of the facts of a file: sets, types, materials, classifications and groups in every schema. */
import { describe, expect, test } from 'vitest';

import type { FileSet } from '../../../../../kernel/building/model/file-source.ts';
import { IfcFacts } from '../../../../../kernel/documents/ifc/facts/ifc-facts.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { BARE, factsModel, WALL } from './facts-text.ts';

const text = (name: string, value: string) => ({ name, value, type: 'IfcLabel', unit: null });

/** Sets as answers show them: without the entities of their properties and the factors of units. */
function shown(sets: readonly FileSet[] = []) {
  return sets.map((one) =>
    Object.assign({}, one, {
      properties: one.properties.map(({ name, value, type, unit }) => ({
        name,
        value,
        type,
        unit,
      })),
    }),
  );
}

describe.each(IFC_SCHEMAS)('a wall in %s', (schema) => {
  const model = factsModel(schema);
  const facts = new IfcFacts(model);

  test('has its sets, and those of its type without the properties that it states', () => {
    expect(shown(facts.of(WALL)?.sets)).toEqual([
      {
        set: 'Pset_WallCommon',
        guid: 's31',
        entity: 'IfcPropertySet',
        of: 'element',
        properties: [
          text('FireRating', 'REI 90'),
          { name: 'LoadBearing', value: true, type: 'IfcBoolean', unit: null },
          {
            name: 'ThermalTransmittance',
            value: 0.002,
            type: 'IfcThermalTransmittanceMeasure',
            unit: 'kW·m^-2·K^-1',
          },
        ],
      },
      expect.objectContaining({ set: schema === 'IFC2X3' ? 'BaseQuantities' : 'Own' }),
      expect.objectContaining({ set: schema === 'IFC2X3' ? 'Own' : 'BaseQuantities' }),
      {
        set: 'Pset_WallCommon',
        // One of its properties is that of the element.
        guid: null,
        entity: 'IfcPropertySet',
        of: 'type',
        properties: [{ name: 'IsExternal', value: false, type: 'IfcBoolean', unit: null }],
      },
    ]);
  });

  test('has every kind of property and quantity with type and unit', () => {
    const sets = shown(facts.of(WALL)?.sets);
    expect(sets.find(({ set }) => set === 'Own')?.properties).toEqual([
      { name: 'Cover', value: 0.025, type: 'IfcPositiveLengthMeasure', unit: 'm' },
      { name: 'Gap', value: 12, type: 'IfcLengthMeasure', unit: 'mm' },
      { name: 'Status', value: ['NEW', 'TEMPORARY'], type: 'IfcLabel', unit: null },
      {
        name: 'Span',
        value: { lower: 1, upper: 2, set_point: null },
        type: 'IfcLengthMeasure',
        unit: 'm',
      },
      { name: 'Codes', value: [1, 2], type: 'IfcInteger', unit: null },
      { name: 'Paint.Colour', value: 'red ü white', type: 'IfcText', unit: null },
      { name: 'Checked', value: null, type: 'IfcLogical', unit: null },
    ]);
    expect(sets.find(({ set }) => set === 'BaseQuantities')).toEqual({
      set: 'BaseQuantities',
      guid: expect.any(String),
      entity: 'IfcElementQuantity',
      of: 'element',
      properties: [
        { name: 'Length', value: 5, type: 'IfcLengthMeasure', unit: 'm' },
        { name: 'NetSideArea', value: 12.5, type: 'IfcAreaMeasure', unit: 'm²' },
        { name: 'Layers', value: 2, type: 'IfcCountMeasure', unit: null },
      ],
    });
  });

  test('has its type with materials, its classification and its groups', () => {
    expect(facts.of(WALL)).toMatchObject({
      entity: 'IfcWall',
      description: 'of bricks',
      object_type: 'Basic',
      type: { entity: 'IfcWallType', name: 'Brick 240' },
      materials: [
        {
          entity: 'IfcMaterialLayerSetUsage',
          name: 'Brick wall',
          parts: [
            {
              name: schema === 'IFC2X3' ? null : 'Core',
              material: 'Brick',
              thickness: 0.24,
              unit: 'm',
            },
          ],
        },
      ],
      classifications: [{ system: 'Uniclass', code: 'EF_25_10', name: 'Wall' }],
      groups: [
        { entity: 'IfcGroup', name: 'Phase 1' },
        { entity: 'IfcSystem', name: 'Facade' },
      ],
      left_out: null,
    });
    expect(facts.of(BARE)).toMatchObject({
      type: null,
      sets: [],
      materials: [],
      classifications: [],
      groups: [{ name: 'Phase 1' }],
    });
    for (const other of [1, 19, 31, 99_999]) expect(facts.of(other)).toBeNull();
    expect(model.file.faults.found).toBe(0);
  });

  test.each([
    ['Pset_WallCommon.FireRating', 'REI 90'],
    ['Pset_WallCommon.IsExternal', false],
    ['Pset_WallCommon.ThermalTransmittance', 2],
    ['Own.Cover', 25],
    ['Own.Gap', 12],
    ['Own.Status', 'NEW, TEMPORARY'],
    ['Own.Span', '1000..2000'],
    ['Own.Paint.Colour', 'red ü white'],
    ['Own.Checked', null],
    ['BaseQuantities.Length', 5000],
    ['BaseQuantities.NetSideArea', 12_500_000],
    ['BaseQuantities.Layers', 2],
    ['Ifc.TypeName', 'Brick 240'],
    ['Ifc.Material', 'Brick'],
    ['Ifc.Classification', 'EF_25_10'],
    ['Ifc.Description', 'of bricks'],
    ['Ifc.Other', null],
    ['Own.Other', null],
    ['Other.Cover', null],
  ])('has %s in units of the model', (name, value) => {
    // The second question is answered from the values that are kept.
    for (let time = 0; time < 2; time += 1) expect(facts.property(WALL, name)).toBe(value);
    expect(facts.property(BARE, name)).toBeNull();
  });

  test('has facts that no set states under names of their own', () => {
    const asked = ['Ifc.Entity', 'Ifc.Tag', 'Ifc.ObjectType', 'Ifc.Group'];
    expect(asked.map((name) => facts.property(WALL, name))).toEqual([
      'IfcWall',
      '4711',
      'Basic',
      'Phase 1, Facade',
    ]);
    expect(asked.map((name) => facts.property(BARE, name))).toEqual([
      'IfcWall',
      null,
      null,
      'Phase 1',
    ]);
  });
});
