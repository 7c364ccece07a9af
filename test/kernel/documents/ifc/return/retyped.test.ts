/** @module tests of elements of the file that get another type, and of types with another name. */
import { describe, expect, test } from 'vitest';

import type { Element } from '../../../../../kernel/building/kinds/elements.ts';
import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import type { PlannedEvent } from '../../../../../schemas/events.ts';
import { publicFile } from '../../../../public-files.ts';
import { created, modifies } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { damage, patchOf } from '../patch/patching.ts';
import { exported } from '../write/reread.ts';
import { importedWithTypes, type Read, returned } from './returned.ts';

function type(id: string, name: string, inner: number, outer: number): PlannedEvent {
  return created('type', id, {
    name,
    for: 'wall',
    layers: [
      { material: 'Brick', thickness: inner, function: 'structure' },
      { material: 'Wool', thickness: outer, function: 'insulation' },
    ],
  });
}

const HOUSE = modelOf(
  type('old', 'Old wall', 175, 125),
  ...[0, 1].map((i) =>
    created('wall', `wall${i}`, {
      level_id: 'L1',
      start: { x: 0, y: 4000 * i },
      end: { x: 5000, y: 4000 * i },
      thickness: 300,
      height: 2800,
      type_id: 'old',
    }),
  ),
);

const FILES: readonly (readonly [string, Buffer | null])[] = [
  ...IFC_SCHEMAS.map((schema) => [schema, exported(HOUSE, schema).file] as const),
  ['AC20-FZK-Haus', publicFile('ifc-real/cases/AC20-FZK-Haus.ifc')],
];

function typedWall(view: StateView) {
  const wall = [...view.elementsOf('wall')].find(
    ({ params }) => typeof params.type_id === 'string',
  );
  if (wall === undefined) throw new Error('no wall has a type');
  return wall;
}

/** Names of the types of a product, and its materials, in the order of the file. */
function typesOf({ source: { rows } }: Read, file: Buffer, { id }: Element): readonly string[] {
  const { model, row } = patchOf(file);
  const product = row(rows.find(({ element }) => element?.id === id)?.record ?? -1);
  const types = model
    .referrers(product, 'IfcRelDefinesByType', 'RelatedObjects')
    .map((relation) => model.text(model.ref(relation, 'RelatingType') ?? -1, 'Name') ?? '');
  const layers = model
    .referrers(product, 'IfcRelAssociatesMaterial', 'RelatedObjects')
    .flatMap((relation) => model.ref(relation, 'RelatingMaterial') ?? [])
    .flatMap((usage) => model.ref(usage, 'ForLayerSet') ?? [])
    .flatMap((set) => model.refs(set, 'MaterialLayers'))
    .map((layer) => model.text(model.ref(layer, 'Material') ?? -1, 'Name') ?? '');
  return [...types, ...layers];
}

/** Materials and thicknesses of a type. */
function layersOf(view: StateView, id: string | null | undefined): readonly unknown[] | undefined {
  const layers = view.elementOf(id ?? '', 'type')?.params.layers;
  return layers?.map(({ material, thickness }) => [material, thickness]);
}

describe.each(FILES)('%s', (_, bytes) => {
  const file = bytes ?? Buffer.alloc(0);

  test.skipIf(bytes === null)('a wall gets a new type with its layers', async () => {
    const before = await importedWithTypes(file);
    const wall = typedWall(before.view);
    const half = wall.params.thickness / 2;
    const view = before.view.apply([
      type('new', 'New wall', half + 10, half - 10),
      modifies(wall, { type_id: 'new' }),
    ]);
    const made = returned(before, view);
    expect([made.not_expressible, damage(file, made.file)]).toEqual([[], []]);
    expect(typesOf(before, made.file, wall)).toEqual(['New wall', 'Brick', 'Wool']);
    const { view: again } = await importedWithTypes(made.file);
    const read = again.elementOf(wall.id, 'wall');
    // IFC2X3 does not state what a layer is for.
    expect(layersOf(again, read?.params.type_id)).toEqual(layersOf(view, 'new'));
    const others = [...view.elementsOf('wall')].filter(({ id }) => id !== wall.id);
    for (const other of others.slice(0, 3)) {
      expect(typesOf(before, made.file, other)).toEqual(typesOf(before, file, other));
    }
  });

  test.skipIf(bytes === null)('a type is renamed, and keeps its layers', async () => {
    const before = await importedWithTypes(file);
    const old = before.view.elementOf(typedWall(before.view).params.type_id ?? '', 'type');
    const renamed = returned(before, before.view.apply([modifies(old, { name: 'Renamed' })]));
    expect([renamed.not_expressible, damage(file, renamed.file)]).toEqual([[], []]);
    const { view: again } = await importedWithTypes(renamed.file);
    const read = [...again.elementsOf('type')].find(({ params }) => params.name === 'Renamed');
    const { view: unchanged } = await importedWithTypes(file);
    expect(layersOf(again, read?.id)).toEqual(layersOf(unchanged, old?.id));
    const thickness = (old?.params.layers ?? []).reduce((sum, layer) => sum + layer.thickness, 0);
    const material = [{ material: 'Clay', thickness, function: 'structure' }];
    const relayered = returned(before, before.view.apply([modifies(old, { layers: material })]));
    expect(relayered.not_expressible).toEqual([
      {
        element_id: old?.id,
        why: 'the `layers` of a type of the file is kept, expected another type for its elements',
      },
    ]);
  });

  test.skipIf(bytes === null)(
    'a type gets properties if the file has an entity for it',
    async () => {
      const before = await importedWithTypes(file);
      const old = before.view.elementOf(typedWall(before.view).params.type_id ?? '', 'type');
      const { record } = before.source.rows.find(({ element }) => element?.id === old?.id) ?? {};
      const { model, row } = patchOf(file);
      const isType = model.isA(row(record ?? -1), 'IfcTypeObject');
      const properties = { Own: { Maker: 'Smith' } };
      const made = returned(before, before.view.apply([modifies(old, { properties })]));
      expect(damage(file, made.file)).toEqual([]);
      expect(made.file.equals(file)).toBe(!isType);
      expect(made.not_expressible.map(({ why }) => why)).toEqual(
        isType ? [] : ['a set of layers in the file has no properties'],
      );
    },
  );
});
