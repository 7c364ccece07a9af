/** @module tests of the classes of bodies: the tables agree with the IFC schemas. */
import { describe, expect, test } from 'vitest';

import {
  bearsOf,
  factsOf,
  type Family,
  familyOf,
} from '../../../../../kernel/building/kinds/body/classes.ts';
import { IFC_SCHEMAS, schemaOf } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';

/** Every entity of a schema that can have a body. */
function products(): readonly (readonly [entity: string, isA: (supertype: string) => boolean])[] {
  return IFC_SCHEMAS.flatMap((name) => {
    const schema = schemaOf(name);
    return schema
      .entityNames()
      .filter((entity) => schema.isA(entity, 'IfcProduct'))
      .filter((entity) => schema.entity(entity)?.abstract === false)
      .map((entity) => [entity, (above: string) => schema.isA(entity, above)] as const);
  });
}

/** The supertypes whose subtypes are all in one family. */
const WHOLE: readonly (readonly [supertype: string, family: Family])[] = [
  ['IfcDistributionElement', 'services'],
  ['IfcFurnishingElement', 'furniture'],
  ['IfcSpace', 'space'],
  ['IfcFeatureElementSubtraction', 'space'],
  ['IfcDoor', 'filling'],
  ['IfcWindow', 'filling'],
  ['IfcSlab', 'slab'],
];

describe('the classes of bodies', () => {
  test('have the family of their supertype', () => {
    const wrong = products().flatMap(([entity, isA]) =>
      WHOLE.filter(([above, family]) => isA(above) && familyOf(entity) !== family).map(
        ([above]) => `${entity} is an ${above} and ${familyOf(entity)}`,
      ),
    );
    expect(wrong).toEqual([]);
  });

  test('are construction unless they are listed', () => {
    const names = ['IfcWall', 'IfcBeam', 'IfcStair', 'IfcRailing', 'IfcBuildingElementProxy'];
    expect(names.map(familyOf)).toEqual(names.map(() => 'construction'));
    expect(familyOf('IFCSANITARYTERMINAL')).toBe('services');
    expect(familyOf('IfcSite')).toBe('ground');
  });

  test('occupy matter, but for spaces and voids', () => {
    const spaces = products().filter(([entity]) => factsOf(entity).occupies === 'space');
    expect(spaces.every(([, isA]) => !isA('IfcBuildingElement') && !isA('IfcBuiltElement'))).toBe(
      true,
    );
    expect(factsOf('IfcOpeningElement').occupies).toBe('space');
    expect(factsOf('IfcPipeSegment').occupies).toBe('matter');
  });

  test('carry loads as elements of our kinds do', () => {
    const roles = ['IfcWallStandardCase', 'IfcSlab', 'IfcBeam', 'IfcStair', 'IfcFurniture'];
    expect(roles.map(bearsOf)).toEqual(['post', 'slab', 'member', 'way', 'none']);
  });
});
