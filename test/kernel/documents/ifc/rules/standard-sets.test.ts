/** @module tests of the owners and values of standard sets: every entry of the public tables, and how they spell it. */
import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';
import * as z from 'zod';

import { IfcModel } from '../../../../../kernel/documents/ifc/read/ifc-model.ts';
import { pse001 } from '../../../../../kernel/documents/ifc/rules/properties/pse001.ts';
import { qty001 } from '../../../../../kernel/documents/ifc/rules/properties/qty001.ts';
import {
  IFC_SCHEMAS,
  type IfcSchemaName,
  schemaOf,
} from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { readText, stepText } from '../step-text.ts';
import { ifc2x3, ifc4 } from './examples/example.ts';

const SetsOf = z.record(
  z.string(),
  z.tuple([z.string(), z.string(), z.string(), z.record(z.string(), z.unknown())]),
);
const Tables = z.object({ psets: SetsOf, qtos: SetsOf });

/** The table as it is in the file: what a set applies to is derived from its text here, not by the kernel. */
function tableOf(schema: IfcSchemaName): z.output<typeof Tables> {
  const folder = '../../../../../kernel/documents/ifc/schema/tables/';
  const file = new URL(`${folder}${schema.toLowerCase()}-sets.json`, import.meta.url);
  return Tables.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** An entity to which a set applies, with the value of an attribute if only that value is allowed. */
type Entry = {
  readonly set: string;
  readonly isQto: boolean;
  readonly entity: string;
  readonly attribute: string | null;
  readonly value: string;
};

function entriesOf(schema: IfcSchemaName): readonly Entry[] {
  const { psets, qtos } = tableOf(schema);
  return [psets, qtos].flatMap((sets) =>
    Object.entries(sets).flatMap(([set, [entities, applies_to]]) =>
      (entities === '' ? [] : entities.split('|')).map((text): Entry => {
        const [entity = '', type] = text.split('/');
        // The first of several values, which commas separate; an entry of another entity follows ` | `.
        const found = new RegExp(`(?<![:\\w])${entity}\\.(\\w+)=([^,|]+)`, 'u').exec(applies_to);
        const attribute = type === undefined ? (found?.[1] ?? null) : 'PredefinedType';
        const value = type ?? found?.[2]?.trim() ?? '';
        return { set, isQto: sets === qtos, entity, attribute, value };
      }),
    ),
  );
}

/** An entity of which there can be instances: the entity or a subtype of it. */
function concrete(entity: string, schema: IfcSchemaName): string {
  const all = schemaOf(schema);
  if (all.entity(entity)?.abstract === false) return entity;
  return all.entityNames().find((one) => all.isA(one, entity) && !all.entity(one)?.abstract) ?? '';
}

const USER_DEFINED = ['ObjectType', 'ElementType', 'ProcessType', 'ResourceType'];

/** Attributes that state a value: in a text if the entity has no such attribute, or its enumeration no such value. */
function stated(entity: string, schema: IfcSchemaName, { attribute, value }: Stated): Given {
  if (attribute === null) return {};
  const all = schemaOf(schema).attributes(entity);
  const found = all.find(({ name }) => name === attribute);
  const text = all.find(({ name }) => USER_DEFINED.includes(name))?.name ?? '';
  if (found?.type.kind !== 'enumeration') return { [found?.name ?? text]: `'${value}'` };
  return found.type.values.has(value)
    ? { [attribute]: `.${value}.` }
    : { [attribute]: '.USERDEFINED.', [text]: `'${value}'` };
}

type Stated = Pick<Entry, 'attribute' | 'value'>;
type Given = { readonly [attribute: string]: string };

/** The findings of both rules, each with the number of the set. */
function outcomesOf(
  text: string,
  schema: IfcSchemaName,
): readonly { readonly instance: number; readonly message: string }[] {
  const model = new IfcModel(readText(text), schema);
  return [pse001, qty001].flatMap(({ checks }) =>
    checks.flatMap((check) =>
      [...check.of(model)].flatMap((row) =>
        Array.from(check.faults(row, model), ({ message }) => ({
          instance: Number(model.file.idOf(row)),
          message,
        })),
      ),
    ),
  );
}

/** A file in which each set belongs to one owner; returns the sets with another number of findings. */
function findings(
  schema: IfcSchemaName,
  cases: readonly { readonly entry: Entry; readonly owner: string; readonly given: Given }[],
  expected: number,
): readonly string[] {
  const all = schemaOf(schema);
  const line = (id: number, entity: string, given: Given): string => {
    const args = all.attributes(entity).map(({ name }) => given[name] ?? '$');
    return `#${id}=${entity.toUpperCase()}(${args.join(',')});`;
  };
  const lines = cases.flatMap(({ entry, owner, given }, i) => {
    const [own, set, relation] = [3 * i + 1, 3 * i + 2, 3 * i + 3];
    const isType = all.isA(owner, 'IfcTypeObject');
    const [kind, more] = entry.isQto
      ? (['IfcElementQuantity', { MethodOfMeasurement: "'BaseQuantities'" }] as const)
      : (['IfcPropertySet', {}] as const);
    return [
      line(own, owner, { ...given, ...(isType ? { HasPropertySets: `(#${set})` } : {}) }),
      line(set, kind, { Name: `'${entry.set}'`, ...more }),
      ...(isType
        ? []
        : [
            line(relation, 'IfcRelDefinesByProperties', {
              RelatedObjects: `(#${own})`,
              RelatingPropertyDefinition: `#${set}`,
            }),
          ]),
    ];
  });
  const counts = cases.map(() => 0);
  for (const { instance } of outcomesOf(stepText(all.identifier, lines.join('\n')), schema)) {
    const index = (instance - 2) / 3;
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return cases.flatMap(({ entry, owner }, i) =>
    counts[i] === expected ? [] : [`${entry.set} of ${owner}: ${counts[i]} findings`],
  );
}

/** Owners that property sets can have: materials and profiles have their properties in another way. */
function owned(schema: IfcSchemaName): readonly Entry[] {
  const all = schemaOf(schema);
  return entriesOf(schema).filter(
    ({ entity }) =>
      all.isA(entity, 'IfcObject') ||
      all.isA(entity, 'IfcTypeObject') ||
      all.isA(entity, 'IfcContext'),
  );
}

describe.each(IFC_SCHEMAS)('the public tables of %s', (schema) => {
  const entries = owned(schema);
  const all = schemaOf(schema);

  test('name entities of the schema', () => {
    const least = { IFC2X3: 400, IFC4: 550, IFC4X3: 1500 };
    expect(entries.length).toBeGreaterThan(least[schema]);
    expect(entriesOf(schema).filter(({ entity }) => all.entity(entity) === undefined)).toEqual([]);
  });

  test('an owner as every entry names it has no finding', () => {
    const cases = entries.map((entry) => {
      const owner = concrete(entry.entity, schema);
      return { entry, owner, given: stated(owner, schema, entry) };
    });
    expect(findings(schema, cases, 0)).toEqual([]);
  });

  test('an owner of an entity that no entry names has one finding', () => {
    const others = ['IfcProject', 'IfcTask', 'IfcWallType'];
    const sets = new Map(entries.map((entry) => [`${entry.isQto} ${entry.set}`, entry]));
    const cases = [...sets.values()].map((entry) => {
      const named = entries.filter(({ set, isQto }) => set === entry.set && isQto === entry.isQto);
      const isNamed = (owner: string): boolean =>
        named.some(({ entity }) => all.isA(owner, entity) || all.isA(owner, `${entity}Type`));
      return { entry, owner: others.find((one) => !isNamed(one)) ?? '', given: {} };
    });
    expect(findings(schema, cases, 1)).toEqual([]);
  });

  test('an owner of another predefined type than every entry names has one finding', () => {
    const cases = entries
      .filter(({ attribute }) => attribute === 'PredefinedType')
      .filter(
        ({ set, entity }) =>
          !entries.some(
            (one) => one.set === set && one.attribute === null && all.isA(entity, one.entity),
          ),
      )
      .map((entry) => {
        const owner = concrete(entry.entity, schema);
        const value = 'NO SUCH TYPE';
        return { entry, owner, given: stated(owner, schema, { ...entry, value }) };
      });
    expect(cases.length).toBeGreaterThan(90);
    expect(findings(schema, cases, 1)).toEqual([]);
  });
});

/** The findings of PSE001 in a file of an owner `#1` and properties that begin with `#2`. */
function faultsOf(
  file: (data: string) => string,
  schema: IfcSchemaName,
  [set, owner, ...properties]: readonly [set: string, owner: string, ...properties: string[]],
): readonly string[] {
  const refs = properties.map((_, i) => `#${2 + i}`);
  const data = [
    `#1=${owner};`,
    ...properties.map((property, i) => `#${2 + i}=${property};`),
    `#90=IFCPROPERTYSET('s',$,'${set}',$,(${refs.join(',')}));`,
    ...(owner.includes('#90') ? [] : ["#91=IFCRELDEFINESBYPROPERTIES('r',$,$,$,(#1),#90);"]),
  ];
  return outcomesOf(file(data.join('\n')), schema).map(({ message }) => message);
}

const single = (name: string, value: string): string =>
  `IFCPROPERTYSINGLEVALUE('${name}',$,${value},$)`;
const enumerated = (name: string, ...values: readonly string[]): string =>
  `IFCPROPERTYENUMERATEDVALUE('${name}',$,(${values.join(',')}),$)`;

describe('owners of standard sets', () => {
  test.each([
    [
      'a lift',
      'Pset_TransportElementElevator',
      "IFCTRANSPORTELEMENT('g',$,'Lift',$,$,$,$,$,.ELEVATOR.,$,$)",
      single('ClearWidth', 'IFCPOSITIVELENGTHMEASURE(1100.)'),
    ],
    [
      'a parking space',
      'Pset_SpaceParking',
      "IFCSPACE('g',$,'P1',$,'Parking',$,$,$,.ELEMENT.,.INTERNAL.,$)",
      single('ParkingUnits', 'IFCCOUNTMEASURE(1.)'),
    ],
    [
      'a space that is named a room',
      'Pset_SpaceParking',
      "IFCSPACE('g',$,'P1',$,$,$,$,$,.ELEMENT.,.INTERNAL.,$)",
      single('ParkingUnits', 'IFCCOUNTMEASURE(1.)'),
    ],
    [
      'a bath',
      'Pset_SanitaryTerminalTypeBath',
      "IFCSANITARYTERMINALTYPE('g',$,'B',$,$,(#90),$,$,$,.BATH.)",
      enumerated('BathType', "IFCLABEL('Unset')"),
    ],
  ])('%s of IFC2X3 can have its set', (_, set, owner, property) => {
    expect(faultsOf(ifc2x3, 'IFC2X3', [set, owner, property])).toEqual([]);
  });

  test('a shower of IFC2X3 cannot have the set of baths', () => {
    const shower = "IFCSANITARYTERMINALTYPE('g',$,'B',$,$,(#90),$,$,$,.SHOWER.)";
    const bath = enumerated('BathType', "IFCLABEL('Foot')");
    expect(faultsOf(ifc2x3, 'IFC2X3', ['Pset_SanitaryTerminalTypeBath', shower, bath])).toEqual([
      '`Pset_SanitaryTerminalTypeBath` is assigned to `IfcSanitaryTerminalType #1`',
    ]);
  });

  const plate = (type: string, text: string): readonly string[] =>
    faultsOf(ifc4, 'IFC4', [
      'Pset_DiscreteAccessoryCornerFixingPlate',
      `IFCDISCRETEACCESSORY('g',$,'C',$,${text},$,$,$,${type})`,
      single('CornerFixingPlateLength', 'IFCPOSITIVELENGTHMEASURE(100.)'),
    ]);

  test('a type that a user defined is compared without regard to case', () => {
    expect(plate('.USERDEFINED.', "'Corner fixing plate'")).toEqual([]);
    expect(plate('.USERDEFINED.', "'CORNER FIXING PLATE'")).toEqual([]);
    expect(plate('.USERDEFINED.', "'corner plate'")).toHaveLength(1);
    expect(plate('.USERDEFINED.', '$')).toHaveLength(1);
    expect(plate('.SHOE.', "'Corner fixing plate'")).toHaveLength(1);
    expect(plate('$', "'Corner fixing plate'")).toHaveLength(1);
  });

  test('a type that a user defined for a type object counts for its occurrences', () => {
    const data = (text: string): string =>
      ifc4(`#1=IFCDISCRETEACCESSORY('g',$,'C',$,$,$,$,$,$);
      #2=${single('CornerFixingPlateLength', 'IFCPOSITIVELENGTHMEASURE(100.)')};
      #3=IFCPROPERTYSET('s',$,'Pset_DiscreteAccessoryCornerFixingPlate',$,(#2));
      #4=IFCRELDEFINESBYPROPERTIES('r',$,$,$,(#1),#3);
      #5=IFCDISCRETEACCESSORYTYPE('t',$,'T',$,$,$,$,$,'${text}',.USERDEFINED.);
      #6=IFCRELDEFINESBYTYPE('d',$,$,$,(#1),#5);`);
    const faults = (text: string): number => outcomesOf(data(text), 'IFC4').length;
    expect([faults('corner fixing PLATE'), faults('other')]).toEqual([0, 1]);
  });

  test('an entity without predefined types states its type in `ObjectType`', () => {
    const contour = (text: string): readonly string[] =>
      faultsOf(ifc4, 'IFC4', [
        'Pset_AnnotationContourLine',
        `IFCANNOTATION('g',$,'C',$,${text},$,$)`,
        single('ContourValue', 'IFCLENGTHMEASURE(1.)'),
      ]);
    expect([contour("'ContourLine'"), contour("'CONTOURLINE'")]).toEqual([[], []]);
    expect([contour("'LineOfSight'").length, contour('$').length]).toEqual([1, 1]);
  });
});

describe('values of standard properties', () => {
  const status = (...values: readonly string[]): readonly string[] =>
    faultsOf(ifc4, 'IFC4', [
      'Pset_WallCommon',
      "IFCWALL('g',$,$,$,$,$,$,$,$)",
      enumerated('Status', ...values),
    ]);

  test('of enumerations do not end with a line break', () => {
    for (const schema of IFC_SCHEMAS) {
      const values = [...schemaOf(schema).psets().values()].flatMap(({ properties }) =>
        [...properties.values()].flatMap((one) => one.values),
      );
      expect(values.filter((one) => one !== one.trim() || one === '')).toEqual([]);
    }
  });

  test('of an enumeration are texts that it has', () => {
    expect(status("IFCLABEL('NEW')", "IFCIDENTIFIER('EXISTING')")).toEqual([]);
    const not = (value: string): string =>
      `\`Pset_WallCommon.Status\` has the value \`${value}\`, which is not allowed`;
    expect(status("IFCLABEL('New')")).toEqual([not('New')]);
    expect(status('IFCINTEGER(1)')).toEqual([not('1')]);
    expect(status('IFCBOOLEAN(.T.)')).toEqual([not('.T.')]);
    expect(status('IFCINTEGER(1)', "IFCLABEL('NEW')", 'IFCINTEGER(1)')).toEqual([not('1')]);
  });

  test('can be any member of a select', () => {
    const bending = (...values: readonly string[]): readonly string[] =>
      faultsOf(ifc4, 'IFC4', [
        'Pset_ReinforcingBarCommon',
        "IFCREINFORCINGBAR('g',$,'C',$,$,$,$,$,$,$,$,$,.MAIN.,$)",
        `IFCPROPERTYLISTVALUE('BendingParameters',$,(${values.join(',')}),$)`,
      ]);
    expect(bending('IFCLENGTHMEASURE(1.)', 'IFCPLANEANGLEMEASURE(90.)')).toEqual([]);
    expect(bending('IFCNOSUCHMEASURE(1.)')).toHaveLength(1);
  });

  // In EXPRESS a value of a type is also one of the type on which it is based, but not the reverse.
  test('can be of a type that is based on the required one', () => {
    const width = (type: string): readonly string[] =>
      faultsOf(ifc4, 'IFC4', [
        'Pset_AnnotationContourLine',
        "IFCANNOTATION('g',$,'C',$,'ContourLine',$,$)",
        single('ContourValue', `${type}(1.)`),
      ]);
    expect(width('IFCPOSITIVELENGTHMEASURE')).toEqual([]);
    expect(width('IFCREAL')).toEqual([
      '`Pset_AnnotationContourLine.ContourValue` has a value of type IFCREAL, not IfcLengthMeasure',
    ]);
    expect(plateLength('IFCLENGTHMEASURE')).toHaveLength(1);
  });
});

function plateLength(type: string): readonly string[] {
  return faultsOf(ifc4, 'IFC4', [
    'Pset_DiscreteAccessoryCornerFixingPlate',
    "IFCDISCRETEACCESSORY('g',$,'C',$,'Corner fixing plate',$,$,$,.USERDEFINED.)",
    single('CornerFixingPlateLength', `${type}(100.)`),
  ]);
}
