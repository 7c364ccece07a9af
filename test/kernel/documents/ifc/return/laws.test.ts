/** @module laws of returned files: random edits of random houses, alone and together, in all schemas. */
import process from 'node:process';

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Element } from '../../../../../kernel/building/kinds/elements.ts';
import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { Refusal } from '../../../../../schemas/errors.ts';
import type { PlannedEvent } from '../../../../../schemas/events.ts';
import { lcg } from '../../../../bench/building.ts';
import { created, deletes, modifies } from '../../../building/model/build.ts';
import { damage } from '../patch/patching.ts';
import { randomHouse } from '../write/random-house.ts';
import { exported } from '../write/reread.ts';
import { misplaced } from './misplaced.ts';
import { imported, returned } from './returned.ts';

const isFirst = process.env['LAW_ROUND'] === '0';
const seeds = fc.sample(fc.nat(1e6), isFirst ? 60 : 6);
/** Edits of one file. */
const EDITS = 12;

type Random = (below: number) => number;
/** Events of an edit; `n` is unique among the edits of a file. */
type RandomEdit = (view: StateView, random: Random, n: number) => readonly PlannedEvent[];

function pick<T>(random: Random, all: Iterable<T>): T | undefined {
  const list = [...all];
  return list[random(list.length)];
}

/** The events for an element, if there is one. */
function of<E>(element: E | undefined, events: (one: E) => readonly PlannedEvent[]) {
  return element === undefined ? [] : events(element);
}

/** Elements that are products of the file: grid lines are parts of a grid. */
function products(view: StateView): readonly Element[] {
  return [...view.elements()].filter(({ kind }) => kind !== 'grid');
}

function unpinned({ params }: Element): { readonly pins?: null } {
  return 'pins' in params && params.pins !== null ? { pins: null } : {};
}

