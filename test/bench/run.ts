/** @module run: `npm run bench [-- part…]` prints every comparison beside its baseline, measured in the same run. */
import { cpus, loadavg } from 'node:os';
import process from 'node:process';

import { appendRows } from './append-rows.ts';
import { authoringRows } from './authoring.ts';
import { axionRows } from './axion.ts';
import { callRows } from './calls.ts';
import { clashRows } from './clash.ts';
import { codeRows } from './code.ts';
import { coldRows } from './cold.ts';
import { complianceRows } from './compliance.ts';
import { dataRows } from './data.ts';
import { drawingRows } from './drawings.ts';
import { httpRows } from './http.ts';
import { idsBranchRows } from './ids-branch.ts';
import { idsRows } from './ids.ts';
import { ifcReadRows } from './ifc-read.ts';
import { ifcRows } from './ifc.ts';
import { importRows, largeImportRows } from './import.ts';
import { joinRows } from './joins.ts';
import type { BenchRow } from './measure.ts';
import { memoryRows } from './memory.ts';
import { measureModel } from './model.ts';
import { officeRows } from './office.ts';
import { openRows } from './open.ts';
import { postgresRows } from './postgres.ts';
import { queryRows } from './query.ts';
import { readRows } from './read.ts';
import { spatialRows } from './spatial.ts';
import { startRows } from './start.ts';
import { verifyRows } from './verify.ts';
import { viewSceneRows } from './view-scene.ts';
import { viewTimingRows } from './view-timing.ts';
import { viewRows } from './view.ts';

const PARTS: Readonly<Record<string, () => Promise<readonly BenchRow[]>>> = {
  read: readRows,
  http: httpRows,
  calls: callRows,
  append: appendRows,
  postgres: postgresRows,
  verify: verifyRows,
  model: measureModel,
  memory: memoryRows,
  authoring: authoringRows,
  joins: joinRows,
  open: openRows,
  start: startRows,
  axion: axionRows,
  code: codeRows,
  cold: coldRows,
  data: dataRows,
  query: queryRows,
  clash: clashRows,
  spatial: spatialRows,
  compliance: complianceRows,
  drawings: drawingRows,
  office: officeRows,
  'ifc-read': ifcReadRows,
  ids: idsRows,
  'ids-branch': idsBranchRows,
  ifc: ifcRows,
  import: importRows,
  'view-timing': viewTimingRows,
  view: viewRows,
  'import-200': largeImportRows,
  'view-scene': viewSceneRows,
};

/** Parts that run only if they are named. */
const ON_REQUEST = new Set(['import-200']);

function print({ what, baseline, measured, ratio, target, holds }: BenchRow): void {
  const times = ratio === null ? '' : `  ratio ${ratio.toFixed(3)}`;
  process.stdout.write(
    `${holds ? 'holds ' : 'MISSES'}  ${what}\n        baseline  ${baseline}\n        measured  ${measured}${times}\n        target    ${target}\n`,
  );
}

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !Object.hasOwn(PARTS, name));
if (unknown !== undefined) {
  process.stderr.write(
    `bench: got \`${unknown}\`, want some of ${Object.keys(PARTS).join(', ')}\n`,
  );
  process.exit(2);
}
process.stdout.write(
  `Node ${process.versions.node}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(2)}: read ratios, not times\n\n`,
);
for (const [name, rows] of Object.entries(PARTS)) {
  if (asked.length > 0 ? !asked.includes(name) : ON_REQUEST.has(name)) continue;
  for (const row of await rows()) print(row);
}
process.exit(0);
