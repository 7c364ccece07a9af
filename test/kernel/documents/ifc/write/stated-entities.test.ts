import { expect, test } from 'vitest';

import type { ModelView } from '../../../../../kernel/building/model/view.ts';
import { IfcModel } from '../../../../../kernel/documents/ifc/read/ifc-model.ts';
import { readStepFile } from '../../../../../kernel/documents/ifc/read/step-file.ts';
import {
  IFC_SCHEMAS,
  type IfcSchemaName,
  schemaOf,
} from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { statedEntities } from '../../../../../kernel/documents/ifc/write/export-ifc.ts';
import {
  StatedEntities,
  type StatedEntity,
  statedValue,
} from '../../../../../kernel/documents/ifc/write/step/stated-entities.ts';
import { StepFile } from '../../../../../kernel/documents/ifc/write/step/step-file.ts';
import { exampleView } from './house.ts';
import { randomHouse } from './random-house.ts';
import { exported } from './reread.ts';

const HEAD = { at: '2026-01-02T03:04:05.678Z' };
/** Relationships between shapes, which entities without geometry lack. */
const GEOMETRIC = ['IfcRelSpaceBoundary', 'IfcRelConnectsPathElements'];
/** What an IDS file can ask for: objects, sets with their values, materials and classifications. */
const KEPT = ['IfcRoot', 'IfcProperty', 'IfcPhysicalQuantity', 'IfcMaterial', 'IfcClassification'];

/** The entities of the file of a view, each with its first text: GUID or name. */
function inFile(view: ModelView, schema: IfcSchemaName): readonly string[] {
  const model = new IfcModel(readStepFile(exported(view, schema).file), schema);
  return KEPT.flatMap((type) => model.rows(type))
    .filter((row) => !GEOMETRIC.some((one) => model.isA(row, one)))
    .map((row) => {
      // Sets and relationships are stated without GUID.
      const isObject = model.isA(row, 'IfcObjectDefinition');
      const guid = isObject ? model.text(row, 'GlobalId') : null;
      return `${model.typeOf(row)} ${guid ?? ''} ${model.text(row, 'Name') ?? ''}`;
    })
    .toSorted();
}

/** The stated entities in the same form. */
function stated(view: ModelView, schema: IfcSchemaName): readonly string[] {
  const types = schemaOf(schema);
  const { all } = statedEntities(view, { schema, name: 'House', head: HEAD });
  return all
    .filter(({ entity }) => KEPT.some((type) => types.isA(entity.name, type)))
    .map((one) => `${one.entity.name} ${one.root?.guid ?? ''} ${nameOf(one)}`)
    .toSorted();
}

function nameOf(one: StatedEntity): string {
  const name = one.entity.attributes.find((attribute) => attribute.name === 'Name');
  const value = name === undefined ? null : statedValue(one, name);
  return typeof value === 'string' ? value : '';
}

test.each(IFC_SCHEMAS)('%s: a random house states the entities of its file', (schema) => {
  for (let seed = 0; seed < 5; seed += 1) {
    const view = randomHouse(seed);
    expect(stated(view, schema)).toStrictEqual(inFile(view, schema));
  }
});

test.each(['house', 'school'])('%s states the entities of its file', async (name) => {
  const view = await exampleView(name);
  for (const schema of IFC_SCHEMAS) {
    expect(stated(view, schema)).toStrictEqual(inFile(view, schema));
  }
});

test('an entity that is rolled back is not stated', () => {
  const kept = new StatedEntities();
  const file = new StepFile(schemaOf('IFC4'), undefined, { stated: kept });
  file.begin();
  file.add('IfcMaterial', { Name: 'concrete' });
  file.abort();
  file.add('IfcMaterial', { Name: 'brick' });
  expect(kept.all.map(nameOf)).toStrictEqual(['brick']);
});
