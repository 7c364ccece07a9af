/** @module view-scene bench: the picture in space in software WebGL at 1280 × 720, next to @thatopen/fragments with the same building. */
import { Buffer } from 'node:buffer';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import { IfcImporter } from '@thatopen/fragments';
import type { Browser } from 'playwright-core';

import { MAIN, Model } from '../../kernel/building/model/model.ts';
import type { BuildingView } from '../../kernel/building/view/view.ts';
import { exportIfc } from '../../kernel/documents/ifc/write/export-ifc.ts';
import type { PlannedEvent } from '../../schemas/events.ts';
import { PART_ELEMENTS } from '../../servers/view/protocol/scene.ts';
import { partOf } from '../../servers/view/shapes/part-bytes.ts';
import { inMetres, sceneBox } from '../../servers/view/shapes/scene-box.ts';
import { storeysOf } from '../../servers/view/shapes/storeys.ts';
import { openBrowser } from '../clients/view/browser.ts';
import { madeParts } from '../clients/view/scene/made-part.ts';
import { openScene, type ScenePage } from '../clients/view/scene/open-scene.ts';
import { buildingElements, type BuildingSize, creation, stored } from './building.ts';
import type { BenchRow } from './measure.ts';

const SIZE = { width: 1280, height: 720 };
/** About 11,600 elements: 2,112 walls, two doors and two windows in each, 1,024 rooms. */
const COMPARED: BuildingSize = { storeys: 1, nodes: 33 };
/** 100,020 elements with 4.4 million triangles. */
const LARGE = { storeys: 20, fields: [50, 50], windows: true } as const;

/** Processor time in ms and memory in MB of the processes that this one has started. */
function used(): { readonly cpu_ms: number; readonly rss_mb: number } {
  const parents = new Map<number, number>();
  const times = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      const text = readFileSync(`/proc/${name}/stat`, 'utf8');
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
      parents.set(Number(name), Number(fields[1]));
      times.set(Number(name), (Number(fields[11]) + Number(fields[12])) * 10);
    } catch {
      // A process that has ended meanwhile.
    }
  }
  let [cpu_ms, rss_mb] = [0, 0];
  for (const pid of parents.keys()) {
    let above = pid;
    while (above > 1 && above !== process.pid) above = parents.get(above) ?? 0;
    if (above !== process.pid || pid === process.pid) continue;
    cpu_ms += times.get(pid) ?? 0;
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    rss_mb += Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  }
  return { cpu_ms, rss_mb };
}

type OurFigures = {
  readonly first_ms: number;
  readonly complete_ms: number;
  readonly frame_ms: number;
  readonly frame_cpu_ms: number;
  readonly complete_cpu_ms: number;
  readonly stop_cpu_ms: number;
  readonly stop_ms: number;
  readonly longest_ms: number;
  readonly rss_mb: number;
  readonly heap_mb: number;
  readonly draw_calls: number;
  readonly triangles: number;
  readonly elements: number;
};

const LOAD = `(async (count, box) => {
  const start = performance.now();
  scene.expect(box);
  let next = bytesOf('part-0');
  let first_ms = 0;
  for (let k = 0; k < count; k += 1) {
    const part = await next;
    if (k + 1 < count) next = bytesOf('part-' + (k + 1));
    scene.addPart(part);
    if (k === 0) first_ms = await scene.settled().then(() => performance.now() - start);
  }
  const { triangles, elements } = await scene.settled();
  return { first_ms, complete_ms: performance.now() - start, triangles, elements };
})`;

