/**
 * @module import-reader: reads one IFC file with one program in a process of its own, and prints what that took:
 * `node import-reader.ts PROGRAM FILE`.
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';

import { GeometryProcessor } from '@ifc-lite/geometry';
import { IfcParser } from '@ifc-lite/parser';
import { IfcAPI, LogLevel } from 'web-ifc';

import { importOf } from '../../kernel/documents/ifc/recognise/import-of.ts';
import { loadKernels } from '../../kernel/documents/ifc/recognise/kernels.ts';
import { openIfc } from '../../kernel/documents/ifc/recognise/open-ifc.ts';

const [program = '', path = ''] = process.argv.slice(2);

/** What a program finds: records, or products of an import, or meshes. */
type Work = () => number | Promise<number>;

async function webIfc(isMeshed: boolean): Promise<Work> {
  const api = new IfcAPI();
  await api.Init();
  api.SetLogLevel(LogLevel.LOG_LEVEL_OFF);
  return () => {
    const model = api.OpenModel(bytes);
    if (!isMeshed) return api.GetAllLines(model).size();
    let meshes = 0;
    api.StreamAllMeshes(model, () => void (meshes += 1));
    return meshes;
  };
}

async function ifcLite(isMeshed: boolean): Promise<Work> {
  if (isMeshed) {
    const geometry = new GeometryProcessor();
    await geometry.init();
    return async () => (await geometry.process(new Uint8Array(bytes))).meshes.length;
  }
  const parser = new IfcParser();
  return async () => {
    const { entityIndex } = await parser.parseColumnar(new Uint8Array(bytes).buffer, {
      disableWorkerScan: true,
    });
    return [...entityIndex.byType.values()].reduce((sum, ids) => sum + ids.length, 0);
  };
}

async function imported(): Promise<Work> {
  await loadKernels();
  const choices = {
    name: 'a.ifc',
    import_id: 'import_1',
    only: { categories: null, levels: null },
    taken: [],
  };
  return async () => (await importOf(bytes, choices)).record.manifest.rows;
}

const PROGRAMS: Readonly<Record<string, () => Promise<Work>>> = {
  'plumbline open': async () => async () => (await openIfc(bytes)).model.file.count,
  'plumbline import': imported,
  'web-ifc open': () => webIfc(false),
  'web-ifc meshes': () => webIfc(true),
  'ifc-lite open': () => ifcLite(false),
  'ifc-lite meshes': () => ifcLite(true),
};

for (const name of ['log', 'info', 'warn', 'debug'] as const) console[name] = () => undefined;
const bytes = readFileSync(path);
const work = await PROGRAMS[program]?.();
if (work === undefined) throw new Error(`no program ${program}`);
const { rss } = process.memoryUsage();
const cpu = process.cpuUsage();
const start = performance.now();
const found = await work();
const wall_ms = performance.now() - start;
const { user, system } = process.cpuUsage(cpu);
const memory_mb = (process.resourceUsage().maxRSS * 1024 - rss) / 1e6;
process.stdout.write(
  `${JSON.stringify({ found, wall_ms, cpu_ms: (user + system) / 1000, memory_mb })}\n`,
);
process.exit(0);
