/** @module ifc bench: an export beside the same entities written by web-ifc, and memory at 100k elements. */
import { Buffer } from 'node:buffer';
import process from 'node:process';

import { IfcAPI, LogLevel } from 'web-ifc';

import { finished } from '../../kernel/findings/steps.ts';
import { exportIfc, type IfcExport } from '../../kernel/ifc/write/export-ifc.ts';
import { MAIN, Model } from '../../kernel/model/model.ts';
import type { StateView } from '../../kernel/model/state-view.ts';
import type { PlannedEvent } from '../../schemas/events.ts';
import { creation, stored } from './building.ts';
import type { BenchRow } from './measure.ts';
import type { MixedSize } from './mixed-building.ts';
import { MIXED_100K, MIXED_10K, mixedBuilding } from './mixed-building.ts';

const ROUNDS = 3;
const HEAD = { at: '2026-01-01T00:00:00.000Z' } as const;

function* events(size: MixedSize): Generator<PlannedEvent> {
  for (const element of mixedBuilding(size)) yield creation(element);
}

function viewOf(size: MixedSize): StateView {
  const model = new Model();
  model.applyAll(stored(events(size)));
  const view = model.view(MAIN);
  if (view === null) throw new Error('main is always there');
  return view;
}

function exported(view: StateView): IfcExport {
  return finished(exportIfc(view, { schema: 'IFC4', head: HEAD }));
}

function fastest(work: () => void, rounds: number): number {
  let ms = Infinity;
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    work();
    ms = Math.min(ms, performance.now() - start);
  }
  return ms;
}

/** Milliseconds that web-ifc takes to write the entities of a file that it has read into a model of its own. */
async function webIfcMs(file: Uint8Array): Promise<number> {
  const api = new IfcAPI();
  await api.Init();
  api.SetLogLevel(LogLevel.LOG_LEVEL_OFF);
  const source = api.OpenModel(file);
  const ids = api.GetAllLines(source);
  const lines = Array.from({ length: ids.size() }, (_, i) => api.GetLine(source, ids.get(i)));
  let ms = Infinity;
  for (let round = 0; round < ROUNDS; round += 1) {
    const target = api.CreateModel({ schema: 'IFC4' });
    const start = performance.now();
    for (const line of lines) api.WriteLine(target, line);
    const { length } = api.SaveModel(target);
    ms = Math.min(ms, performance.now() - start);
    const half = file.length / 2;
    if (length < half) throw new Error(`web-ifc wrote ${length} bytes, want above ${half}`);
    api.CloseModel(target);
  }
  return ms;
}

function entitiesIn({ counts }: IfcExport): number {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
}

/** All rows. */
export async function ifcRows(): Promise<readonly BenchRow[]> {
  const view = viewOf(MIXED_10K);
  const made = exported(view);
  const entities = entitiesIn(made);
  const own_ms = fastest(() => exported(view), ROUNDS);
  const peer_ms = await webIfcMs(Buffer.concat(made.chunks));
  const perSecond = (ms: number): string => `${Math.round(entities / ms)}k entities/s`;
  const ratio = own_ms / peer_ms;
  const before = process.memoryUsage().rss;
  const large = viewOf(MIXED_100K);
  const model = process.memoryUsage().rss;
  const start = performance.now();
  const all = exported(large);
  const seconds = (performance.now() - start) / 1000;
  const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;
  const after = process.memoryUsage().rss;
  return [
    {
      what: `${entities} entities of ${view.count()} elements, geometry and checks included`,
      baseline: `web-ifc WriteLine of the same entities, unchecked ${perSecond(peer_ms)}`,
      measured: `export ${perSecond(own_ms)}`,
      ratio,
      target: '≤ 1 of web-ifc',
      holds: ratio <= 1,
    },
    {
      what: `memory for the export of ${large.count()} elements`,
      baseline: `the model ${megabytes(model - before)}`,
      measured: `${entitiesIn(all)} entities, ${megabytes(all.bytes)} of file, in ${seconds.toFixed(1)} s: ${megabytes(after - model)} more`,
      ratio: null,
      target: '≤ 1,500 MB more',
      holds: after - model <= 1.5e9,
    },
  ];
}
