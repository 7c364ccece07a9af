/** @module tests of the tables of the IFC schemas against the specifications. */
import { describe, expect, test } from 'vitest';

import { IFC_SCHEMAS, schemaOf } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import type { PropertySetTemplate } from '../../../../../kernel/documents/ifc/schema/ifc-sets.ts';
import type { IfcType } from '../../../../../kernel/documents/ifc/schema/ifc-type.ts';
import { readType } from '../../../../../kernel/documents/ifc/schema/ifc-type.ts';

const [ifc2x3, ifc4, ifc4x3] = [schemaOf('IFC2X3'), schemaOf('IFC4'), schemaOf('IFC4X3')];

function namesOf(entity: string, schema = ifc4): readonly string[] {
  return schema.attributes(entity).map(({ name }) => name);
}

function entitiesOf(set?: Pick<PropertySetTemplate, 'applicable'>): readonly string[] {
  return set?.applicable.map(({ entity }) => entity) ?? [];
}

test('has the numbers of entities, attributes and abstract entities of the specifications', () => {
  const counted = IFC_SCHEMAS.map((name) => {
    const schema = schemaOf(name);
    const entities = schema.entityNames().map((one) => schema.entity(one));
    // Attributes that a subtype derives are not counted.
    const attributes = entities.flatMap((one) => one?.attributes.filter(({ derived }) => !derived));
    return [name, schema.identifier, entities.length, attributes.length];
  });
  expect(counted).toEqual([
    ['IFC2X3', 'IFC2X3', 653, 4007],
    ['IFC4', 'IFC4', 776, 5256],
    ['IFC4X3', 'IFC4X3_ADD2', 876, 5996],
  ]);
});

test('returns attributes in file order, with optional and derived ones marked', () => {
  expect(namesOf('IfcWall')).toEqual([
    'GlobalId',
    'OwnerHistory',
    'Name',
    'Description',
    'ObjectType',
    'ObjectPlacement',
    'Representation',
    'Tag',
    'PredefinedType',
  ]);
  expect(namesOf('IFCWALL', ifc2x3)).toHaveLength(8);
  const history = (schema: typeof ifc4) => schema.attributes('IfcRoot')[1]?.optional;
  expect([history(ifc2x3), history(ifc4)]).toEqual([false, true]);
  const starred = (entity: string) =>
    ifc4.attributes(entity).flatMap(({ name, derived }) => (derived ? [name] : []));
  expect(starred('IfcSIUnit')).toEqual(['Dimensions']);
  expect(starred('IfcGeometricRepresentationSubContext')).toEqual([
    'CoordinateSpaceDimension',
    'Precision',
    'WorldCoordinateSystem',
    'TrueNorth',
  ]);
  expect(starred('IfcOrientedEdge')).toEqual(['EdgeStart', 'EdgeEnd']);
  expect(starred('IfcWall')).toEqual([]);
  // Mandatory, although other tables have them as optional.
  const priorities = ifc4.attributes('IfcRelConnectsPathElements').slice(7, 9);
  expect(priorities.map(({ optional }) => optional)).toEqual([false, false]);
});

test('knows abstract entities and subtypes', () => {
  expect(ifc4.entity('IfcElement')?.abstract).toBe(true);
  expect(ifc4.entity('IfcWall')?.abstract).toBe(false);
  expect(ifc4.entity('IfcNothing')).toBeUndefined();
  expect(ifc4.isA('IFCWALLSTANDARDCASE', 'IfcElement')).toBe(true);
  expect(ifc4.isA('IfcWall', 'IfcWall')).toBe(true);
  expect(ifc4.isA('IfcWall', 'IfcSlab')).toBe(false);
  expect(ifc4.isA('IfcWall', 'IfcNothing')).toBe(false);
  expect(ifc4.entity('IfcDoor')?.keyword).toBe('IFCDOOR');
  expect(ifc4.entity('ifcdoor')?.name).toBe('IfcDoor');
  // The members of `Object` are not entities.
  for (const name of ['constructor', '__proto__', 'toString']) {
    expect(ifc4.entity(name)).toBeUndefined();
    expect(ifc4.type(name)).toBeUndefined();
  }
});

