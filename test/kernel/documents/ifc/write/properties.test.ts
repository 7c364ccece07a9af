/** @module tests of properties in IFC: each set once, with derived and assigned values. */
import { describe, expect, test } from 'vitest';

import { compareText } from '../../../../../kernel/base/canonical/deep-equal.ts';
import { inAllSchemas } from '../../../../../kernel/building/kinds/facets/ifc.ts';
import { wallIfc } from '../../../../../kernel/building/kinds/wall/ifc.ts';
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
  const status = '`Pset_WallCommon.Status` of wall `W` is left out: IFC2X3 has no such property';
  expect(made.warnings).toEqual(schema === 'IFC2X3' ? [status] : []);
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

/** The object with one member replaced. */
function replacing<T extends object>(from: T, name: keyof T, value: unknown): T {
  return new Proxy(from, {
    get(target, member) {
      if (member === name) return value;
      const found: unknown = Reflect.get(target, member, target);
      return typeof found === 'function' ? found.bind(target) : found;
    },
  });
}

describe('an assigned property that is not in the file is in a warning', () => {
  const given = (set: string, values: object): object => ({ properties: { [set]: values } });

  test.each([
    [
      'a set that the schema lacks',
      'IFC2X3',
      created('wall', 'W', given('Pset_Condition', { AssessmentType: 'visual' })),
      '`Pset_Condition` of wall `W` is left out: IFC2X3 has no such set',
    ],
    [
      'a set of another predefined type',
      'IFC4',
      created('furniture', 'C', {
        furniture_type: 'chair',
        ...given('Pset_FurnitureTypeDesk', { WorksurfaceArea: 1e6 }),
      }),
      '`Pset_FurnitureTypeDesk` of furniture `C` is left out: in IFC4 it applies to IfcFurniture/DESK',
    ],
    [
      'a set that IFC2X3 assigns to types only',
      'IFC2X3',
      created('furniture', 'B', {
        furniture_type: 'bathtub',
        ...given('Pset_SanitaryTerminalTypeBath', { DrainSize: 50 }),
      }),
      '`Pset_SanitaryTerminalTypeBath` of furniture `B` is left out: in IFC2X3 it applies to IfcSanitaryTerminalType.PredefinedType=BATH',
    ],
    [
      'a value that the schema does not allow',
      'IFC4',
      created('wall', 'W', given('Pset_WallCommon', { Status: 'OLD' })),
      '`Pset_WallCommon.Status` of wall `W` is left out: IFC4 does not allow the value `OLD`',
    ],
  ] as const)('%s', (_, schema, event, warning) => {
    const made = exported(modelOf(event), schema);
    expect(made.warnings).toEqual([warning]);
    expect(ruleFaults(made.file)).toEqual([]);
  });

  test('one warning for all elements with the same property', () => {
    const wall = (id: string, y: number) =>
      created('wall', id, {
        start: { x: 0, y },
        end: { x: 5000, y },
        ...given('Pset_WallCommon', { Status: 'NEW' }),
      });
    const ids = ['W1', 'W2', 'W3', 'W4', 'W5', 'W6', 'W7'];
    const { warnings } = exported(modelOf(...ids.map((id, i) => wall(id, 3000 * i))), 'IFC2X3');
    expect(warnings).toEqual([
      '`Pset_WallCommon.Status` of wall `W1`, `W2`, `W3`, `W4`, `W5` and 2 more is left out: IFC2X3 has no such property',
    ]);
  });

  test('a property of the type of elements', () => {
    const type: object = given('Pset_WallCommon', { Status: 'NEW' });
    const layers = [{ material: 'Beton', thickness: 200, function: 'structure' } as const];
    const view = modelOf(
      created('type', 'T', { name: 'Shell', for: 'wall', layers, ...type }),
      created('wall', 'W', { type_id: 'T', thickness: 200 }),
    );
    expect([exported(view, 'IFC2X3').warnings, exported(view, 'IFC4').warnings]).toEqual([
      ['`Pset_WallCommon.Status` of wall `W` is left out: IFC2X3 has no such property'],
      [],
    ]);
  });

  test('properties of an opening that has no material around it', () => {
    const curtain = { wall_type: 'curtain', curtain: { panel_width: 1500, panel_height: 1500 } };
    const opening: object = given('Pset_OpeningElementCommon', { Purpose: 'vent' });
    const view = modelOf(
      created('wall', 'W', curtain as object),
      created('opening', 'O', { host_id: 'W', ...opening }),
    );
    expect(exported(view, 'IFC4').warnings).toEqual([
      '`Pset_OpeningElementCommon` of opening `O` is left out: an opening of a curtain wall with a grid is not in the file',
    ]);
  });

  test('but not those of an element that is left out itself', () => {
    const view = modelOf(created('wall', 'W', given('Pset_WallCommon', { Status: 'NEW' })));
    // Its parts are written after its sets.
    const parts = () => [{ key: 'part', entity: inAllSchemas('IfcNoSuch'), attributes: {} }];
    const kinds = replacing(view.kinds, 'of', (of: { readonly kind: string }) => {
      const found = view.kinds.of(of);
      return of.kind === 'wall' ? { ...found, ifc: { ...wallIfc, parts } } : found;
    });
    const broken = replacing(view, 'kinds', kinds);
    expect(exported(broken, 'IFC2X3').warnings).toEqual([
      'wall `W` is left out: IFC2X3 has no entity `IfcNoSuch`',
    ]);
  });
});

test.each([
  ['bathtub', 'Pset_SanitaryTerminalTypeBath', { DrainSize: 50 }],
  ['chair', 'Pset_FurnitureTypeChair', { SeatingHeight: 450 }],
] as const)('a %s has the set of its predefined type', (furniture_type, set, values) => {
  const given: object = { properties: { [set]: values } };
  for (const schema of ['IFC4', 'IFC4X3'] as const) {
    const made = exported(modelOf(created('furniture', 'F', { furniture_type, ...given })), schema);
    expect([made.warnings, ruleFaults(made.file)]).toEqual([[], []]);
    expect(made.text).toContain(`'${set}'`);
  }
});
