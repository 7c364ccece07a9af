/** @module property-needs: a branch that is checked against specifications states only the properties that they ask for. */
import { expect, test } from 'vitest';

import { propertyNeeds } from '../../../../../kernel/documents/ids/of-view/property-needs.ts';
import { readIds } from '../../../../../kernel/documents/ids/read/read-ids.ts';
import { schemaOf } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { statedEntities } from '../../../../../kernel/documents/ifc/write/export-ifc.ts';
import type { IsAsked } from '../../../../../kernel/documents/ifc/write/step/stated-entities.ts';
import { randomHouse } from '../../ifc/write/random-house.ts';
import { attribute, entity, idsText, pattern, property } from '../ids-case.ts';

const schema = schemaOf('IFC4');

function needsOf(applicability: string, requirements: string): IsAsked | null {
  const { ids } = readIds(idsText(applicability, requirements));
  if (ids === null) throw new Error('no IDS');
  return propertyNeeds(ids, schema);
}

/** Number of stated entities by name. */
function statedOf(isAsked: IsAsked | null): ReadonlyMap<string, number> {
  const options = { schema: 'IFC4', head: { at: '1970-01-01T00:00:00.000Z' } } as const;
  const counts = new Map<string, number>();
  for (const {
    entity: { name },
  } of statedEntities(randomHouse(1), options, isAsked).all) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

test('a property is asked for by a facet with both names, in requirements and applicabilities', () => {
  const needs = needsOf(
    entity('IFCWALL') + property('Pset_WallCommon.IsExternal'),
    property('Qto_WallBaseQuantities.Width') + attribute('Name'),
  );
  expect(needs?.('Pset_WallCommon', 'IsExternal')).toBe(true);
  expect(needs?.('Qto_WallBaseQuantities', 'Width')).toBe(true);
  expect(needs?.('Pset_WallCommon', 'Width')).toBe(false);
  expect(needs?.('Pset_WallCommon', 'FireRating')).toBe(false);
  expect(needs?.('Pset_DoorCommon', 'IsExternal')).toBe(false);
});

test.each([
  ['IFCPROPERTYSINGLEVALUE', true],
  ['IFCQUANTITYAREA', true],
  [pattern('IFC.*'), true],
  ['IFCPROPERTYSET', false],
])('specifications of %s ask for all properties: %s', (name, isAll) => {
  expect(needsOf(entity(name), attribute('Name')) === null).toBe(isAll);
});

test('other properties are not stated, but their sets are', () => {
  const all = statedOf(null);
  const few = statedOf(needsOf(entity('IFCWALL'), property('Qto_WallBaseQuantities.Width')));
  const walls = all.get('IfcWall') ?? 0;
  expect(walls).toBeGreaterThan(0);
  expect(all.get('IfcQuantityArea') ?? 0).toBeGreaterThan(0);
  expect(few.get('IfcQuantityArea') ?? 0).toBe(0);
  expect(few.get('IfcPropertySingleValue') ?? 0).toBe(0);
  expect(few.get('IfcQuantityLength')).toBe(walls);
  for (const name of ['IfcPropertySet', 'IfcElementQuantity', 'IfcRelDefinesByProperties']) {
    expect(few.get(name)).toBe(all.get(name));
  }
});
