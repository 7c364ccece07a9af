/** @module tests of types from layers: only where their thickness and order are those of the body. */
import { describe, expect, test } from 'vitest';

import { readRows } from '../../../../../kernel/base/manifest/manifest-elements.ts';
import type { IfcModel } from '../../../../../kernel/documents/ifc/read/ifc-model.ts';
import { importOf, type Import } from '../../../../../kernel/documents/ifc/recognise/import-of.ts';
import { openIfc } from '../../../../../kernel/documents/ifc/recognise/open-ifc.ts';
import { recognise } from '../../../../../kernel/documents/ifc/recognise/recognise.ts';
import {
  scorecardOf,
  scorecardOfRows,
} from '../../../../../kernel/documents/ifc/recognise/scorecard.ts';
import { withLayerTypes } from '../../../../../kernel/documents/ifc/recognise/types/layer-types.ts';
import { returnIfc } from '../../../../../kernel/documents/ifc/return/return-ifc.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import type { ElementRecord } from '../../../../../schemas/events.ts';
import { blobPartOf, type ManifestRow } from '../../../../../schemas/imports.ts';
import { publicFile } from '../../../../public-files.ts';
import { importedWorld } from '../../../../servers/building/import-file.ts';
import { World } from '../../../../servers/building/world.ts';
import { CONTEXT } from '../patch/patching.ts';
import { exported } from '../write/reread.ts';
import {
  extrusion,
  kernels,
  modelOf,
  polygon,
  polyline,
  type ProductText,
} from './building-text.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });
const LAYERS = [
  { material: 'Plaster', thickness: 15, function: 'finish' },
  { material: 'Brick', thickness: 240, function: 'structure' },
  { material: 'Wool', thickness: 120, function: 'insulation' },
] as const;

const UNCATEGORISED = LAYERS.map(({ material, thickness }) => ({
  material,
  thickness,
  function: 'structure',
}));

/** Walls in four directions with their first layer on either side, a typed and a plain floor, and a plain wall. */
async function original(): Promise<World> {
  const world = await World.create();
  const level_id = await world.make('create_level', { name: 'L', elevation: 0, height: 3000 });
  const type_id = await world.make('create_type', { name: 'Outer', for: 'wall', layers: LAYERS });
  const deck = await world.make('create_type', { name: 'Deck', for: 'floor', layers: LAYERS });
  const ends = [P(5000, 0), P(-5000, 0), P(0, 5000), P(-3000, 4000)];
  for (const [i, { x, y }] of ends.entries()) {
    for (const layer_side of ['left', 'right']) {
      const start = P(20_000 * i, layer_side === 'left' ? 0 : 20_000);
      const end = P(start.x + x, start.y + y);
      const name = `${i} ${layer_side}`;
      await world.do('create_wall', { level_id, start, end, type_id, layer_side, name });
    }
  }
  await world.do('create_wall', {
    level_id,
    start: P(0, -9000),
    end: P(5000, -9000),
    name: 'plain',
  });
  for (const [i, more] of [{ type_id: deck }, {}].entries()) {
    const y = -40_000 - 20_000 * i;
    const boundary_points = [P(0, y), P(4000, y), P(4000, y + 3000), P(0, y + 3000)];
    await world.do('create_floor', { level_id, boundary_points, ...more });
  }
  return world;
}

async function rowsOf({ record, blobs }: Import): Promise<readonly ManifestRow[]> {
  const content = blobs.find(({ sha256 }) => sha256 === record.manifest.sha256)?.content;
  return await readRows((n) => blobPartOf(content ?? new Uint8Array(), n));
}

const CHOICES = { name: 'a.ifc', import_id: 'import_1', taken: [] };
const ALL = { categories: null, levels: null };

test.each(IFC_SCHEMAS)('own layers are read back from %s, on their side', async (schema) => {
  const source = await original();
  const world = await importedWorld(exported(source.view, schema, 'house').file);
  const types = [...world.view.elementsOf('type')];
  const layersIn = (of: string): unknown =>
    types.find(({ params }) => params.for === of)?.params.layers;
  // IFC2X3 has no categories of layers.
  const expected = schema === 'IFC2X3' ? UNCATEGORISED : LAYERS;
  expect(new Set(types.map(({ params }) => `${params.for} ${params.name}`))).toEqual(
    new Set(['floor Deck', 'wall Outer']),
  );
  expect([layersIn('wall'), layersIn('floor')]).toEqual([expected, expected]);
  const walls = [...world.view.elementsOf('wall')];
  expect(walls).toHaveLength(9);
  const own = new Map(
    [...source.view.elementsOf('wall')].map(({ params }) => [params.name, params]),
  );
  const wall = types.find(({ params }) => params.for === 'wall');
  for (const { params } of walls) {
    const { start, layer_side, type_id } = own.get(params.name) ?? {};
    const isTurned = Math.hypot((start?.x ?? 0) - params.start.x, (start?.y ?? 0) - params.start.y);
    const side = isTurned > 1 ? OPPOSITE[params.layer_side ?? ''] : params.layer_side;
    const has_type = (type_id ?? null) !== null;
    expect([params.name, params.type_id, side ?? null]).toEqual([
      params.name,
      has_type ? wall?.id : null,
      has_type ? (layer_side ?? 'left') : null,
    ]);
  }
  const typed_floors = [...world.view.elementsOf('floor')].filter(
    ({ params }) => (params.type_id ?? null) !== null,
  );
  expect(typed_floors).toHaveLength(1);
});

