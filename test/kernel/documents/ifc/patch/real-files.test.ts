/** @module tests of edits of real files: few records change, and two other readers see no other body change. */
import { describe, expect, test } from 'vitest';

import { real } from '../../../../../kernel/documents/ifc/patch/patch-value.ts';
import { publicCases, publicFile } from '../../../../public-files.ts';
import { readWithIfcLite } from '../write/ifc-lite.ts';
import type { ReadBody } from '../write/measured.ts';
import { readWithWebIfc } from '../write/web-ifc.ts';
import { damage, type Patching, patchOf } from './patching.ts';

/** The largest difference of a volume, as a share, and of a box, mm, at which a body is the same. */
const [SAME_VOLUME, SAME_BOX] = [1e-6, 0.01];
/** The most records that an edit may change and add. */
const [MAX_CHANGED, MAX_ADDED] = [6, 7];
/** Relations and layers that list a window of Duplex_A_20110907 with others: each must lose it. */
const LISTS_OF_WINDOW = 9;

type Bodies = ReadonlyMap<string, ReadBody>;

function sameBody(a: ReadBody, b: ReadBody): boolean {
  const isNear = (p: number, q: number): boolean => !(Math.abs(p - q) > SAME_BOX);
  const axes = ['x', 'y', 'z'] as const;
  const isBox = axes.every(
    (axis) => isNear(a.box.min[axis], b.box.min[axis]) && isNear(a.box.max[axis], b.box.max[axis]),
  );
  return isBox && Math.abs(a.volume - b.volume) <= SAME_VOLUME * Math.abs(a.volume) + 1;
}

/** GUIDs of the bodies that differ. */
function changedBodies(before: Bodies, after: Bodies): readonly string[] {
  const guids = new Set([...before.keys(), ...after.keys()]);
  return [...guids]
    .filter((guid) => {
      const [a, b] = [before.get(guid), after.get(guid)];
      return a === undefined || b === undefined || !sameBody(a, b);
    })
    .toSorted();
}

async function bodiesIn(bytes: Buffer): Promise<readonly Bodies[]> {
  return [readWithWebIfc(bytes).bodies, (await readWithIfcLite(bytes)).bodies];
}

/** Units of a file in a metre. */
function metre({ model }: Patching): number {
  const unit = model
    .rows('IfcSIUnit')
    .find((row) => model.enumName(row, 'UnitType') === 'LENGTHUNIT');
  return unit !== undefined && model.enumName(unit, 'Prefix') === 'MILLI' ? 1000 : 1;
}

function representation({ model }: Patching, product: number, name: string): number | undefined {
  const shape = model.ref(product, 'Representation');
  const all = shape === null ? [] : model.refs(shape, 'Representations');
  return all.find((row) => model.text(row, 'RepresentationIdentifier') === name);
}

function itemsOf(at: Patching, product: number, name: string): readonly number[] {
  const row = representation(at, product, name);
  return row === undefined ? [] : at.model.refs(row, 'Items');
}

function numbersOf({ model }: Patching, row: number, attribute: string): readonly number[] {
  const value = model.value(row, attribute);
  if (value.kind !== 'list') return [];
  return value.items.map((item) =>
    item.kind === 'real' || item.kind === 'integer' ? item.value : NaN,
  );
}

function pointsOf(at: Patching, curve: number): readonly (readonly number[])[] {
  return at.model.refs(curve, 'Points').map((point) => numbersOf(at, point, 'Coordinates'));
}

function guidsOf({ model }: Patching, rows: readonly number[]): readonly string[] {
  return rows.map((row) => model.text(row, 'GlobalId') ?? '').toSorted();
}

/** Shortens an extrusion at its start or end along x. */
function cutX(at: Patching, product: number, item: number, by: number): void {
  const { model, patch } = at;
  const profile = model.ref(item, 'SweptArea') ?? -1;
  if (model.isA(profile, 'IfcRectangleProfileDef')) {
    const position = model.ref(profile, 'Position') ?? -1;
    const [x = 0, y = 0] = numbersOf(at, model.ref(position, 'Location') ?? -1, 'Coordinates');
    const size = (model.number(profile, 'XDim') ?? 0) - by;
    patch.setExtrusion({ product, item }, { rectangle: { x: size }, centre: [x + by / 2, y] });
    return;
  }
  const ring = pointsOf(at, model.ref(profile, 'OuterCurve') ?? -1).slice(0, -1);
  const least = Math.min(...ring.map(([x = 0]) => x));
  const points = ring.map(([x = 0, y = 0]) => [x === least ? x + by : x, y]);
  patch.setExtrusion({ product, item }, { points });
}

/** Widens an opening in the direction in which its profile has a width. */
function widen(at: Patching, opening: number, width: number, by: number): void {
  const { model, patch } = at;
  for (const item of itemsOf(at, opening, 'Body')) {
    const profile = model.ref(item, 'SweptArea') ?? -1;
    const place = { product: opening, item };
    const isWidth = (size: number): boolean => Math.abs(size - width) < 1e-6 * width;
    if (model.isA(profile, 'IfcRectangleProfileDef')) {
      const x = model.number(profile, 'XDim') ?? 0;
      const y = model.number(profile, 'YDim') ?? 0;
      patch.setExtrusion(place, { rectangle: isWidth(x) ? { x: x + by } : { y: y + by } });
      continue;
    }
    const ring = pointsOf(at, model.ref(profile, 'OuterCurve') ?? -1).slice(0, -1);
    for (const axis of [0, 1]) {
      const all = ring.map((point) => point[axis] ?? 0);
      const most = Math.max(...all);
      if (!isWidth(most - Math.min(...all))) continue;
      const points = ring.map((point) =>
        point.with(axis, (point[axis] ?? 0) + (point[axis] === most ? by : 0)),
      );
      patch.setExtrusion(place, { points });
      break;
    }
  }
}