/** Turns the camera for 5 s; then the time until the full picture, and the longest pause of the page meanwhile. */
const MOVE = `(async () => {
  const type = WebGL2RenderingContext.prototype;
  const own = type.fenceSync;
  let frames = 0;
  type.fenceSync = function (...args) { frames += 1; return own.apply(this, args); };
  const { camera } = scene.state;
  const start = performance.now();
  for (let k = 0; performance.now() - start < 5000; k += 1) {
    const [x, y, z] = camera.position;
    const [tx, ty] = camera.target;
    const [c, s] = [Math.cos(k * 0.01), Math.sin(k * 0.01)];
    scene.set({ camera: { ...camera, position: [tx + (x - tx) * c - (y - ty) * s, ty + (x - tx) * s + (y - ty) * c, z] } });
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  type.fenceSync = own;
  return { frames, frame_ms: (performance.now() - start) / frames };
})()`;
const STOP = `(async () => {
  const start = performance.now();
  let [last, longest_ms, isOver] = [start, 0, false];
  const tick = () => {
    longest_ms = Math.max(longest_ms, performance.now() - last);
    last = performance.now();
    if (!isOver) requestAnimationFrame(tick);
  };
  tick();
  const { draw_calls } = await scene.settled();
  isOver = true;
  return { stop_ms: performance.now() - start, longest_ms, draw_calls };
})()`;

async function ourFigures(
  browser: Browser,
  parts: readonly ArrayBuffer[],
  box: readonly number[],
): Promise<OurFigures> {
  const page = await openScene(browser, parts, SIZE);
  const start = used().cpu_ms;
  const loaded = await page.run<
    Pick<OurFigures, 'first_ms' | 'complete_ms' | 'triangles' | 'elements'>
  >(`${LOAD}(${parts.length}, ${JSON.stringify(box)})`);
  const before = used().cpu_ms;
  const complete_cpu_ms = before - start;
  const moved = await page.run<{ readonly frames: number; readonly frame_ms: number }>(MOVE);
  const moving = used().cpu_ms;
  const frame_cpu_ms = (moving - before) / moved.frames;
  const stopped = await page.run<Pick<OurFigures, 'stop_ms' | 'longest_ms' | 'draw_calls'>>(STOP);
  const stop_cpu_ms = used().cpu_ms - moving;
  const heap_mb = await page.run<number>('performance.memory.usedJSHeapSize / 1e6');
  const { rss_mb } = used();
  await page.close();
  const cpu = { complete_cpu_ms, frame_cpu_ms, stop_cpu_ms };
  return { ...loaded, ...moved, ...stopped, ...cpu, heap_mb, rss_mb };
}

type TheirFigures = {
  readonly first_ms: number;
  readonly settled_ms: number;
  readonly frame_ms: number;
  readonly triangles: number;
  readonly draws: number;
  readonly pick_ms: number;
  readonly rss_mb: number;
  readonly convert_ms: number;
};

async function theirFigures(
  browser: Browser,
  view: BuildingView,
  box: readonly number[],
): Promise<TheirFigures> {
  const { chunks } = exportIfc(view, { schema: 'IFC4', head: { at: '2026-01-01T00:00:00.000Z' } });
  const start = performance.now();
  const importer = new IfcImporter();
  const wasm = fileURLToPath(import.meta.resolve('web-ifc'));
  importer.wasm = { path: `${join(wasm, '..')}/`, absolute: true };
  const bytes = await importer.process({ bytes: new Uint8Array(Buffer.concat(chunks)) });
  const convert_ms = performance.now() - start;
  const page: ScenePage = await openScene(browser, [], {
    ...SIZE,
    entry: join(import.meta.dirname, 'view-fragments-page.js'),
  });
  const worker = readFileSync(fileURLToPath(import.meta.resolve('@thatopen/fragments/worker')));
  page.offer('worker.mjs', new Uint8Array(worker).buffer);
  page.offer('building', new Uint8Array(bytes).buffer);
  const [x0 = 0, y0 = 0, z0 = 0, x1 = 0, y1 = 0, z1 = 0] = box;
  const radius = Math.hypot(x1 - x0, y1 - y0, z1 - z0) / 2;
  // y is up there.
  const centre = [(x0 + x1) / 2, (z0 + z1) / 2, -(y0 + y1) / 2];
  const measured = await page.run<TheirFigures>(`measure(${radius}, ${JSON.stringify(centre)})`);
  const { rss_mb } = used();
  await page.close();
  return { ...measured, rss_mb, convert_ms };
}

