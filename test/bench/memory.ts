/** @module memory bench: live memory per element of a model of 98,000 mixed elements, after each kind of derived result. */
import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { loadSolidKernel } from '../../kernel/building/geometry/mesh/solid-kernel.ts';
import { MAIN, Model } from '../../kernel/building/model/model.ts';
import type { StateView } from '../../kernel/building/model/state-view.ts';
import { clashes } from '../../kernel/checks/clash/clashes.ts';
import { creation, stored } from './building.ts';
import type { BenchRow } from './measure.ts';
import { MIXED_100K, mixedBuilding } from './mixed-building.ts';

/** Largest live memory per element once every measure is known, kB. */
const TARGET_KB = 4;

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

type Memory = { readonly heap: number; readonly outside: number; readonly rss: number };

/** Live bytes after a full collection, and the resident set. */
function memory(): Memory {
  if (typeof collect !== 'function') throw new TypeError('V8 has no collector to call');
  for (let i = 0; i < 3; i++) Reflect.apply(collect, undefined, []);
  const { heapUsed: heap, arrayBuffers: outside, rss } = process.memoryUsage();
  return { heap, outside, rss };
}

function modelOfBuilding(model: Model): StateView {
  const elements = [...mixedBuilding(MIXED_100K)];
  model.applyAll(stored(elements.map((element) => creation(element))));
  const view = model.view(MAIN);
  if (view === null) throw new Error('a model has a main branch');
  return view;
}

/** Live memory after each stage, relative to a process without a model. */
export async function memoryRows(): Promise<readonly BenchRow[]> {
  const model = new Model({ solids: await loadSolidKernel() });
  const before = memory();
  const view = modelOfBuilding(model);
  const count = view.count();
  const kilobytes = (bytes: number): string => (bytes / count / 1024).toFixed(2);
  const live: number[] = [];
  const row = (what: string, limit_kb: number | null): BenchRow => {
    const { heap, outside, rss } = memory();
    const bytes = heap - before.heap + outside - before.outside;
    const added = bytes - (live.at(-1) ?? 0);
    live.push(bytes);
    return {
      what: `memory of ${count} elements after ${what}`,
      baseline: `this stage alone: ${kilobytes(added)} kB per element`,
      measured: `${kilobytes(bytes)} kB per element live, ${kilobytes(outside - before.outside)} of it outside the heap; resident set ${(rss / 2 ** 20).toFixed(0)} MB`,
      ratio: null,
      target: limit_kb === null ? 'none' : `≤ ${limit_kb} kB per element`,
      holds: limit_kb === null || bytes <= limit_kb * 1024 * count,
    };
  };
  const ids = [...view.elements()].map(({ id }) => id);
  const stage = (
    what: string,
    limit_kb: number | null,
    derive: (id: string) => unknown,
  ): BenchRow => {
    for (const id of ids) derive(id);
    return row(what, limit_kb);
  };
  return [
    row('the model was replayed', null),
    stage('all bounds', null, (id) => view.bounds(id)),
    stage('all convex pieces', null, (id) => view.pieces(id)),
    stage('all measures', TARGET_KB, (id) => view.measures(id)),
    stage('all meshes', TARGET_KB, (id) => view.mesh(id)),
    stage('a clash run', null, (id) => (id === ids[0] ? clashes(view).counts : null)),
  ];
}