const OPPOSITE: Readonly<Record<string, string>> = { left: 'right', right: 'left' };

test('types have rows of their entities, and are no products of the scorecard', async () => {
  const { file } = exported((await original()).view, 'IFC4', 'house');
  const made = await importOf(file, { ...CHOICES, only: ALL });
  const rows = await rowsOf(made);
  const types = rows.filter(({ element }) => element?.kind === 'type');
  expect(new Set(types.map(({ entity, outcome }) => `${entity} ${outcome}`))).toEqual(
    new Set(['IfcSlabType parametric', 'IfcWallType parametric']),
  );
  for (const { record, guid } of types) {
    expect(file.toString('latin1')).toMatch(
      new RegExp(`^#${record}=IFC(?:WALL|SLAB)TYPE\\('${guid?.replaceAll('$', '\\$')}'`, 'mu'),
    );
  }
  expect(made.record.counts).toMatchObject({ Types: 2, Walls: 9, Floors: 2 });
  expect(scorecardOfRows(rows)).toEqual(made.scorecard);
  expect(Object.keys(made.scorecard.classes)).not.toContain('IfcWallType');
});

test.each([
  [['Walls'], 0],
  [['Walls', 'Types'], 1],
])('of the categories %j, the walls come with %i type', async (categories, count) => {
  const { file } = exported((await original()).view, 'IFC4', 'house');
  const only = { categories, levels: null };
  const elements = (await rowsOf(await importOf(file, { ...CHOICES, only }))).flatMap(
    ({ element }) => element ?? [],
  );
  const types = elements.filter(({ kind }) => kind === 'type').map(({ id }) => id);
  const used = elements.flatMap(({ params }) => params['type_id'] ?? []);
  expect([types.length, new Set(used)]).toEqual([count, new Set(types)]);
  expect(elements.filter(({ kind }) => kind === 'wall')).toHaveLength(9);
});

test('a name that another type has gets a number', async () => {
  const { file } = exported((await original()).view, 'IFC4', 'house');
  const made = await importOf(file, { ...CHOICES, only: ALL, taken_types: ['OUTER'] });
  const names = (await rowsOf(made)).flatMap(({ element }) =>
    element?.kind === 'type' ? [element.params['name']] : [],
  );
  expect(names).toEqual(expect.arrayContaining(['Outer (2)', 'Deck']));
});

/** A wall of 200 mm along x, its right side on y = 0, with these layers; thicknesses mm. */
function layered(
  layers: readonly (readonly [material: string, thickness: number])[],
  usage: string | null,
): IfcModel {
  const wall: ProductText = {
    entity: 'IFCWALL',
    items: [extrusion(polygon([0, 0], [4000, 0], [4000, 200], [0, 200]), 3000)],
    axis: polyline([0, 0], [4000, 0]),
    name: 'W',
    rest: ',$,$',
  };
  const rows = layers.map(([name, thickness], i) => [
    `#${9000 + i}=IFCMATERIAL('${name}',$,$);`,
    `#${9100 + i}=IFCMATERIALLAYER(#${9000 + i},${thickness}.,$,$,$,$,$);`,
  ]);
  const all = layers.map((_, i) => `#${9100 + i}`).join();
  const data = [
    ...rows.flat(),
    `#9200=IFCMATERIALLAYERSET((${all}),'Set',$);`,
    `#9201=IFCMATERIALLAYERSETUSAGE(#9200,.AXIS2.,.${usage ?? 'POSITIVE'}.,-100.,$);`,
    `#9202=IFCRELASSOCIATESMATERIAL('m',$,$,$,(#100),#${usage === null ? 9200 : 9201});`,
  ];
  return modelOf([wall], { data: data.join('\n') });
}

function typed(model: IfcModel): {
  readonly wall: ElementRecord | null;
  readonly types: readonly ElementRecord[];
} {
  const found = withLayerTypes(recognise(model, 'lineage', kernels), model, {
    fileKey: 'lineage',
    taken: [],
  });
  const wall = found.products.find(({ product }) => product.name === 'W')?.element ?? null;
  return { wall, types: found.others.map(({ element }) => element) };
}

