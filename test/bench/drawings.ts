/** @module drawings bench: a plan of 2,000 walls, an elevation and a picture of 10,000 elements, and memory at 100,000. */
import { execFileSync } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import * as z from 'zod';

import { loadSolidKernel } from '../../kernel/building/geometry/mesh/solid-kernel.ts';
import type { Element } from '../../kernel/building/kinds/elements.ts';
import { MAIN, Model } from '../../kernel/building/model/model.ts';
import type { StateView } from '../../kernel/building/model/state-view.ts';
import { drawView } from '../../kernel/documents/drawings/draw-view.ts';
import { png, widthForTokens } from '../../kernel/documents/drawings/print/png.ts';
import { svg } from '../../kernel/documents/drawings/print/svg.ts';
import type { ViewDefinition } from '../../schemas/views.ts';
import { buildingElements, creation, stored } from './building.ts';
import type { BenchRow } from './measure.ts';
import { MIXED_10K, mixedBuilding } from './mixed-building.ts';

const ROUNDS = 5;
/** Goals, ms. */
const PLAN_MS = 25;
const ELEVATION_MS = 500;
const PICTURE_MS = 400;

/** Most memory of the process that draws 100,000 elements, MB, and how long it may take, ms. */
const MEMORY_MB = 2048;
const LARGE_MS = 600_000;

const solids = await loadSolidKernel();

function viewOf(elements: Iterable<Element>): StateView {
  const model = new Model({ solids });
  model.applyAll(stored(Array.from(elements, (element) => creation(element))));
  const view = model.view(MAIN);
  if (view === null) throw new Error('main is always there');
  return view;
}

type Case = { readonly what: string; readonly goal_ms: number; readonly work: () => number };

/** Fastest of some rounds after a first one that makes what a model keeps anyway; what it wrote, in kilobytes. */
function rowOf({ what, goal_ms, work }: Case): BenchRow {
  const bytes = work();
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now();
    work();
    best = Math.min(best, performance.now() - start);
  }
  return {
    what,
    baseline: `goal ${goal_ms} ms`,
    measured: `${best.toFixed(0)} ms, ${Math.round(bytes / 1024)} KB`,
    ratio: best / goal_ms,
    target: 'at most the goal on an idle machine',
    holds: best <= goal_ms,
  };
}

const Works = z.array(
  z.object({
    what: z.string(),
    ms: z.number(),
    step_ms: z.number(),
    step: z.string(),
    peak_mb: z.number(),
  }),
);

/** Plan, elevation and GLB of 100,000 elements in a process of their own; it is ended when it takes too long. */
function largeRow(): BenchRow {
  const program = fileURLToPath(new URL('drawings-large.ts', import.meta.url));
  const output = execFileSync(process.execPath, [program], { encoding: 'utf8', timeout: LARGE_MS });
  const [model, ...works] = Works.parse(JSON.parse(output));
  const peak_mb = Math.max(...works.map((work) => work.peak_mb));
  return {
    what: `plan, elevation and GLB of ${model?.what}: most memory`,
    baseline: `the model alone ${model?.peak_mb} MB`,
    measured: `${peak_mb} MB; CPU ${works.map((w) => `${w.what} ${(w.ms / 1000).toFixed(1)} s to ${w.peak_mb} MB, longest step ${w.step_ms.toFixed(0)} ms (${w.step})`).join('; ')}`,
    ratio: peak_mb / MEMORY_MB,
    target: `at most ${MEMORY_MB} MB`,
    holds: peak_mb <= MEMORY_MB,
  };
}

/** The rows of drawings. */
export async function drawingRows(): Promise<readonly BenchRow[]> {
  const storey = viewOf(buildingElements({ storeys: 1, nodes: 32 }));
  const mixed = viewOf(mixedBuilding(MIXED_10K));
  const drawn = (definition: ViewDefinition, view: StateView) => {
    const drawing = drawView(definition, view);
    if (drawing === null) throw new Error('nothing drawn');
    return drawing;
  };
  const plan = { view: 'plan', level_id: 'level_0', scale: 100, cut_height: 1200 } as const;
  const elevation = { view: 'elevation', direction: 'south', scale: 100 } as const;
  const camera = {
    view: 'camera',
    kind: 'axonometric',
    direction: { x: 0.7, y: 1, z: -0.6 },
    scale: null,
  } as const;
  const walls = viewOf(
    Array.from(buildingElements({ storeys: 1, nodes: 32 })).filter(
      ({ kind }) => kind !== 'door' && kind !== 'window',
    ),
  );
  return [
    rowOf({
      what: `plan of ${walls.count('wall')} walls with ${walls.count('room')} rooms as SVG`,
      goal_ms: PLAN_MS,
      work: () => svg(drawn(plan, walls)).length,
    }),
    rowOf({
      what: `plan of ${storey.count('wall')} walls with ${storey.count('door') + storey.count('window')} doors and windows as SVG`,
      goal_ms: PLAN_MS,
      work: () => svg(drawn(plan, storey)).length,
    }),
    rowOf({
      what: `elevation of ${mixed.count()} elements without hidden lines as SVG`,
      goal_ms: ELEVATION_MS,
      work: () => svg(drawn(elevation, mixed)).length,
    }),
    rowOf({
      what: `shaded picture of ${mixed.count()} elements with shadows as PNG`,
      goal_ms: PICTURE_MS,
      work() {
        const drawing = drawn(camera, mixed);
        return png(drawing, widthForTokens(drawing, 1500)).length;
      },
    }),
    largeRow(),
  ];
}
