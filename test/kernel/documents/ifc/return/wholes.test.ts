/** @module tests of returned stairs, ramps, railings and curtain walls, whose products consist of parts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { meshBounds } from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import type { Box3 } from '../../../../../kernel/building/geometry/vector.ts';
import { boxUnion } from '../../../../../kernel/building/geometry/vector.ts';
import type { Element } from '../../../../../kernel/building/kinds/elements.ts';
import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import type { ParamValues } from '../../../../../schemas/events.ts';
import { created, deletes, modifies } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { damage } from '../patch/patching.ts';
import { readWithIfcLite } from '../write/ifc-lite.ts';
import type { ReadFile } from '../write/measured.ts';
import { exported } from '../write/reread.ts';
import { readWithWebIfc } from '../write/web-ifc.ts';
import { differences, imported, type Read, returned } from './returned.ts';

const P = (x: number, y: number) => ({ x, y });
const STAIR = { level_id: 'L1', top_level_id: 'L2', width: 1000, riser_max: 180, tread: 280 };

const VIEW = modelOf(
  created('stair', 'S', { ...STAIR, start: P(0, 0), name: 'straight' }),
  created('stair', 'U', {
    ...STAIR,
    start: P(0, 5000),
    direction_deg: 30,
    shape: 'u',
    turn: 'right',
    handrails: 'both',
    name: 'turning',
  }),
  created('ramp', 'R', {
    level_id: 'L1',
    start: P(0, 12_000),
    end: P(3000, 12_000),
    width: 1200,
    rise: 300,
    thickness: 200,
    name: 'ramp',
  }),
  created('railing', 'G', {
    level_id: 'L2',
    path: [P(0, 15_000), P(3000, 15_000), P(3000, 16_500)],
    name: 'railing',
  }),
  created('wall', 'C', {
    start: P(10_000, 0),
    end: P(16_000, 0),
    wall_type: 'curtain',
    usage: 'exterior',
    curtain: { columns: 4, rows: 2 },
    name: 'curtain',
  }),
  created('door', 'D', { host_id: 'C', offset: 2000, width: 1000, height: 2100, name: 'door' }),
);

function byName(view: StateView, name: string): Element {
  const found = [...view.elements()].find(({ params }) => 'name' in params && params.name === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
}

/** Moved by 1,500 and -250 mm and turned by 90° about the origin of the plan. */
function turned({ x, y }: { readonly x: number; readonly y: number }) {
  return { x: 1500 - y, y: x - 250 };
}

/** The parameters of an element after that motion. */
function motionOf(one: Element): ParamValues {
  if (one.kind === 'stair') {
    const { start, direction_deg } = one.params;
    return { start: turned(start), direction_deg: direction_deg + 90 };
  }
  if (one.kind === 'railing') return { path: one.params.path.map((point) => turned(point)) };
  if (one.kind !== 'ramp' && one.kind !== 'wall') return {};
  const ends = { start: turned(one.params.start), end: turned(one.params.end) };
  return one.kind === 'wall' ? { ...ends, pins: null } : ends;
}

/** Elements of which a reader sees another box than the model has. */
function misread(read: ReadFile, view: StateView, { source: { rows } }: Read): readonly string[] {
  return [...view.elements()].flatMap(({ id, kind }): readonly string[] => {
    const guids = rows.flatMap((row) =>
      row.element?.id === id || row.part_of === id ? [row.guid ?? ''] : [],
    );
    const boxes = guids.flatMap((guid) => read.bodies.get(guid)?.box ?? []);
    const mesh = view.mesh(id);
    if (mesh === null || kind === 'door') return [];
    const [bounds, seen] = [meshBounds(mesh), union(boxes)];
    const isSame =
      seen !== null &&
      (['min', 'max'] as const).every((side) =>
        (['x', 'y', 'z'] as const).every(
          (axis) => Math.abs(bounds[side][axis] - seen[side][axis]) <= 2,
        ),
      );
    return isSame ? [] : [`${kind}: ${JSON.stringify([bounds, seen])}`];
  });
}

function union([first, ...others]: readonly Box3[]): Box3 | null {
  return first === undefined ? null : others.reduce((all, one) => boxUnion(all, one), first);
}

const READERS = { 'web-ifc': readWithWebIfc, '@ifc-lite': readWithIfcLite };

/** The file with the edits, as two readers and as we read it. */
async function checked(before: Read, view: StateView) {
  const made = returned(before, view);
  expect(made.not_expressible).toEqual([]);
  expect(damage(before.source.bytes, made.file)).toEqual([]);
  const again = await imported(made.file);
  for (const read of Object.values(READERS)) {
    expect(misread(await read(made.file), view, again)).toEqual([]);
  }
  expect(differences(view, again.view)).toEqual([]);
  return { made, text: made.file.toString('latin1'), again };
}

