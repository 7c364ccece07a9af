/** @module clash bench: clashes with volumes among mixed elements, beside three-mesh-bvh on the same pairs. */
import { BufferAttribute, BufferGeometry, Matrix4 } from 'three';
import { MeshBVH } from 'three-mesh-bvh';

import { loadSolidKernel } from '../../kernel/building/geometry/mesh/solid-kernel.ts';
import { MAIN, Model } from '../../kernel/building/model/model.ts';
import type { StateView } from '../../kernel/building/model/state-view.ts';
import { boxPairs } from '../../kernel/building/spatial/box-pairs.ts';
import { clashBodies } from '../../kernel/checks/clash/clash-body.ts';
import { clashesAround } from '../../kernel/checks/clash/clashes-around.ts';
import { clashes } from '../../kernel/checks/clash/clashes.ts';
import { CONTACT_MM } from '../../kernel/checks/clash/contact.ts';
import type { PlannedEvent } from '../../schemas/events.ts';
import { creation, stored } from './building.ts';
import type { BenchRow } from './measure.ts';
import { spread } from './measure.ts';
import type { MixedSize } from './mixed-building.ts';
import { MIXED_100K, MIXED_10K, mixedBuilding } from './mixed-building.ts';

const ROUNDS = 5;
const CHANGES = 60;

const solids = await loadSolidKernel();

function* events(size: MixedSize): Generator<PlannedEvent> {
  for (const element of mixedBuilding(size)) yield creation(element);
}

function viewOf(size: MixedSize): StateView {
  const model = new Model({ solids });
  model.applyAll(stored(events(size)));
  const view = model.view(MAIN);
  if (view === null) throw new Error('main is always there');
  return view;
}

function timed<T>(work: () => T): { readonly ms: number; readonly result: T } {
  const start = performance.now();
  const result = work();
  return { ms: performance.now() - start, result };
}

function median(times_ms: readonly number[]): number {
  return spread(times_ms.map((ms) => ms * 1000)).p50_us / 1000;
}

/** The same elements as bodies with boxes, and the pairs of boxes that meet. */
function candidates(view: StateView): readonly (readonly [string, string])[] {
  const bodies = [...view.elements()]
    .flatMap((element) => clashBodies(element, view))
    .filter(({ part }) => part === 'body');
  const boxes = Float64Array.from(bodies.flatMap(({ bounds }) => bounds));
  const pairs = boxPairs(boxes, CONTACT_MM);
  return Array.from({ length: pairs.length / 2 }, (_, i) => {
    const [a, b] = [bodies[pairs[2 * i] ?? 0], bodies[pairs[2 * i + 1] ?? 0]];
    return [a?.element.id ?? '', b?.element.id ?? ''] as const;
  });
}

/** Trees over all meshes, then a test of each pair: whether triangles of the two meet, without volume or depth. */
function peer(view: StateView, pairs: readonly (readonly [string, string])[]): number {
  const trees = new Map<string, { readonly geometry: BufferGeometry; readonly tree: MeshBVH }>();
  for (const { id } of view.elements()) {
    const mesh = view.mesh(id);
    if (mesh === null) continue;
    const geometry = new BufferGeometry()
      .setAttribute('position', new BufferAttribute(Float32Array.from(mesh.positions), 3))
      .setIndex(new BufferAttribute(mesh.triangles.slice(), 1));
    trees.set(id, { geometry, tree: new MeshBVH(geometry) });
  }
  const here = new Matrix4();
  let meeting = 0;
  for (const [a, b] of pairs) {
    const [one, other] = [trees.get(a), trees.get(b)];
    if (one === undefined || other === undefined) continue;
    if (one.tree.intersectsGeometry(other.geometry, here)) meeting += 1;
  }
  return meeting;
}

function clashRow(view: StateView, target_ms: number): BenchRow {
  const first = timed(() => clashes(view));
  // Meshes are made before the clock runs: they are the peer's input.
  for (const { id } of view.elements()) view.mesh(id);
  const pairs = candidates(view);
  const other = timed(() => peer(view, pairs));
  const runs = Array.from({ length: ROUNDS }, () => timed(() => clashes(view)).ms);
  const ms = median(runs);
  const { counts, pairs_measured } = first.result;
  return {
    what: `clashes with volumes among ${view.count()} elements, ${pairs_measured} pairs`,
    baseline: `three-mesh-bvh, whether ${pairs.length} pairs meet: ${other.ms.toFixed(0)} ms, ${other.result} do`,
    measured: `${ms.toFixed(0)} ms (${first.ms.toFixed(0)} ms where all bodies had to be made), ${counts.hard} hard, ${counts.touching} touching`,
    ratio: ms / other.ms,
    target: `≤ ${target_ms} ms`,
    holds: ms <= target_ms,
  };
}

/** A duct moved up or down, with the clashes that this makes and takes away. */
function aroundRow(view: StateView): BenchRow {
  const full = timed(() => clashes(view));
  const ducts = [...view.elementsOf('beam')].filter(({ id }) => id.startsWith('duct'));
  const times: number[] = [];
  for (let call = 0; call < CHANGES; call += 1) {
    const duct = ducts[(call * 997) % ducts.length];
    if (duct === undefined) continue;
    const { elevation_offset } = duct.params;
    const updates = { elevation_offset: elevation_offset + (call % 2 === 0 ? 100 : -100) };
    const after = view.apply([
      {
        type: 'element.modified',
        aggregate_id: duct.id,
        payload: { updates, previous: { elevation_offset } },
      },
    ]);
    times.push(timed(() => clashesAround(view, after, [duct.id])).ms);
  }
  const { p50_us, p99_us } = spread(times.map((ms) => ms * 1000));
  return {
    what: `what a change makes and takes away in clashes, of ${view.count()} elements`,
    baseline: `a full run: ${full.ms.toFixed(0)} ms`,
    measured: `p50 ${(p50_us / 1000).toFixed(2)} ms, p99 ${(p99_us / 1000).toFixed(2)} ms`,
    ratio: p50_us / 1000 / full.ms,
    target: 'p50 ≤ 20 ms',
    holds: p50_us <= 20_000,
  };
}

/** Rows of clash detection on 10,000 and 100,000 elements. */
export function clashRows(): Promise<readonly BenchRow[]> {
  const large = viewOf(MIXED_100K);
  return Promise.resolve([
    clashRow(viewOf(MIXED_10K), 250),
    clashRow(large, 2000),
    aroundRow(large),
  ]);
}
