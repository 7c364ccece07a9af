/**
 * @module import bench: IFC files opened, and recognised from end to end, next to web-ifc and @ifc-lite, which open them
 * and compute meshes. Each reading is a process of its own.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import * as z from 'zod';

import { openIfc } from '../../kernel/documents/ifc/recognise/open-ifc.ts';
import type { BenchRow } from './measure.ts';
import { replicated } from './replicated.ts';

const HOUSE = join(import.meta.dirname, '../fixtures/imports/Duplex_A_20110907.ifczip');
const READER = join(import.meta.dirname, 'import-reader.ts');
/** Each program reads a file so often, in turn with the others; medians count. A large file is read once. */
const [ROUNDS, LARGE_ROUNDS] = [3, 1];
/** Largest ratio of the processor time of opening to that of web-ifc, and of the memory. */
const [OPEN_MOST, MEMORY_MOST] = [1.5, 1];
/** Of files below this size, little more than the start of a program is measured, MB. */
const LARGE_MB = 20;
/** Largest processor time of an import per product, ms. */
const PRODUCT_MS = 10;

const Reading = z.object({
  found: z.number(),
  wall_ms: z.number(),
  cpu_ms: z.number(),
  memory_mb: z.number(),
});
type Reading = z.infer<typeof Reading>;

/** The house itself, and copies of it in 50 MB. */
export async function importRows(): Promise<readonly BenchRow[]> {
  return [...(await rowsOf(0, ROUNDS)), ...(await rowsOf(50, ROUNDS))];
}

/** Copies of the house in 200 MB. */
export async function largeImportRows(): Promise<readonly BenchRow[]> {
  return await rowsOf(200, LARGE_ROUNDS);
}

/** Rows for the house with enough copies for this size, MB. */
async function rowsOf(size_mb: number, rounds: number): Promise<readonly BenchRow[]> {
  const { bytes } = await openIfc(readFileSync(HOUSE));
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-import-'));
  try {
    const path = join(folder, 'house.ifc');
    const file = replicated(bytes, size_mb * 1e6);
    writeFileSync(path, file);
    return rowsOfFile(path, file.length / 1e6, rounds);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function rowsOfFile(path: string, mb: number, rounds: number): readonly BenchRow[] {
  const openers = ['plumbline open', 'web-ifc open', 'ifc-lite open'];
  const [ours, web, lite] = inTurn(path, openers, rounds);
  if (ours === undefined || web === undefined || lite === undefined) throw new Error('no reading');
  if (ours.found !== web.found || ours.found !== lite.found) {
    throw new Error(`records: ours ${ours.found}, web-ifc ${web.found}, ifc-lite ${lite.found}`);
  }
  const size = `${mb.toFixed(1)} MB, ${ours.found} records`;
  const isLarge = mb >= LARGE_MB;
  const [cpu, memory] = [ours.cpu_ms / web.cpu_ms, ours.memory_mb / web.memory_mb];
  const importers = ['plumbline import', 'web-ifc meshes', 'ifc-lite meshes'];
  const [own, webMeshes, liteMeshes] = inTurn(path, importers, rounds);
  if (own === undefined || webMeshes === undefined || liteMeshes === undefined) {
    throw new Error('no reading');
  }
  const each = own.cpu_ms / own.found;
  return [
    {
      what: `open an IFC file of ${size}: processor time`,
      baseline: `web-ifc ${text(web)}; @ifc-lite ${text(lite)}`,
      measured: text(ours),
      ratio: cpu,
      target: isLarge ? `at most ${OPEN_MOST} times that of web-ifc` : 'none',
      holds: !isLarge || cpu <= OPEN_MOST,
    },
    {
      what: `open an IFC file of ${size}: memory`,
      baseline: `web-ifc ${web.memory_mb.toFixed(0)} MB; @ifc-lite ${lite.memory_mb.toFixed(0)} MB`,
      measured: `${ours.memory_mb.toFixed(0)} MB`,
      ratio: memory,
      target: isLarge ? `at most ${MEMORY_MOST} times that of web-ifc` : 'none',
      holds: !isLarge || memory <= MEMORY_MOST,
    },
    {
      what: `import an IFC file of ${size}: open, recognise and prove ${own.found} products, with manifest and meshes`,
      baseline: `meshes alone: web-ifc ${text(webMeshes)}; @ifc-lite ${text(liteMeshes)}`,
      measured: `${text(own)}, ${each.toFixed(1)} ms per product`,
      ratio: own.cpu_ms / webMeshes.cpu_ms,
      target: `at most ${PRODUCT_MS} ms of processor time per product`,
      holds: each <= PRODUCT_MS,
    },
  ];
}

function text({ cpu_ms, wall_ms, memory_mb }: Reading): string {
  const seconds = (ms: number): string => (ms / 1000).toFixed(2);
  return `${seconds(cpu_ms)} s (${seconds(wall_ms)} s of time, ${memory_mb.toFixed(0)} MB)`;
}

/** The readings of programs, in turn: of each the one with the median processor time. */
function inTurn(
  path: string,
  programs: readonly string[],
  rounds: number,
): readonly (Reading | undefined)[] {
  const readings = programs.map((): Reading[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [i, program] of programs.entries()) readings[i]?.push(reading(program, path));
  }
  return readings.map((all) => all.toSorted((a, b) => a.cpu_ms - b.cpu_ms)[Math.floor(rounds / 2)]);
}

function reading(program: string, path: string): Reading {
  const words = ['--max-old-space-size=8192', READER, program, path];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
  return Reading.parse(JSON.parse(stdout));
}