/** The opening that a filling fills, and the wall of this opening. */
function hostOf({ model }: Patching, filling: number): readonly [opening: number, wall: number] {
  const [fills = -1] = model.referrers(filling, 'IfcRelFillsElement', 'RelatedBuildingElement');
  const opening = model.ref(fills, 'RelatingOpeningElement') ?? -1;
  const [voids = -1] = model.referrers(opening, 'IfcRelVoidsElement', 'RelatedOpeningElement');
  return [opening, model.ref(voids, 'RelatingBuildingElement') ?? -1];
}

/** An edit; returns the products whose bodies change. */
type Edit = (at: Patching) => readonly number[];

const EDITS: readonly (readonly [string, Edit])[] = [
  [
    'a space is renamed',
    (at) => {
      at.patch.rename(at.model.rows('IfcSpace')[0] ?? -1, { LongName: 'Umbenannt ü' });
      return [];
    },
  ],
  [
    'the end of a wall is moved by 200 mm',
    (at) => {
      const { model } = at;
      const wall = model
        .rows('IfcWall')
        .find((row) =>
          itemsOf(at, row, 'Body').every((item) => model.isA(item, 'IfcExtrudedAreaSolid')),
        );
      const [item = -1] = itemsOf(at, wall ?? -1, 'Body');
      cutX(at, wall ?? -1, item, 0.2 * metre(at));
      return [wall ?? -1];
    },
  ],
  [
    'a door whose map is shared becomes 125 mm wider',
    (at) => {
      const { model, patch } = at;
      const door = model.rows('IfcDoor').find((row) => {
        const [item] = itemsOf(at, row, 'Body');
        return item !== undefined && model.isA(item, 'IfcMappedItem') && hostOf(at, row)[1] >= 0;
      });
      const [item = -1] = itemsOf(at, door ?? -1, 'Body');
      const by = 0.125 * metre(at);
      const width = model.number(door ?? -1, 'OverallWidth') ?? NaN;
      const [opening, wall] = hostOf(at, door ?? -1);
      patch.setAttribute(door ?? -1, 'OverallWidth', real(width + by));
      patch.scaleMapped({ product: door ?? -1, item }, { factors: [(width + by) / width, 1, 1] });
      widen(at, opening, width, by);
      return [door ?? -1, opening, wall];
    },
  ],
  [
    'a window is removed',
    (at) => {
      const window = at.model.rows('IfcWindow').find((row) => hostOf(at, row)[1] >= 0) ?? -1;
      const [opening, wall] = hostOf(at, window);
      at.patch.removeProduct(window);
      return [window, opening, wall];
    },
  ],
];

describe.each([
  { name: 'AC20-FZK-Haus', most: MAX_CHANGED },
  { name: 'Duplex_A', most: MAX_CHANGED },
  { name: 'Duplex_A_20110907', most: LISTS_OF_WINDOW },
])('$name', ({ name, most }) => {
  const bytes = publicFile(`ifc-real/cases/${name}.ifc`);
  let originals: Promise<readonly Bodies[]> | null = null;
  test.skipIf(bytes === null).each(EDITS)('%s', { timeout: 120_000 }, async (_, edit) => {
    const original = bytes ?? Buffer.alloc(0);
    const at = patchOf(original);
    const expected = edit(at);
    const after = at.patch.write();
    const summary = at.patch.summary();
    expect(summary).toMatchObject({ dangling: 0, orphans: 0 });
    expect(damage(original, after)).toEqual([]);
    expect(summary.added).toBeLessThanOrEqual(MAX_ADDED);
    expect(summary.changed).toBeLessThanOrEqual(summary.removed > 1 ? most : MAX_CHANGED);
    const guids = guidsOf(at, expected);
    originals ??= bodiesIn(original);
    const [before, now] = [await originals, await bodiesIn(after)];
    for (const [i, bodies] of before.entries()) {
      const changed = changedBodies(bodies, now[i] ?? new Map());
      expect(changed.filter((guid) => !guids.includes(guid))).toEqual([]);
      expect(changed.length > 0).toBe(guids.length > 0);
    }
  });
});

const files = [...(publicCases('ifc-real') ?? []), ...(publicCases('ifc-files') ?? [])];
test.skipIf(files.length === 0)('without an edit all public files keep their bytes', () => {
  for (const one of files) {
    const bytes = one.read();
    const { patch } = patchOf(bytes);
    const { identical, changed, removed, added } = patch.summary();
    expect({ id: one.id, identical, changed, removed, added }).toEqual({
      id: one.id,
      identical: one['entities'],
      changed: 0,
      removed: 0,
      added: 0,
    });
    expect(patch.write().equals(bytes)).toBe(true);
  }
});