describe('a wall of 200 mm', () => {
  test.each([
    ['one layer of 200 mm', [['A', 200]], null, 1],
    [
      'layers of 200 mm in the positive sense',
      [
        ['A', 50],
        ['B', 150],
      ],
      'POSITIVE',
      1,
    ],
    [
      'a membrane without a thickness',
      [
        ['A', 50],
        ['M', 0],
        ['B', 150],
      ],
      'POSITIVE',
      1,
    ],
    [
      'layers whose side is not stated',
      [
        ['A', 50],
        ['B', 150],
      ],
      null,
      0,
    ],
    [
      'layers of 201 mm',
      [
        ['A', 51],
        ['B', 150],
      ],
      'POSITIVE',
      0,
    ],
    [
      'a layer without a material',
      [
        ['', 50],
        ['B', 150],
      ],
      'POSITIVE',
      0,
    ],
    ['a layer of an unspecified material', [['Unspecified', 200]], 'POSITIVE', 0],
    [
      'a layer of negative thickness',
      [
        ['A', -50],
        ['B', 250],
      ],
      'POSITIVE',
      0,
    ],
  ] as const)('with %s', (_, layers, usage, count) => {
    const { wall, types } = typed(layered(layers, usage));
    expect(wall?.params['thickness']).toBe(200);
    expect([types.length, wall?.params['type_id'] ?? null]).toEqual([count, types[0]?.id ?? null]);
  });

  test('has its first layer on the side that the sense states', () => {
    const sides = ['POSITIVE', 'NEGATIVE'].map((sense) => {
      const { wall } = typed(
        layered(
          [
            ['A', 50],
            ['B', 150],
          ],
          sense,
        ),
      );
      const { start, end } = wall?.params ?? {};
      const isForward = JSON.stringify(start) < JSON.stringify(end);
      return [isForward, wall?.params['layer_side']];
    });
    // In the positive sense the first layer is on the negative side, which is right of a wall along x.
    const [first, second] = sides;
    expect(first?.[0]).toBe(second?.[0]);
    expect(new Set([first?.[1], second?.[1]])).toEqual(new Set(['left', 'right']));
    const { wall } = typed(
      layered(
        [
          ['A', 50],
          ['B', 150],
        ],
        'POSITIVE',
      ),
    );
    const [start, end] = [wall?.params['start'], wall?.params['end']];
    const rises = Object(end).x > Object(start).x;
    expect(wall?.params['layer_side']).toBe(rises ? 'right' : 'left');
  });
});

test('the file returns with names of types; changes of layers are listed', async () => {
  const { file } = exported((await original()).view, 'IFC4', 'house');
  const { record, ...made } = await importOf(file, { ...CHOICES, only: ALL });
  const { model, bytes } = await openIfc(file);
  const source = { bytes, model, frame: record.frame, rows: await rowsOf({ record, ...made }) };
  const world = await importedWorld(file);
  const written = (): readonly [isSame: boolean, left: readonly string[]] => {
    const { pieces, not_expressible } = returnIfc(source, world.view, CONTEXT);
    return [Buffer.concat(pieces).equals(file), not_expressible.map(({ why }) => why)];
  };
  expect(written()).toEqual([true, []]);
  const type = [...world.view.elementsOf('type')].find(({ params }) => params.name === 'Outer');
  const change = async (parameter_name: string, value: unknown): Promise<void> => {
    await world.do('modify_parameter', { element_id: type?.id, parameter_name, value });
  };
  await change('name', 'Renamed');
  expect(written()).toEqual([false, []]);
  await change('name', 'Outer');
  await change('layers', type?.params.layers.toReversed());
  expect(written()).toEqual([
    true,
    ['the `layers` of a type of the file is kept, expected another type for its elements'],
  ]);
});

const FZK = publicFile('ifc-real/cases/AC20-FZK-Haus.ifc');

test.runIf(FZK !== null)(
  'a public house has types of its walls, with the same scorecard',
  async () => {
    const bytes = FZK ?? Buffer.alloc(0);
    const { model } = await openIfc(bytes);
    const plain = recognise(model, 'lineage', kernels);
    const found = withLayerTypes(plain, model, { fileKey: 'lineage', taken: [] });
    expect(scorecardOf(found.products)).toEqual(scorecardOf(plain.products));
    const names = found.others.map(({ element }) => element.params['name']);
    expect(names).toEqual(expect.arrayContaining(['Leichtbeton 102890359 240']));
    const walls = found.products.filter(({ element }) => element?.kind === 'wall');
    const with_type = walls.filter(({ element }) => (element?.params['type_id'] ?? null) !== null);
    expect(with_type.length).toBeGreaterThan(5);
  },
);

test.each(IFC_SCHEMAS)('a ceiling with a type in %s has it after an import', async (schema) => {
  const world = await World.create();
  const level_id = await world.make('create_level', { name: 'L', elevation: 0, height: 3000 });
  const type_id = await world.make('create_type', { name: 'Hung', for: 'floor', layers: LAYERS });
  const boundary_points = [P(0, 0), P(4000, 0), P(4000, 3000), P(0, 3000)];
  const ceiling = { level_id, boundary_points, top_offset: 2700, floor_type: 'ceiling' };
  await world.do('create_floor', { ...ceiling, type_id });
  const { view } = await importedWorld(exported(world.view, schema).file);
  const [floor] = [...view.elementsOf('floor')];
  expect(floor?.params.floor_type).toBe('ceiling');
  expect(view.elementOf(floor?.params.type_id ?? '', 'type')?.params).toMatchObject({
    name: 'Hung',
    layers: [{ thickness: 15 }, { thickness: 240 }, { thickness: 120 }],
  });
});
