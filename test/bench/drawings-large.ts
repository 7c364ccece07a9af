/**
 * @module drawings large: a building of 100,000 elements as plan, elevation and GLB in a process of its own, so that its
 * memory can be told. Prints one line of JSON.
 */
import process from 'node:process';

import { type Progress, watched } from '../../kernel/base/work/checkpoint.ts';
import { loadSolidKernel } from '../../kernel/building/geometry/mesh/solid-kernel.ts';
import { MAIN, Model } from '../../kernel/building/model/model.ts';
import { drawView } from '../../kernel/documents/drawings/draw-view.ts';
import { svg } from '../../kernel/documents/drawings/print/svg.ts';
import { glbOf } from '../../kernel/documents/gltf/glb.ts';
import { creation, stored } from './building.ts';
import { MIXED_100K, mixedBuilding } from './mixed-building.ts';

/** One piece of work: its time, its longest step and what that was doing, and the most memory so far. */
export type LargeWork = {
  readonly what: string;
  readonly ms: number;
  readonly step_ms: number;
  readonly step: string;
  readonly peak_mb: number;
};

function cpu_ms(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function peak_mb(): number {
  return Math.round(process.resourceUsage().maxRSS / 1024);
}

/** Runs work and times it between its checkpoints, in CPU time. */
function timed<Result>(what: string, work: () => Result): LargeWork & { readonly made: Result } {
  const start = cpu_ms();
  let [from, doing, step, step_ms] = [start, '', '', 0];
  const reached = (progress: Progress): void => {
    const taken = cpu_ms() - from;
    if (taken > step_ms) [step_ms, step] = [taken, doing];
    doing = progress.doing;
    from = cpu_ms();
  };
  const made = watched(reached, work);
  reached({ done: 1, total: 1, doing: 'end' });
  return { what, ms: cpu_ms() - start, step_ms, step, peak_mb: peak_mb(), made };
}

const model = new Model({ solids: await loadSolidKernel() });
model.applyAll(stored(Array.from(mixedBuilding(MIXED_100K), creation)));
const view = model.view(MAIN);
if (view === null) throw new Error('main is always there');
const works: LargeWork[] = [
  { what: `${view.count()} elements`, ms: cpu_ms(), step_ms: 0, step: '', peak_mb: peak_mb() },
];
for (const [what, definition] of [
  ['plan', { view: 'plan', level_id: 'level_0', scale: 100, cut_height: 1200 }],
  ['elevation', { view: 'elevation', direction: 'south', scale: 100 }],
] as const) {
  const { made, ...work } = timed(what, () => drawView(definition, view));
  if (made === null) throw new Error('nothing drawn');
  works.push({
    ...work,
    what: `${what}, ${Math.round(svg(made).length / 1024)} KB`,
    peak_mb: peak_mb(),
  });
}
const { made, ...work } = timed('GLB', () => glbOf(view));
works.push({ ...work, what: `GLB, ${Math.round(made.bytes.length / 1024)} KB` });
process.stdout.write(`${JSON.stringify(works)}\n`);
process.exit(0);