const NAMES = ['straight', 'turning', 'ramp', 'railing', 'curtain'] as const;

describe.each(IFC_SCHEMAS)('in %s', (schema) => {
  const { file } = exported(VIEW, schema);

  test('no edit changes no byte', async () => {
    const before = await imported(file);
    expect(returned(before, before.view).file.equals(file)).toBe(true);
    expect(before.source.rows.filter(({ outcome }) => outcome === 'body')).toEqual([]);
  });

  test.each(NAMES)('%s is moved and turned', async (name) => {
    const before = await imported(file);
    const one = byName(before.view, name);
    const view = before.view.apply([modifies(one, motionOf(one))]);
    const { made } = await checked(before, view);
    // Its own location and axis, and those of the door. The posts of a railing do not turn, so that it is written again.
    expect(made.records.added).toBeLessThanOrEqual(name === 'railing' ? 400 : 9);
  });

  test.each(NAMES)('%s is deleted with its parts', async (name) => {
    const before = await imported(file);
    const one = byName(before.view, name);
    const hosted = before.view.hostedBy(one.id);
    const view = before.view.apply([...hosted.map((door) => deletes(door)), deletes(one)]);
    const { text } = await checked(before, view);
    const gone = before.source.rows.filter(
      (row) => row.element?.id === one.id || row.part_of === one.id,
    );
    expect(gone.filter(({ guid }) => text.includes(`'${guid ?? ''}'`))).toEqual([]);
  });

  test.each(NAMES)('%s gets a name and a property', async (name) => {
    const before = await imported(file);
    const one = byName(before.view, name);
    const updates = { name: 'Neu', properties: { Own: { Known: true } } };
    const { text, again } = await checked(before, before.view.apply([modifies(one, updates)]));
    expect(text).toContain("'Known'");
    expect(byName(again.view, 'Neu').id).toBe(one.id);
  });

  test.each([
    ['straight', { tread: 300, width: 1250, riser_max: 150 }],
    ['turning', { turn: 'left', width: 900, landing: 1300 }],
    ['ramp', { rise: 250, width: 1500, thickness: 100 }],
    ['railing', { path: [P(0, 15_000), P(2500, 15_000)], height: 1100, base_offset: 50 }],
    ['curtain', { height: 2800 }],
  ])('%s gets another shape in its parts', async (name, updates) => {
    const before = await imported(file);
    const one = byName(before.view, name);
    const pins = one.kind === 'wall' ? { pins: null } : {};
    const view = before.view.apply([modifies(one, { ...updates, ...pins })]);
    const { text } = await checked(before, view);
    const kept = before.source.rows.filter(
      (row) => row.element?.id === one.id || row.part_of === one.id,
    );
    expect(kept.filter(({ guid }) => !text.includes(`'${guid ?? ''}'`))).toEqual([]);
  });
});

