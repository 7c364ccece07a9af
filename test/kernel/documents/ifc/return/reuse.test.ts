/** @module tests of types, materials and layers of the file that new elements share. */
import { describe, expect, test } from 'vitest';

import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import type { PlannedEvent } from '../../../../../schemas/events.ts';
import { publicFile } from '../../../../public-files.ts';
import { created } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { damage, patchOf } from '../patch/patching.ts';
import { exported } from '../write/reread.ts';
import { imported, importedWithTypes, returned } from './returned.ts';

const P = (x: number, y: number) => ({ x, y });

type Layering = { readonly wool: number; readonly swing: 'left' | 'right' };

/** A layered wall with a door and a window, a plain wall and a column, `aside` mm from those of others. */
function elements(
  level_id: string,
  { name, aside }: { readonly name: string; readonly aside: number },
  { wool, swing }: Layering,
): readonly PlannedEvent[] {
  const wall = (id: string, y: number, thickness: number, type_id: string | null) =>
    created('wall', `${name}-${id}`, {
      level_id,
      start: P(aside, y),
      end: P(aside + 5000, y),
      height: 2800,
      thickness,
      type_id,
    });
  return [
    created('material', `${name}-material`, {
      name: 'Concrete',
      class: 'concrete',
      colour: '#888888',
    }),
    created('type', `${name}-type`, {
      name: 'Outer wall',
      for: 'wall',
      layers: [
        { material: 'Concrete', thickness: 200, function: 'structure' },
        { material: 'Wool', thickness: wool, function: 'insulation' },
      ],
    }),
    wall('layered', 0, 200 + wool, `${name}-type`),
    wall('plain', 3000, 200, null),
    created('door', `${name}-door`, {
      host_id: `${name}-layered`,
      offset: 500,
      width: 900,
      height: 2000,
      swing,
    }),
    created('window', `${name}-window`, {
      host_id: `${name}-layered`,
      offset: 2500,
      width: 900,
      height: 1000,
    }),
    created('column', `${name}-column`, {
      level_id,
      location: P(aside + 9000, 0),
      profile: '300x300',
      height: 2600,
    }),
  ];
}

const FILE = { name: 'file', aside: 0 } as const;
const NEW = { name: 'new', aside: 20_000 } as const;
const SAME: Layering = { wool: 100, swing: 'left' };

const SHARED = [
  'IfcMaterial',
  'IfcMaterialLayer',
  'IfcMaterialLayerSet',
  'IfcMaterialDefinitionRepresentation',
  'IfcStyledRepresentation',
  'IfcTypeProduct',
  'IfcRelDefinesByType',
] as const;

/** Numbers of records that elements share, by entity. */
function sharedIn(file: Buffer): Readonly<Record<string, number>> {
  const { model } = patchOf(file);
  return Object.fromEntries(SHARED.map((type) => [type, model.rows(type).length]));
}

function ground(view: StateView): string {
  return view.levels().find(({ params }) => params.elevation === 0)?.id ?? '';
}

describe.each(IFC_SCHEMAS)('%s', (schema) => {
  const { file } = exported(modelOf(...elements('L1', FILE, SAME)), schema);

  test('new elements share the types and materials that the file has', async () => {
    const before = await imported(file);
    const view = before.view.apply(elements(ground(before.view), NEW, SAME));
    const made = returned(before, view);
    expect([made.not_expressible, damage(file, made.file)]).toEqual([[], []]);
    expect(sharedIn(made.file)).toEqual(sharedIn(file));
    const { model } = patchOf(made.file);
    const users = model
      .rows('IfcRelDefinesByType')
      .map((row) => model.refs(row, 'RelatedObjects').length);
    expect(users).toEqual(users.map(() => 2));
  });

  test('another layer, another swing and another material get records of their own', async () => {
    const before = await imported(file);
    const view = before.view.apply(
      elements(ground(before.view), NEW, { wool: 120, swing: 'right' }),
    );
    const made = returned(before, view);
    expect([made.not_expressible, damage(file, made.file)]).toEqual([[], []]);
    const [was, is] = [sharedIn(file), sharedIn(made.file)];
    const more = SHARED.map((type) => (is[type] ?? 0) - (was[type] ?? 0));
    // The layers of wool, their set, and the types of wall and door.
    expect(more).toEqual([0, 1, 1, 0, 0, 2, 2]);
  });
});

const REAL = publicFile('ifc-real/cases/AC20-FZK-Haus.ifc');

test.skipIf(REAL === null)(
  'a new wall of an imported type has the layers of the file',
  async () => {
    const file = REAL ?? Buffer.alloc(0);
    const before = await importedWithTypes(file);
    const like = [...before.view.elementsOf('wall')].find(
      ({ params }) => (params.type_id ?? null) !== null,
    );
    if (like === undefined) throw new Error('no wall has a type');
    const { level_id, thickness, type_id = null } = like.params;
    const place = { level_id, start: P(40_000, 0), end: P(44_000, 0), height: 2500 };
    const wall = created('wall', 'new', { ...place, thickness, type_id });
    const made = returned(before, before.view.apply([wall]));
    expect([made.not_expressible, damage(file, made.file)]).toEqual([[], []]);
    const [was, is] = [sharedIn(file), sharedIn(made.file)];
    expect([is['IfcMaterial'], is['IfcMaterialLayerSet']]).toEqual([
      was['IfcMaterial'],
      was['IfcMaterialLayerSet'],
    ]);
  },
);