test('reads the types of attributes', () => {
  const typeOf = (entity: string, attribute: string): IfcType | undefined =>
    ifc4.attributes(entity).find(({ name }) => name === attribute)?.type;
  expect(typeOf('IfcRoot', 'GlobalId')).toEqual({
    kind: 'defined',
    name: 'IfcGloballyUniqueId',
    of: { kind: 'simple', name: 'STRING', width: 22, fixed: true },
  });
  expect(typeOf('IfcCartesianPointList3D', 'CoordList')).toMatchObject({
    shape: 'LIST',
    low: 1,
    high: null,
    of: { shape: 'LIST', low: 3, high: 3, of: { kind: 'defined', name: 'IfcLengthMeasure' } },
  });
  expect(typeOf('IfcPolyLoop', 'Polygon')).toMatchObject({ low: 3, unique: true });
  expect(typeOf('IfcWall', 'PredefinedType')).toMatchObject({ kind: 'enumeration' });
  expect(typeOf('IfcWall', 'Representation')).toEqual({
    kind: 'entity',
    name: 'IfcProductRepresentation',
  });
  expect(() => readType('L1:2(nothing)', () => ({ kind: 'entity', name: '' }))).toThrow(RangeError);
});

test('knows enumerations, selects and inverses', () => {
  expect([...ifc2x3.enumValues('IfcWallTypeEnum')]).toEqual([
    'STANDARD',
    'POLYGONAL',
    'SHEAR',
    'ELEMENTEDWALL',
    'PLUMBINGWALL',
    'USERDEFINED',
    'NOTDEFINED',
  ]);
  expect([...ifc4.enumValues('IfcWall')]).toEqual([]);
  // IfcValue contains IfcMeasureValue, which contains IfcLengthMeasure.
  expect(ifc4.selectMembers('IFCVALUE').has('IfcLengthMeasure')).toBe(true);
  expect(ifc4.inSelect('IFCLABEL', 'IfcValue')).toBe(true);
  expect(ifc4.inSelect('IfcWall', 'IfcValue')).toBe(false);
  expect(ifc4.inSelect('IfcPolyline', 'IfcGeometricSetSelect')).toBe(true);
  const wall = ifc4.entity('IfcWall')?.inverses ?? [];
  expect(wall).toContainEqual({
    name: 'HasOpenings',
    entity: 'IfcRelVoidsElement',
    attribute: 'RelatingBuildingElement',
  });
  expect(wall).toContainEqual({
    name: 'IsDefinedBy',
    entity: 'IfcRelDefinesByProperties',
    attribute: 'RelatedObjects',
  });
});

describe('standard sets', () => {
  test('match the public tables', () => {
    expect(
      IFC_SCHEMAS.map((name) => [schemaOf(name).psets().size, schemaOf(name).qtos().size]),
    ).toEqual([
      [318, 0],
      [420, 93],
      [645, 115],
    ]);
  });

  test('describe their properties', () => {
    const wall = ifc4.psets().get('Pset_WallCommon');
    expect(wall).toMatchObject({
      applicable: [{ entity: 'IfcWall', predefined: null }],
      template_type: 'PSET_TYPEDRIVENOVERRIDE',
    });
    expect(wall?.properties.get('FireRating')).toMatchObject({
      kind: 'Single',
      types: ['IfcLabel'],
    });
    expect(wall?.properties.get('Status')?.values).toContain('EXISTING');
    expect(entitiesOf(ifc4x3.psets().get('Pset_WallCommon'))).toEqual(['IfcWall', 'IfcWallType']);
    const old = ifc2x3.psets();
    expect(old.get('Pset_WallCommon')?.properties.get('ThermalTransmittance')?.units).toEqual([
      'THERMALTRANSMITTANCEUNIT',
    ]);
    expect(old.get('Pset_ActionRequest')?.properties.get('Status')?.values).toContain('Urgent');
    const rebar = old.get('Pset_ConcreteElementQuantityGeneral')?.properties;
    expect(rebar?.get('TotalRebarQuantity')).toMatchObject({ kind: 'Complex' });
    expect(rebar?.get('TotalRebarQuantity')?.parts.get('RebarQuantity')?.types).toEqual([
      'IfcMassMeasure',
    ]);
    const table = old.get('Pset_AirTerminalPHistory')?.properties.get('InductionRatio');
    expect(table).toMatchObject({ kind: 'Table', types: ['IfcReal', 'IfcLengthMeasure'] });
    expect(old.get('Pset_AirTerminalPHistory')?.properties.get('AirFlowRate')?.kind).toBeNull();
  });

  test('describe their quantities', () => {
    const wall = ifc4x3.qtos().get('Qto_WallBaseQuantities');
    expect(wall?.quantities.get('NetSideArea')).toBe('IfcQuantityArea');
    expect(entitiesOf(wall)).toContain('IfcWall');
  });

  test('refer only to types of their schema', () => {
    for (const name of IFC_SCHEMAS) {
      const schema = schemaOf(name);
      const unknown = [...schema.psets().values()].flatMap(({ properties }) =>
        [...properties.values()].flatMap(({ kind, types }) =>
          kind === 'Single' || kind === 'Bounded' || kind === 'List' || kind === 'Table'
            ? types.filter((type) => schema.type(type) === undefined)
            : [],
        ),
      );
      expect([name, unknown]).toEqual([name, []]);
    }
  });
});
