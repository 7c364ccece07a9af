/** @module compliance bench: whole buildings against all standards, and what one planned change does to them. */
import { loadSolidKernel } from '../../kernel/building/geometry/mesh/solid-kernel.ts';
import { Model } from '../../kernel/building/model/model.ts';
import type { ModelView } from '../../kernel/building/model/view.ts';
import { clashesAround } from '../../kernel/checks/clash/clashes-around.ts';
import { complianceAround } from '../../kernel/checks/compliance/compliance-around.ts';
import { PACKS } from '../../kernel/checks/compliance/packs/packs.ts';
import { runCompliance } from '../../kernel/checks/compliance/run-compliance.ts';
import type { PlannedEvent } from '../../schemas/events.ts';
import type { BuildingSize } from './building.ts';
import { LARGE, buildingElements, creation, stored } from './building.ts';
import type { BenchRow } from './measure.ts';
import { spread } from './measure.ts';

const ROUNDS = 3;
const CHANGES = 50;
const standards = PACKS.map(({ standard }) => standard);

async function viewOf(size: BuildingSize): Promise<ModelView> {
  const model = new Model({ solids: await loadSolidKernel() });
  model.applyAll(stored([...buildingElements(size)].map((element) => creation(element))));
  const view = model.view('main');
  if (view === null) throw new Error('no main branch');
  return view;
}

/** The shortest of some runs, ms. */
function fastest(work: () => unknown): number {
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    work();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

async function wholeRow(what: string, size: BuildingSize, most_ms: number): Promise<BenchRow> {
  const view = await viewOf(size);
  const triangles = (): number => {
    let sum = 0;
    for (const { id } of view.elements()) sum += view.mesh(id)?.triangles.length ?? 0;
    return sum;
  };
  const baseline = fastest(triangles);
  let checks = 0;
  const measured = fastest(() => {
    const { coverage } = runCompliance(view, { standards });
    checks = coverage.evaluated + coverage.not_applicable;
  });
  const [walls, rooms] = [view.count('wall'), view.count('room')];
  return {
    what: `${what}: ${walls} walls, ${rooms} rooms, all standards`,
    baseline: `all bodies looked through ${baseline.toFixed(0)} ms`,
    measured: `${checks} checks ${measured.toFixed(0)} ms`,
    ratio: measured / baseline,
    target: `≤ ${most_ms} ms`,
    holds: measured <= most_ms,
  };
}

async function changeRow(): Promise<BenchRow> {
  const solids = await loadSolidKernel();
  const before = await viewOf(LARGE);
  const durations: number[] = [];
  const effects: number[] = [];
  for (let i = 0; i < 2 * CHANGES; i++) {
    const id = `door_${i % 4}_h${i % 48}_${(7 * i) % 48}_0`;
    const updates = { width: 850 + i };
    const payload = { updates, previous: { width: 900 } };
    const events: readonly PlannedEvent[] = [
      { type: 'element.modified', aggregate_id: id, payload },
    ];
    const start = performance.now();
    const after = before.apply(events);
    const applied = performance.now();
    clashesAround(before, after, [id], { solids });
    complianceAround(before, after, [id], { standards, widest: 'around' });
    if (i < CHANGES) continue;
    effects.push((applied - start) * 1000);
    durations.push((performance.now() - applied) * 1000);
  }
  const [apply, check] = [spread(effects).p50_us / 1000, spread(durations).p50_us / 1000];
  return {
    what: `a door changed among ${before.count()} elements: clashes and violations that it makes and resolves`,
    baseline: `apply p50 ${apply.toFixed(2)} ms`,
    measured: `checks p50 ${check.toFixed(2)} ms`,
    ratio: check / apply,
    target: 'p50 ≤ 20 ms',
    holds: check <= 20,
  };
}

/** All rows. */
export async function complianceRows(): Promise<readonly BenchRow[]> {
  return [
    await wholeRow('a house of 4 storeys', { storeys: 4, nodes: 12 }, 2000),
    await wholeRow('5,000 walls', { storeys: 4, nodes: 26 }, 10_000),
    await changeRow(),
  ];
}
