/** @module ifc bench: an export beside the same entities written by web-ifc, and memory at 100k elements. */
import { Buffer } from 'node:buffer';
import process from 'node:process';

import { IfcAPI, LogLevel } from 'web-ifc';

import { MAIN, Model } from '../../kernel/building/model/model.ts';
import type { StateView } from '../../kernel/building/model/state-view.ts';
import { readStepFile } from '../../kernel/documents/ifc/read/step-file.ts';
import type { StepValue as ReadValue } from '../../kernel/documents/ifc/read/step-value.ts';
import { schemaOf } from '../../kernel/documents/ifc/schema/ifc-schema.ts';
import { exportIfc, type IfcExport } from '../../kernel/documents/ifc/write/export-ifc.ts';
import { type Attributes, StepFile } from '../../kernel/documents/ifc/write/step/step-file.ts';
import {
  type Ref,
  type StepValue,
  typed,
} from '../../kernel/documents/ifc/write/step/step-value.ts';
import type { PlannedEvent } from '../../schemas/events.ts';
import { creation, stored } from './building.ts';
import type { BenchRow } from './measure.ts';
import type { MixedSize } from './mixed-building.ts';
import { MIXED_100K, mixedBuilding } from './mixed-building.ts';

const ROUNDS = 3;
/** About 5,000 elements: web-ifc needs most of the time. */
const COMPARED: MixedSize = { storeys: 1, bays: 20 };
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
  return exportIfc(view, { schema: 'IFC4', head: HEAD });
}

/** Processor time so far, ms: the machine may have others to serve. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function fastest(work: () => void, rounds: number): number {
  let ms = Infinity;
  for (let round = 0; round < rounds; round += 1) {
    const start = cpuMs();
    work();
    ms = Math.min(ms, cpuMs() - start);
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
  const target = api.CreateModel({ schema: 'IFC4' });
  const start = cpuMs();
  for (const line of lines) api.WriteLine(target, line);
  const { length } = api.SaveModel(target);
  const ms = cpuMs() - start;
  const half = file.length / 2;
  if (length < half) throw new Error(`web-ifc wrote ${length} bytes, want above ${half}`);
  return ms;
}

/** The entities of a file that our reader has read, as the writer takes them. */
function entitiesOf(file: Uint8Array): readonly (readonly [Ref, Attributes])[] {
  const read = readStepFile(Buffer.from(file));
  const schema = schemaOf('IFC4');
  const nameAt = (row: number): string => schema.entity(read.typeName(row))?.name ?? '';
  const plain = (value: ReadValue): StepValue => {
    switch (value.kind) {
      case 'omitted':
      case 'derived':
        return null;
      case 'ref':
        return { number: Number(value.id), entity: nameAt(read.rowOf(value.id)) };
      case 'list':
        return value.items.map(plain);
      case 'typed': {
        const inner = plain(value.value);
        if (inner === null || typeof inner === 'object') throw new Error('want a simple value');
        const type = schema.type(value.type);
        return typed(type !== undefined && 'name' in type ? type.name : '', inner);
      }
      case 'enum':
        return value.value === 'T' || value.value === 'F' ? value.value === 'T' : value.value;
      case 'constant':
        throw new Error('want no constants');
      case 'binary':
      case 'integer':
      case 'real':
      case 'text':
        return value.value;
      default:
        return value satisfies never;
    }
  };
  return Array.from({ length: read.count }, (_, row) => {
    const ref = { number: Number(read.idOf(row)), entity: nameAt(row) };
    const names = schema.attributes(ref.entity).map(({ name }) => name);
    const values = read.values(row).map(plain);
    const given = names.flatMap((name, i) => {
      const value = values[i] ?? null;
      return value === null ? [] : [[name, value] as const];
    });
    return [ref, Object.fromEntries(given)];
  });
}

/** Bytes of these entities, each checked against the schema. */
function written(entities: readonly (readonly [Ref, Attributes])[]): number {
  const file = new StepFile(schemaOf('IFC4'));
  for (const [ref, attributes] of entities) file.write(ref, attributes);
  return file.finish().reduce((sum, { length }) => sum + length, 0);
}

function entitiesIn({ counts }: IfcExport): number {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
}

/** All rows; memory first, before others have left theirs. */
export async function ifcRows(): Promise<readonly BenchRow[]> {
  const memory = memoryRow();
  const view = viewOf(COMPARED);
  const made = exported(view);
  const entities = entitiesIn(made);
  const own_ms = fastest(() => exported(view), ROUNDS);
  const bytes = Buffer.concat(made.chunks);
  const read = entitiesOf(bytes);
  if (written(read) < 0.99 * bytes.length - 1000) throw new Error('less was written than read');
  const writer_ms = fastest(() => written(read), ROUNDS);
  const peer_ms = await webIfcMs(bytes);
  const perSecond = (ms: number): string => `${Math.round(entities / ms)}k entities/s`;
  const baseline = `web-ifc WriteLine of the same entities, unchecked ${perSecond(peer_ms)}`;
  return [
    {
      what: `${entities} entities of ${view.count()} elements, geometry and checks included`,
      baseline,
      measured: `export ${perSecond(own_ms)}`,
      ratio: own_ms / peer_ms,
      target: '≥ 300k entities/s',
      holds: entities / own_ms >= 300,
    },
    {
      what: `${entities} entities of a file that was read before, each checked`,
      baseline,
      measured: `writer alone ${perSecond(writer_ms)}`,
      ratio: writer_ms / peer_ms,
      target: '≥ 300k entities/s',
      holds: entities / writer_ms >= 300,
    },
    memory,
  ];
}

function memoryRow(): BenchRow {
  const before = process.memoryUsage().rss;
  const large = viewOf(MIXED_100K);
  const model = process.memoryUsage().rss;
  const start = cpuMs();
  const all = exported(large);
  const seconds = (cpuMs() - start) / 1000;
  const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;
  const after = process.memoryUsage().rss;
  return {
    what: `memory for the export of ${large.count()} elements`,
    baseline: `the model ${megabytes(model - before)}`,
    measured: `${entitiesIn(all)} entities, ${megabytes(all.bytes)} of file, in ${seconds.toFixed(1)} s: ${megabytes(after - model)} more`,
    ratio: null,
    target: '≤ 1,500 MB more',
    holds: after - model <= 1.5e9,
  };
}
