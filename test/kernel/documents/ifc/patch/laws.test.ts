/** @module laws of patches: random edits of exported houses and of the sample, in all schemas. */
import process from 'node:process';
import { isDeepStrictEqual } from 'node:util';

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { PatchFault } from '../../../../../kernel/documents/ifc/patch/patch-fault.ts';
import type { IfcModel } from '../../../../../kernel/documents/ifc/read/ifc-model.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { ShapeReader } from '../../../../../kernel/documents/ifc/shape/read-shape.ts';
import { lcg } from '../../../../bench/building.ts';
import { randomHouse } from '../write/random-house.ts';
import { exported } from '../write/reread.ts';
import { ruleFaults } from '../write/rule-faults.ts';
import { damage, difference, type Patching, patchOf } from './patching.ts';
import { sampleText } from './sample.ts';

const isFirst = process.env['LAW_ROUND'] === '0';
const seeds = fc.sample(fc.nat(1e6), isFirst ? 200 : 12);
/** Most edits of one file. */
const EDITS = 8;

/** Rules that random edits break: a set of another class, points at the same place. */
const BY_INPUT = ['PSE001', 'GEM111'];

type Random = (below: number) => number;

/** A random file: every third is the sample. */
function fileOf(seed: number): Buffer {
  const schema = IFC_SCHEMAS[seed % 3] ?? 'IFC4';
  if (seed % 9 < 3) return Buffer.from(sampleText(schema));
  return exported(randomHouse(seed), schema).file;
}

function pick<T>(random: Random, all: readonly T[]): T | undefined {
  return all[random(all.length)];
}

/** An item of the shape of a product, as it is now. */
function itemOf({ patch }: Patching, product: number, random: Random): number | undefined {
  const shape = patch.ref(product, 'Representation');
  const shapes = shape === null ? [] : patch.refs(shape, 'Representations');
  return pick(
    random,
    shapes.flatMap((one) => patch.refs(one, 'Items')),
  );
}

const NUMBERS = [0, 1, -1, 250, 1e-7, 12_345.678, 1 / 3];

/** A random edit of a product; returns whether it concerns the products that are placed on it too. */
type RandomEdit = (at: Patching, product: number, random: Random) => boolean;

const RANDOM_EDITS: readonly RandomEdit[] = [
  ({ patch }, product, random) => {
    patch.rename(product, { Name: pick(random, ['', 'a', "ü'\\", '🏠']) ?? '' });
    return false;
  },
  ({ patch }, product, random) => {
    const set = pick(random, ['Pset_WallCommon', 'Pset_DoorCommon', 'Own']) ?? '';
    const name = pick(random, ['FireRating', 'IsExternal', 'Reference', 'Maker']) ?? '';
    patch.setProperty(product, set, name, pick(random, [null, 'x', 1.5, true, null]) ?? null);
    return false;
  },
  ({ patch }, product, random) => {
    patch.removeProduct(product, {
      fillings: random(2) === 0 ? 'kept' : 'removed',
      opening: random(2) === 0 ? 'kept' : 'removed',
    });
    return true;
  },
  ({ patch }, product, random) => {
    const any = (): number => pick(random, NUMBERS) ?? 0;
    patch.setPlacement(
      product,
      { location: [any(), any(), any()], ...(random(2) === 0 ? { ref_direction: [0, 1, 0] } : {}) },
      { keepChildren: random(2) === 0 },
    );
    return true;
  },
  (at, product, random) => {
    const item = itemOf(at, product, random) ?? -1;
    const any = (): number => pick(random, NUMBERS) ?? 0;
    const kind = random(3);
    at.patch.setExtrusion(
      { product, item },
      {
        ...(kind === 0 ? { depth: 1 + random(5000) } : {}),
        ...(kind === 1
          ? {
              points: [
                [0, 0],
                [1000, 0],
                [1000, any()],
                [0, 500],
              ],
            }
          : {}),
        ...(kind === 2 ? { rectangle: { x: 1 + random(5000) }, centre: [any(), any()] } : {}),
        ...(random(2) === 0 ? { position: { location: [any(), any(), any()] } } : {}),
      },
    );
    return false;
  },
  (at, product, random) => {
    const item = itemOf(at, product, random) ?? -1;
    at.patch.scaleMapped({ product, item }, { factors: [1 + random(3), 1, 0.5] });
    return false;
  },
  ({ patch }, product, random) => {
    const shape = patch.ref(product, 'Representation');
    const shapes = shape === null ? [] : patch.refs(shape, 'Representations');
    patch.removeRepresentation(product, pick(random, shapes) ?? -1);
    return false;
  },
];

