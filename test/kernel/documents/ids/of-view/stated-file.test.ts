import { expect, test } from 'vitest';

import type { ModelView } from '../../../../../kernel/building/model/view.ts';
import { StatedFile } from '../../../../../kernel/documents/ids/of-view/stated-file.ts';
import { IfcModel, type Instances } from '../../../../../kernel/documents/ifc/read/ifc-model.ts';
import { readStepFile } from '../../../../../kernel/documents/ifc/read/step-file.ts';
import type { StepValue } from '../../../../../kernel/documents/ifc/read/step-value.ts';
import {
  IFC_SCHEMAS,
  type IfcSchemaName,
  schemaOf,
} from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { statedEntities } from '../../../../../kernel/documents/ifc/write/export-ifc.ts';
import { exampleView } from '../../ifc/write/house.ts';
import { randomHouse } from '../../ifc/write/random-house.ts';
import { exported } from '../../ifc/write/reread.ts';

const HEAD = { at: '2026-01-02T03:04:05.678Z' };
/** Relationships between shapes, which entities without geometry lack. */
const GEOMETRIC = ['IfcRelSpaceBoundary', 'IfcRelConnectsPathElements'];
const KEPT = ['IfcRoot', 'IfcProperty', 'IfcPhysicalQuantity', 'IfcMaterial', 'IfcMaterialLayer'];

const OBJECT = 'IfcObjectDefinition';

/** Every argument of every entity, where a reference is the GUID or the entity to which it refers. */
function contents<File extends Instances>(model: IfcModel<File>): readonly string[] {
  const shown = (value: StepValue): unknown => {
    if (value.kind === 'list') return value.items.map(shown);
    if (value.kind === 'typed') return [value.type, shown(value.value)];
    if (value.kind !== 'ref') return value;
    const row = model.file.rowOf(value.id);
    // Placements and shapes have no rows in entities without geometry.
    return row < 0 || !model.isA(row, OBJECT) ? 'ref' : model.text(row, 'GlobalId');
  };
  return KEPT.flatMap((type) => model.rows(type))
    .filter((row) => !GEOMETRIC.some((one) => model.isA(row, one)))
    .map((row) => {
      // Sets and relationships are stated without GUID.
      const from = model.isA(row, 'IfcRoot') && !model.isA(row, OBJECT) ? 1 : 0;
      return `${model.typeOf(row)} ${JSON.stringify(model.values(row).slice(from).map(shown))}`;
    })
    .toSorted();
}

function inFile(view: ModelView, schema: IfcSchemaName): readonly string[] {
  return contents(new IfcModel(readStepFile(exported(view, schema).file), schema));
}

function inView(view: ModelView, schema: IfcSchemaName): readonly string[] {
  const stated = statedEntities(view, { schema, name: 'House', head: HEAD });
  return contents(new IfcModel(new StatedFile(schemaOf(schema), stated), schema));
}

test.each(IFC_SCHEMAS)('%s: stated entities have the arguments of the file', (schema) => {
  for (let seed = 100; seed < 105; seed += 1) {
    const view = randomHouse(seed);
    expect(inView(view, schema)).toStrictEqual(inFile(view, schema));
  }
});

test('the entities of the house have the arguments of its file', async () => {
  const view = await exampleView('house');
  for (const schema of IFC_SCHEMAS) {
    expect(inView(view, schema)).toStrictEqual(inFile(view, schema));
  }
});