/** The file with the parts of its stairs and curtain walls in another order, which their relations do not state. */
function reordered(file: Buffer, change: (parts: readonly string[]) => readonly string[]): Buffer {
  const text = file.toString('latin1');
  const wholes = [...text.matchAll(/^(#\d+)=IFC(?:STAIR|CURTAINWALL)\(/gmu)].map(([, id]) => id);
  const made = text.replaceAll(
    /^(#\d+=IFCRELAGGREGATES\(.*,)(#\d+),\(([^()]*)\)\);/gmu,
    (line: string, start: string, whole: string, parts: string) =>
      wholes.includes(whole) ? `${start}${whole},(${change(parts.split(',')).join(',')}));` : line,
  );
  expect(made).not.toBe(text);
  return Buffer.from(made, 'latin1');
}

/** The list with its first two and its last two parts exchanged. */
function exchanged(parts: readonly string[]): readonly string[] {
  const [a = '', b = '', ...others] = parts;
  const [y = '', z = ''] = others.slice(-2);
  return [b, a, ...others.slice(0, -2), z, y];
}

const SHAPED: readonly (readonly [name: string, updates: ParamValues])[] = [
  ['curtain', { height: 3100, pins: null }],
  ['turning', { turn: 'left', width: 900, landing: 1300 }],
];

describe.each(IFC_SCHEMAS)('parts in another order in %s', (schema) => {
  const { file } = exported(VIEW, schema);

  /** The boxes by GlobalId after the edit of an element. */
  async function edited(given: Buffer, [name, updates]: (typeof SHAPED)[number]) {
    const before = await imported(given);
    const one = byName(before.view, name);
    const { made } = await checked(before, before.view.apply([modifies(one, updates)]));
    const { bodies } = readWithWebIfc(made.file);
    return Object.fromEntries(
      [...bodies].map(([guid, { box }]) => [
        guid,
        [box.min, box.max].flatMap(({ x, y, z }) => [x, y, z].map((mm) => Math.round(mm))),
      ]),
    );
  }

  test.each(SHAPED)('%s keeps each part at its place', async (...edit) => {
    const expected = await edited(file, edit);
    expect(await edited(reordered(file, exchanged), edit)).toEqual(expected);
    expect(
      await edited(
        reordered(file, (parts) => parts.toReversed()),
        edit,
      ),
    ).toEqual(expected);
  });
});

test('parts that are at the same place are left as they are', async () => {
  const { file } = exported(VIEW, 'IFC4');
  const { source, view: before } = await imported(file);
  // The second plate has the place and the shape of the first one.
  const [first, second] = [...file.toString('latin1').matchAll(/^#\d+=IFCPLATE\(.*;$/gmu)].map(
    ([line]) => line,
  );
  const place = /,#\d+,#\d+(?=,['$])/u;
  const same = place.exec(first ?? '')?.[0] ?? '';
  const text = file
    .toString('latin1')
    .replace(second ?? '', () => second?.replace(place, () => same) ?? '');
  expect(text).not.toBe(file.toString('latin1'));
  const bytes = Buffer.from(text, 'latin1');
  const { source: changed } = await imported(bytes);
  const one = byName(before, 'curtain');
  const view = before.apply([modifies(one, { height: 3100, pins: null })]);
  const made = returned({ source: { ...changed, rows: source.rows }, view: before }, view);
  expect(made.not_expressible.map(({ why }) => why)).toEqual([
    'its parts cannot be told from each other in the file',
    // Its door.
    'its host keeps the shape that it has in the file',
  ]);
  expect(made.file.equals(bytes)).toBe(true);
});

test.each([
  { landing: 1200 },
  { handrails: 'both' },
  { shape: 'l', turn: 'left', landing: 1000 },
] as const)(
  'a stair with more parts than before is the body of its flight: %o',
  async (updates) => {
    const before = await imported(exported(VIEW, 'IFC4').file);
    const one = byName(before.view, 'straight');
    const view = before.view.apply([modifies(one, updates)]);
    const made = returned(before, view);
    expect(made.not_expressible).toEqual([]);
    expect(damage(before.source.bytes, made.file)).toEqual([]);
    const again = await imported(made.file);
    const flight = before.source.rows.find((row) => row.part_of === one.id)?.guid ?? '';
    for (const read of Object.values(READERS)) {
      const seen = await read(made.file);
      expect(seen.bodies.has(flight)).toBe(true);
      expect(misread(seen, view, { ...again, source: before.source })).toEqual([]);
    }
    expect(made.stale.filter(({ kind }) => kind === 'removed')).toEqual([]);
  },
);

test('properties that follow from the shape are brought up to date', async () => {
  const before = await imported(exported(VIEW, 'IFC4').file);
  const [stair, ramp] = ['straight', 'ramp'].map((name) => byName(before.view, name));
  const view = before.view.apply([
    modifies(stair, { riser_max: 150 }),
    modifies(ramp, { rise: 200 }),
  ]);
  const { text } = await checked(before, view);
  expect(text).toContain("'NumberOfRiser',$,IFCCOUNTMEASURE(20.)");
  expect(text).toContain("'RiserHeight',$,IFCPOSITIVELENGTHMEASURE(150.)");
});

/** A house by Revit (CC BY 4.0): two stairs of treads between strings, with railings. */
const HOUSE = readFileSync(
  join(import.meta.dirname, '../../../../fixtures/imports/Duplex_A_20110907.ifczip'),
);

describe('a stair of another program', async () => {
  const before = await imported(HOUSE);
  const [stair] = before.view.elementsOf('stair');
  const own = before.source.rows.filter(
    (row) => row.element?.id === stair?.id || row.part_of === stair?.id,
  );

  test('is moved with its flight, strings and railings', async () => {
    const { start } = stair?.params ?? { start: P(0, 0) };
    const view = before.view.apply([modifies(stair, { start: P(start.x + 250, start.y - 125.5) })]);
    const made = returned(before, view);
    expect(made.not_expressible).toEqual([]);
    expect(damage(before.source.bytes, made.file)).toEqual([]);
    for (const read of Object.values(READERS)) {
      const [was, is] = [await read(before.source.bytes), await read(made.file)];
      const moves = own.flatMap(({ guid }) => {
        const [a, b] = [was, is].map(({ bodies }) => bodies.get(guid ?? '')?.box.min);
        return a === undefined || b === undefined
          ? []
          : [[b.x - a.x, b.y - a.y, b.z - a.z].map((by) => Math.round(10 * by) / 10 + 0)];
      });
      expect(moves).toHaveLength(own.length - 1);
      expect(new Set(moves.map((move) => move.join(' ')))).toEqual(new Set(['250 -125.5 0']));
      const others = [...was.bodies.keys()].filter((guid) => !own.some((row) => row.guid === guid));
      expect(others.filter((guid) => !isSameBox(was, is, guid))).toEqual([]);
    }
  });

  test('is deleted with all of them', () => {
    const view = before.view.apply([deletes(stair)]);
    const made = returned(before, view);
    expect([made.not_expressible, damage(before.source.bytes, made.file)]).toEqual([[], []]);
    const text = made.file.toString('latin1');
    expect(own.filter(({ guid }) => text.includes(`'${guid ?? ''}'`))).toEqual([]);
  });

  test('states other risers as attributes of its flight, in the units of the file', () => {
    const flight = own.find(({ entity }) => entity === 'IfcStairFlight')?.record ?? 0;
    const statedIn = (file: Buffer): string | undefined =>
      new RegExp(`^#${flight}= ?IFCSTAIRFLIGHT[^;]*'(,[^';]*)\\);`, 'mu').exec(
        file.toString('latin1'),
      )?.[1];
    // The program states lengths in feet here, although the file is in metres.
    const old = ',16,15,0.6356627296588328,0.8202099737532809';
    expect(statedIn(before.source.bytes)).toBe(old);
    const wide = before.view.apply([modifies(stair, { width: 1000 })]);
    expect(statedIn(returned(before, wide).file)).toBe(old);
    const low = before.view.apply([modifies(stair, { riser_max: 160 })]);
    // 3,100 mm in 20 risers.
    expect(statedIn(returned(before, low).file)).toBe(',20,19,0.155,0.8202099737532809');
  });

  test('keeps its strings and railings with another width, and lists them', async () => {
    const view = before.view.apply([modifies(stair, { width: 1000 })]);
    const made = returned(before, view);
    expect([made.not_expressible, damage(before.source.bytes, made.file)]).toEqual([[], []]);
    const text = made.file.toString('latin1');
    expect(own.filter(({ guid }) => !text.includes(`'${guid ?? ''}'`))).toEqual([]);
    const record = own.find(({ element }) => element !== null)?.record ?? 0;
    const [measures, parts] = [true, false].map((isMeasure) =>
      made.stale.filter(({ kind }) => (kind === 'property') === isMeasure),
    );
    // Those of the stair and of its flight.
    expect(new Set(measures?.map(({ record: of }) => of)).size).toBe(2);
    expect(parts?.map(({ record: of, kind, name }) => [of, kind, name])).toEqual(
      [
        'IfcMember #9002 (Stair:Residential - 200mm Max Riser 250mm Tread:151086:1)',
        'IfcMember #9020 (Stair:Residential - 200mm Max Riser 250mm Tread:151086:2)',
        'IfcRailing #9326 (Railing:900mm Handrail Only:151162)',
        'IfcRailing #12184 (Railing:1100mm Guard Rail:151166)',
      ].map((name) => [`#${record}`, 'part', name]),
    );
    const mesh = view.mesh(stair?.id ?? '');
    if (mesh === null) throw new Error('no body');
    const bounds = meshBounds(mesh);
    const flight = own.find(({ entity }) => entity === 'IfcStairFlight')?.guid ?? '';
    for (const read of Object.values(READERS)) {
      const [was, is] = [await read(before.source.bytes), await read(made.file)];
      const seen = is.bodies.get(flight)?.box;
      expect(seen?.min.z).toBeCloseTo(bounds.min.z, 0);
      expect(seen?.max.y).toBeCloseTo(bounds.max.y, 0);
      expect(seen?.max.x).toBeCloseTo(bounds.max.x, 0);
      const others = [...was.bodies.keys()].filter((guid) => guid !== flight);
      expect(others.filter((guid) => !isSameBox(was, is, guid))).toEqual([]);
    }
  });
});

function isSameBox(a: ReadFile, b: ReadFile, guid: string): boolean {
  const [was, is] = [a, b].map(({ bodies }) => bodies.get(guid)?.box);
  return (
    was !== undefined &&
    is !== undefined &&
    (['min', 'max'] as const).every((side) =>
      (['x', 'y', 'z'] as const).every((axis) => Math.abs(was[side][axis] - is[side][axis]) <= 0.1),
    )
  );
}