const RANDOM_EDITS: readonly RandomEdit[] = [
  (view, random, n) =>
    of(pick(random, products(view)), (one) => [modifies(one, { name: `N${n}` })]),
  (view, random, n) =>
    of(pick(random, products(view)), (one) => [
      modifies(one, {
        properties: { Own: { Number: n + 0.5, Known: n % 2 === 0, Text: `ü${n}` } },
      }),
    ]),
  (view, random) => of(pick(random, view.elementsOf('window')), (one) => [deletes(one)]),
  (view, random) => of(pick(random, view.elementsOf('column')), (one) => [deletes(one)]),
  (view, random) =>
    of(pick(random, view.elementsOf('door')), (one) => [
      modifies(one, { offset: one.params.offset + random(60) - 30, width: one.params.width - 25 }),
    ]),
  (view, random) =>
    of(pick(random, view.elementsOf('wall')), (one) => [
      modifies(one, { height: one.params.height + random(200), ...unpinned(one) }),
    ]),
  (view, random) =>
    of(pick(random, view.levels()), (one) => [
      modifies(one, { elevation: one.params.elevation + random(400) - 200 }),
    ]),
  (view, random) => {
    const kinds = ['column', 'beam', 'room'] as const;
    const kind = kinds[random(kinds.length)] ?? 'column';
    return of(pick(random, view.elementsOf(kind)), (one) =>
      of(pick(random, view.levels()), (level) => [modifies(one, { level_id: level.id })]),
    );
  },
  (view, random) =>
    of(pick(random, view.elementsOf('floor')), (one) => [
      modifies(one, { thickness: one.params.thickness + 10 + random(50) }),
    ]),
  (view, random) =>
    of(pick(random, view.elementsOf('column')), (one) => [
      modifies(one, {
        profile: ['HEA200', '210x330', 'circle 250'][random(3)] ?? '',
        outline: null,
      }),
    ]),
  (view, random) =>
    of(pick(random, view.elementsOf('opening')), (one) => {
      const { offset, sill, width, height } = one.params;
      if (offset === null) return [];
      const outline = [
        { x: offset, y: sill },
        { x: offset + width, y: sill },
        { x: offset + width / 2, y: sill + height },
      ];
      return [modifies(one, { outline })];
    }),
  (view, random, n) =>
    of(pick(random, view.elementsOf('wall')), (one) => [
      created('door', `new-door-${n}`, {
        host_id: one.id,
        offset: 100 + random(2000),
        width: 700,
        height: 1900,
      }),
    ]),
  (view, random, n) =>
    of(pick(random, view.levels()), ({ id: level_id }) => [
      created('wall', `new-wall-${n}`, {
        level_id,
        start: { x: 90_000 + 5000 * n, y: random(9000) },
        end: { x: 93_000 + 5000 * n, y: random(9000) },
        thickness: 200,
      }),
      created('window', `new-window-${n}`, { host_id: `new-wall-${n}`, offset: 500, width: 800 }),
    ]),
  (view, random) =>
    of(pick(random, view.elementsOf('stair')), (one) => [
      modifies(one, {
        start: { x: one.params.start.x + random(900), y: one.params.start.y - random(900) },
        direction_deg: random(2) === 0 ? one.params.direction_deg : random(360),
        ...(random(2) === 0 ? {} : { tread: 250 + random(60), riser_max: 150 + random(40) }),
        ...(random(2) === 0
          ? {}
          : { base_offset: random(400) - 200, top_offset: random(400) - 200 }),
        ...(random(3) === 0 ? { top_tread: random(2) === 0 } : {}),
      }),
    ]),
  (view, random) =>
    of(pick(random, [...view.elementsOf('ramp'), ...view.elementsOf('railing')]), (one) => [
      one.kind === 'ramp'
        ? modifies(one, { rise: 100 + random(300), width: 1000 + random(500) })
        : modifies(one, { path: one.params.path.slice(-2), height: 900 + random(300) }),
    ]),
  (_, random, n) => [
    created('level', `new-level-${n}`, {
      name: `New ${n}`,
      elevation: 20_000 + 3000 * n,
      height: 3000,
    }),
    created('column', `new-column-${n}`, {
      level_id: `new-level-${n}`,
      location: { x: random(5000), y: random(5000) },
    }),
  ],
];

/** The view after random edits; those that the model refuses are left out. */
function editedBy(view: StateView, random: Random): StateView {
  let now = view;
  for (let n = 0; n < EDITS; n += 1) {
    const edit = pick(random, RANDOM_EDITS);
    try {
      now = now.apply(edit?.(now, random, n) ?? []);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return now;
}

/** Walls with other ends at other heights, which web-ifc is not asked about. */
function banded(view: StateView): ReadonlySet<string> {
  const walls = [...view.elementsOf('wall')];
  return new Set(
    walls.filter(({ id }) => view.footprint(id)?.bands !== undefined).map(({ id }) => id),
  );
}

describe.each(seeds)('seed %i', (seed) => {
  test('edits are all in the file, nothing dangles, and all bodies are at their places', async () => {
    const file = exported(randomHouse(seed), IFC_SCHEMAS[seed % 3] ?? 'IFC4').file;
    const before = await imported(file);
    const view = editedBy(before.view, lcg(seed + 7));
    const made = returned(before, view);
    expect(made.not_expressible).toEqual([]);
    expect(damage(file, made.file)).toEqual([]);
    expect(returned(before, view).file.equals(made.file)).toBe(true);
    const misread = new Set([...misplaced(before, before.view, file), ...banded(view)]);
    expect(misplaced(before, view, made.file).filter((id) => !misread.has(id))).toEqual([]);
    const guids = before.source.rows.flatMap(({ element, guid }) =>
      element === null || view.element(element.id) === undefined ? [] : [guid ?? ''],
    );
    const text = made.file.toString('latin1');
    expect(guids.filter((guid) => !text.includes(`'${guid}'`))).toEqual([]);
  });
});
