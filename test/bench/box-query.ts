/** @module box query bench: what lies in a small box of a large model, beside flatbush over the same boxes. */
import Flatbush from 'flatbush';

import { compareText } from '../../kernel/base/canonical/deep-equal.ts';
import { Model } from '../../kernel/building/model/model.ts';
import type { StateView } from '../../kernel/building/model/state-view.ts';
import type { BoxMm } from '../../schemas/units.ts';
import { LARGE, buildingElements, creation, lcg, stored } from './building.ts';
import type { BenchRow } from './measure.ts';
import { alternating } from './measure.ts';

const QUERIES = 2000;
const SIDE_MM = 2000;
const ROUNDS = 7;
const MAX_US = 5;

type Query = (box: BoxMm) => readonly string[];

function places(): readonly BoxMm[] {
  const random = lcg(3);
  return Array.from({ length: QUERIES }, () => {
    const [x, y, z] = [random(270_000), random(270_000), random(10_000)];
    return { min: { x, y, z }, max: { x: x + SIDE_MM, y: y + SIDE_MM, z: z + SIDE_MM } };
  });
}

/** Two dimensions in the index, the third looked at one by one; the answers are ids in order, as ours are. */
function flatbushOver(view: StateView): Query {
  const known = [...view.elements()].flatMap(({ id }) => {
    const box = view.bounds(id);
    return box === null ? [] : [{ id, box }];
  });
  const index = new Flatbush(known.length);
  for (const { box } of known) index.add(box.min.x, box.min.y, box.max.x, box.max.y);
  index.finish();
  return ({ min, max }) => {
    const ids: string[] = [];
    index.search(min.x, min.y, max.x, max.y, (i) => {
      const one = known[i];
      if (one !== undefined && one.box.min.z <= max.z && one.box.max.z >= min.z) ids.push(one.id);
      return false;
    });
    return ids.toSorted(compareText);
  };
}

async function rowOf(
  what: string,
  view: StateView,
  [peer, boxes]: [Query, readonly BoxMm[]],
): Promise<BenchRow> {
  const all = (query: Query): number => {
    let found = 0;
    for (const box of boxes) found += query(box).length;
    return found;
  };
  const own: Query = (box) => view.inBox(box);
  // Boxes are worked out when they are first asked for; the grid is made once it pays.
  const first = performance.now();
  const found = all(own);
  const first_us = ((performance.now() - first) * 1000) / QUERIES;
  if (all(peer) !== found) throw new Error(`flatbush finds other than ${found} elements`);
  const { a, b, ratio } = await alternating(
    () => all(peer),
    () => all(own),
    { rounds: ROUNDS, calls: 3 },
  );
  const us = b.p50_us / QUERIES;
  return {
    what: `${what} of ${view.count()} elements, each by a box of ${SIDE_MM / 1000} m, ${(found / QUERIES).toFixed(1)} found`,
    baseline: `flatbush and z ${(a.p50_us / QUERIES).toFixed(2)} µs`,
    measured: `${us.toFixed(2)} µs (${first_us.toFixed(0)} µs where boxes had to be made)`,
    ratio,
    target: `≤ ${MAX_US} µs`,
    holds: us <= MAX_US,
  };
}

/** A committed state, and a planned one that nobody asked before. */
export async function boxQueryRows(): Promise<readonly BenchRow[]> {
  const model = new Model();
  model.applyAll(stored([...buildingElements(LARGE)].map((element) => creation(element))));
  const view = model.view('main');
  if (view === null) throw new Error('no main branch');
  const boxes = places();
  const peer = flatbushOver(view);
  const committed = await rowOf('what lies there', view, [peer, boxes]);
  const updates = { name: 'planned' };
  const planned = view.apply([
    {
      type: 'element.modified',
      aggregate_id: 'wall_0_h5_5',
      payload: { updates, previous: { name: null } },
    },
  ]);
  return [committed, await rowOf('the same after a planned change', planned, [peer, boxes])];
}