/** Whether a product is placed on another one, directly or not. */
function isPlacedOn({ patch }: Patching, product: number, base: number): boolean {
  const end = patch.ref(base, 'ObjectPlacement');
  let at = patch.ref(product, 'ObjectPlacement');
  while (at !== null && at !== end) at = patch.ref(at, 'PlacementRelTo');
  return at !== null;
}

/** Edits a file at random; returns the GUIDs of products that may differ. */
function edited(at: Patching, seed: number): ReadonlySet<string> {
  const random = lcg(seed + 7);
  const products = at.model.rows('IfcElement');
  const touched = new Set<string>();
  const count = 1 + random(EDITS);
  for (let n = 0; n < count; n += 1) {
    const product = pick(random, products) ?? -1;
    const near = products.filter((one) => one === product || isPlacedOn(at, one, product));
    const before = at.patch.summary();
    try {
      const isWide = pick(random, RANDOM_EDITS)?.(at, product, random) === true;
      for (const one of isWide ? near : [product]) {
        touched.add(at.model.text(one, 'GlobalId') ?? '');
      }
    } catch (error) {
      // A refused edit changes nothing.
      if (!(error instanceof PatchFault)) throw error;
      if (isDeepStrictEqual(at.patch.summary(), before)) continue;
      throw new Error('a refused edit changed the file', { cause: error });
    }
  }
  return touched;
}

/** The place and the body of each element, by GUID, without the numbers of records. */
function shapesOf(model: IfcModel): ReadonlyMap<string, string> {
  const reader = new ShapeReader(model, { x: 0, y: 0, z: 0 });
  const withoutRows = (key: string, value: unknown): unknown =>
    key === 'row' || key === 'map' ? undefined : value;
  return new Map(
    model.rows('IfcElement').map((row) => {
      const shape = { place: reader.place(row), body: reader.body(row), axis: reader.axis(row) };
      return [model.text(row, 'GlobalId') ?? '', JSON.stringify(shape, withoutRows)];
    }),
  );
}

describe.each(seeds)('seed %i', (seed) => {
  test('nothing dangles, and what no edit concerns is as before', () => {
    const at = patchOf(fileOf(seed));
    const before = shapesOf(at.model);
    const touched = edited(at, seed);
    const after = at.patch.write();
    expect(damage(at.bytes, after)).toEqual([]);

    const { identical, changed, removed, added, dangling, orphans } = at.patch.summary();
    const found = difference(at.bytes, after);
    const counts = ['~', '-', '+'].map(
      (kind) => found.filter((one) => one.startsWith(kind)).length,
    );
    expect([changed, removed, added]).toEqual(counts);
    expect(identical + changed + removed).toBe(at.model.file.count);
    expect([dangling, orphans]).toEqual([0, 0]);

    const { model } = patchOf(after);
    const now = shapesOf(model);
    const others = [...before].filter(([guid]) => !touched.has(guid));
    const differing = others.filter(([guid, shape]) => now.has(guid) && now.get(guid) !== shape);
    expect(differing.map(([guid]) => guid)).toEqual([]);
    const lost = others.filter(([guid]) => !now.has(guid) && !removedWith(at, guid));
    expect(lost.map(([guid]) => guid)).toEqual([]);
    const guids = model.rows('IfcRoot').map((row) => model.text(row, 'GlobalId'));
    expect(new Set(guids).size).toBe(guids.length);
  });

  test('no further rule of the standard is broken', () => {
    const at = patchOf(fileOf(seed));
    const rules = (bytes: Buffer): readonly string[] =>
      ruleFaults(bytes).map((fault) => fault.slice(0, BY_INPUT[0]?.length));
    const before = [...rules(at.bytes), ...BY_INPUT];
    edited(at, seed);
    expect(rules(at.patch.write()).filter((rule) => !before.includes(rule))).toEqual([]);
  });

  test('the same edits give the same bytes, and none more give the same file', () => {
    const write = (bytes: Buffer): Buffer => {
      const at = patchOf(bytes);
      edited(at, seed);
      return at.patch.write();
    };
    const bytes = fileOf(seed);
    const once = write(bytes);
    expect(write(bytes).equals(once)).toBe(true);
    expect(patchOf(once).patch.write().equals(once)).toBe(true);
  });

  test('twice the same name is as once', () => {
    const renamed = (times: number): Buffer => {
      const at = patchOf(fileOf(seed));
      const [row = -1] = at.model.rows('IfcElement');
      for (let n = 0; n < times; n += 1) at.patch.rename(row, { Name: 'ß' });
      return at.patch.write();
    };
    expect(renamed(2).equals(renamed(1))).toBe(true);
  });
});

/** Whether an element is gone because another one was removed: an opening with its wall, a part with its whole. */
function removedWith({ model, patch }: Patching, guid: string): boolean {
  return model
    .rows('IfcElement')
    .some((row) => model.text(row, 'GlobalId') === guid && patch.isRemoved(row));
}
