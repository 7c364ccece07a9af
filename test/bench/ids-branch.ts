/** @module ids branch bench: branches checked against an IDS file without an export. */
import process from 'node:process';

import { MAIN, Model } from '../../kernel/building/model/model.ts';
import type { StateView } from '../../kernel/building/model/state-view.ts';
import { checkIds } from '../../kernel/documents/ids/check/check-ids.ts';
import type { Ids } from '../../kernel/documents/ids/ids.ts';
import { branchIdsModel } from '../../kernel/documents/ids/of-view/branch-model.ts';
import type { PlannedEvent } from '../../schemas/events.ts';
import { specificationsFor } from '../kernel/documents/ids/of-view/specifications.ts';
import { creation, stored } from './building.ts';
import type { BenchRow } from './measure.ts';
import { MIXED_100K, MIXED_10K, mixedBuilding, type MixedSize } from './mixed-building.ts';

const SPECIFICATIONS = 50;
/** Greatest ratio of the times per element of both branches: the check is linear, and larger heaps are collected longer. */
const MOST_PER_ELEMENT = 2;
const ROUNDS = 3;

type Measured = { readonly elements: number; readonly objects: number; readonly cpu_s: number };

/** Checks of two branches against 50 specifications of all facets. */
export async function idsBranchRows(): Promise<readonly BenchRow[]> {
  const [small, large] = [measured(MIXED_10K), measured(MIXED_100K)];
  const ratio = large.cpu_s / large.elements / (small.cpu_s / small.elements);
  const rows = [small, large].map(({ elements, objects, cpu_s }) => ({
    what: `check a branch of ${elements} elements against ${SPECIFICATIONS} specifications`,
    baseline: 'the branch of 10k elements, per element',
    measured: `${objects} objects, ${cpu_s.toFixed(1)} s of processor time`,
    ratio: elements === small.elements ? 1 : ratio,
    target: `at most ${MOST_PER_ELEMENT} times the time per element`,
    holds: ratio <= MOST_PER_ELEMENT,
  }));
  return await Promise.resolve(rows);
}

function measured(size: MixedSize): Measured {
  const view = viewOf(size);
  const drawn = specificationsFor(branchIdsModel(view, 'IFC4'), 1, 3);
  const ids = { ...drawn, specifications: drawn.specifications.slice(0, SPECIFICATIONS) };
  const all = Array.from({ length: ROUNDS }, () => timed(view, ids));
  const [best] = all.toSorted((a, b) => a.cpu_s - b.cpu_s);
  if (best === undefined) throw new Error('no round');
  return { elements: view.count(), ...best };
}

function timed(view: StateView, ids: Ids): Omit<Measured, 'elements'> {
  const used = process.cpuUsage();
  const results = checkIds(ids, branchIdsModel(view, 'IFC4', { ids }));
  const { user, system } = process.cpuUsage(used);
  const objects = results.reduce((sum, { applicable }) => sum + applicable, 0);
  return { objects, cpu_s: (user + system) / 1e6 };
}

function viewOf(size: MixedSize): StateView {
  const model = new Model();
  model.applyAll(stored(eventsOf(size)));
  const view = model.view(MAIN);
  if (view === null) throw new Error('main is always there');
  return view;
}

function* eventsOf(size: MixedSize): Generator<PlannedEvent> {
  for (const element of mixedBuilding(size)) yield creation(element);
}