/** A view without drawings, imports and history, which no shape needs. */
function viewOf(size: BuildingSize): BuildingView {
  const events = function* (): Generator<PlannedEvent> {
    for (const element of buildingElements(size)) yield creation(element);
  };
  const model = new Model();
  model.applyAll(stored(events()));
  const view = model.view(MAIN);
  if (view === null) throw new Error('main is always there');
  return view as unknown as BuildingView;
}

/** The parts that the hub sends for a model. */
function partsOf(view: BuildingView): readonly ArrayBuffer[] {
  const { origin } = sceneBox(view);
  const shown = { branch: 'main', seq: 0, mark: '' } as never;
  return storeysOf(view).flatMap(({ elements }) =>
    Array.from({ length: Math.ceil(elements.length / PART_ELEMENTS) }, (_, k) => {
      const some = elements.slice(k * PART_ELEMENTS, (k + 1) * PART_ELEMENTS);
      return new Uint8Array(partOf(some, { shown, view, origin }).bytes).buffer;
    }),
  );
}

const ms = (value: number): string => `${value.toFixed(0)} ms`;

function ourText(one: OurFigures): string {
  return `${one.elements} elements, ${(one.triangles / 1e6).toFixed(2)} M triangles: first part ${ms(one.first_ms)}, complete ${ms(one.complete_ms)} (processor ${ms(one.complete_cpu_ms)}); frame ${ms(one.frame_ms)} (processor ${ms(one.frame_cpu_ms)}), full picture ${ms(one.stop_ms)} after the stop (processor ${ms(one.stop_cpu_ms)}), longest pause ${ms(one.longest_ms)}; ${one.draw_calls} draws; ${one.rss_mb.toFixed(0)} MB, heap ${one.heap_mb.toFixed(0)} MB`;
}

/** Rows of the comparison, and of 100,000 elements against the targets. */
export async function viewSceneRows(): Promise<readonly BenchRow[]> {
  const view = viewOf(COMPARED);
  const { box, origin } = sceneBox(view);
  if (box === null) throw new Error('the building has a box');
  const corners = [box.min.x, box.min.y, box.min.z, box.max.x, box.max.y, box.max.z];
  const rows: BenchRow[] = [];
  const inBrowser = async <T>(run: (browser: Browser) => Promise<T>): Promise<T> => {
    const browser = await openBrowser();
    try {
      return await run(browser);
    } finally {
      await browser.close();
    }
  };
  const ours = await inBrowser(
    async (browser) => await ourFigures(browser, partsOf(view), inMetres(box, origin)),
  );
  const theirs = await inBrowser(
    async (browser) =>
      await theirFigures(
        browser,
        view,
        corners.map((value) => value / 1000),
      ),
  );
  rows.push({
    what: 'picture in space of a building of about 11,600 elements',
    baseline: `@thatopen/fragments: conversion ${ms(theirs.convert_ms)}, first picture ${ms(theirs.first_ms)}, complete ${ms(theirs.settled_ms)}; frame ${ms(theirs.frame_ms)}; ${theirs.draws} draws, ${theirs.triangles} triangles; pick ${ms(theirs.pick_ms)}; ${theirs.rss_mb.toFixed(0)} MB`,
    measured: ourText(ours),
    ratio: ours.frame_ms / theirs.frame_ms,
    target: 'a frame is not slower, and complete not later',
    holds: ours.frame_ms <= theirs.frame_ms && ours.complete_ms <= theirs.settled_ms,
  });
  const large = await inBrowser(
    async (browser) => await ourFigures(browser, madeParts(LARGE), [0, 0, -0.2, 200, 200, 60]),
  );
  rows.push({
    what: 'picture in space of 100,000 elements',
    baseline: 'none',
    measured: ourText(large),
    ratio: null,
    target: 'first part 1 s, complete 12 s, frame 125 ms, full picture 3 s after the stop; 1 GB',
    holds:
      large.first_ms <= 1000 &&
      large.complete_ms <= 12_000 &&
      large.frame_ms <= 125 &&
      large.stop_ms <= 3000 &&
      large.rss_mb <= 1024,
  });
  return rows;
}
