/** @module tests of standard properties that follow from other elements or from shapes: the file states them as they are now. */
import { expect, test } from 'vitest';

import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import type { ParamValues } from '../../../../../schemas/events.ts';
import { created, modifies } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { damage, patchOf } from '../patch/patching.ts';
import { exported } from '../write/reread.ts';
import { importedAs } from './judged.ts';
import { returned } from './returned.ts';

const P = (x: number, y: number) => ({ x, y });

const HOUSE = modelOf(
  created('wall', 'wall', { start: P(0, 0), end: P(6000, 0), usage: 'interior' }),
  created('door', 'door', { host_id: 'wall', offset: 1000, width: 900 }),
  created('window', 'window', { host_id: 'wall', offset: 3000, width: 900 }),
  created('door', 'other', { host_id: 'wall', offset: 4500, width: 900 }),
  created('beam', 'beam', {
    level_id: 'L1',
    start: P(0, 5000),
    end: P(4000, 5000),
    profile: '200x300',
    elevation_offset: 2500,
    end_offset: 2700,
  }),
  created('stair', 'stair', {
    level_id: 'L1',
    top_level_id: 'L2',
    start: P(0, 9000),
    width: 1000,
    riser_max: 180,
    tread: 280,
  }),
);

/** The file after an edit, and the values of the properties of a name in it, by the GlobalId of their owner. */
async function edited(file: Buffer, id: string, updates: ParamValues) {
  const before = await importedAs(HOUSE, file);
  const made = returned(before, before.view.apply([modifies(before.view.element(id), updates)]));
  expect(damage(file, made.file)).toEqual([]);
  const { model } = patchOf(made.file);
  const guids = new Map(before.source.rows.map(({ guid, element }) => [guid, element?.id]));
  const valuesOf = (name: string) =>
    Object.fromEntries(
      model.rows('IfcRelDefinesByProperties').flatMap((relation) =>
        model
          .refs(relation, 'RelatingPropertyDefinition')
          .flatMap((set) =>
            model.has(set, 'HasProperties') ? model.refs(set, 'HasProperties') : [],
          )
          .filter((property) => model.text(property, 'Name') === name)
          .flatMap((property) =>
            model.refs(relation, 'RelatedObjects').map((owner) => {
              const value = model.value(property, 'NominalValue');
              const inner = value.kind === 'typed' ? value.value : value;
              const of = guids.get(model.text(owner, 'GlobalId')) ?? model.typeOf(owner);
              return [of, 'value' in inner ? inner.value : null];
            }),
          ),
      ),
    );
  return { left: made.not_expressible.map(({ why }) => why), valuesOf };
}

test.each(IFC_SCHEMAS)('doors and windows are external with their wall in %s', async (schema) => {
  const { file } = exported(HOUSE, schema);
  const { left, valuesOf } = await edited(file, 'wall', { usage: 'exterior' });
  expect(left).toEqual([]);
  expect(valuesOf('IsExternal')).toMatchObject({ wall: 'T', door: 'T', other: 'T', window: 'T' });
});

test('the slope of a beam follows its ends', async () => {
  const { file } = exported(HOUSE, 'IFC4');
  const { left, valuesOf } = await edited(file, 'beam', { end_offset: 2900 });
  expect([left, valuesOf('Slope')['beam']]).toEqual([[], 5.711]);
});

test('a property with a unit of its own keeps its value, which is noted', async () => {
  const text = exported(HOUSE, 'IFC4').file.toString('latin1');
  const unit = /=IFCUNITASSIGNMENT\(\((#\d+)/u.exec(text)?.[1] ?? '';
  const given = text.replace(/(IFCPROPERTYSINGLEVALUE\('Slope',.*),\$\);/u, `$1,${unit});`);
  expect(given).not.toBe(text);
  const { left } = await edited(Buffer.from(given, 'latin1'), 'beam', { end_offset: 2900 });
  expect(left).toEqual([
    expect.stringMatching(
      /^`Pset_BeamCommon.Slope` keeps its old value: .* has a unit of its own$/u,
    ),
  ]);
});

test('a flight with the body of a whole stair has its risers', async () => {
  const { file } = exported(HOUSE, 'IFC4');
  const { left, valuesOf } = await edited(file, 'stair', { landing: 1200 });
  expect(left).toEqual([]);
  expect(valuesOf('NumberOfRiser')).toEqual({ stair: 17, IfcStairFlight: 17 });
});
