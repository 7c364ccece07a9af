/** @module ids bench: models checked against IDS files, next to @thatopen/components with the same elements. */
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import { Components, FragmentsManager, IDSSpecifications } from '@thatopen/components';
import { IfcImporter, SingleThreadedFragmentsModel } from '@thatopen/fragments';

import { checkIds } from '../../kernel/documents/ids/check/check-ids.ts';
import { FileIdsModel } from '../../kernel/documents/ids/file/file-model.ts';
import type { Ids } from '../../kernel/documents/ids/ids.ts';
import { writeIds } from '../../kernel/documents/ids/write/write-ids.ts';
import { IfcModel } from '../../kernel/documents/ifc/read/ifc-model.ts';
import { readStepFile, type StepFile } from '../../kernel/documents/ifc/read/step-file.ts';
import { idsFileText, idsOfBench } from './ids-file.ts';
import { alternating, type BenchRow } from './measure.ts';

const LARGE = 100_000;
const COMPARED = 2000;
const MOST_S = 3;
/** Kinds of requirements that the other checker answers too: it converts no units, and has no containment. */
const SHARED = [0, 1, 2, 3, 4, 6, 7] as const;

/** The check of many elements, and of fewer ones in both checkers. */
export async function idsRows(): Promise<readonly BenchRow[]> {
  return [large(), await compared()];
}

/** Objects and failures of each specification. */
function counts(ids: Ids, file: StepFile): readonly (readonly [number, number])[] {
  const results = checkIds(ids, new FileIdsModel(new IfcModel(file, 'IFC4')));
  return results.map(({ applicable, failed }) => [applicable, failed] as const);
}

function large(): BenchRow {
  const ids = idsOfBench();
  const bytes = Buffer.from(idsFileText(LARGE));
  const all = [0, 1, 2].map(() => {
    // A new file each time, because values that were read are kept.
    const file = readStepFile(bytes);
    const [start, used] = [performance.now(), process.cpuUsage()];
    const found = counts(ids, file).reduce((sum, [applicable]) => sum + applicable, 0);
    const { user, system } = process.cpuUsage(used);
    if (found !== LARGE * 10) throw new Error(`${found} objects were checked`);
    return { taken_s: (performance.now() - start) / 1000, cpu_s: (user + system) / 1e6 };
  });
  const [best] = all.toSorted((a, b) => a.cpu_s - b.cpu_s);
  if (best === undefined) throw new Error('no round');
  return {
    what: `check an IFC file of ${LARGE / 1000}k elements against ${ids.specifications.length} specifications`,
    baseline: '–',
    measured: `${best.cpu_s.toFixed(1)} s of processor time, ${best.taken_s.toFixed(1)} s in all`,
    ratio: null,
    target: `at most ${MOST_S} s of processor time`,
    holds: best.cpu_s <= MOST_S,
  };
}

async function compared(): Promise<BenchRow> {
  const all = idsOfBench();
  const specifications = all.specifications.filter((_, index) =>
    SHARED.some((kind) => kind === index % 10),
  );
  const ids = { ...all, specifications };
  const text = idsFileText(COMPARED);
  const theirs = await theirChecker(text, ids);
  const file = readStepFile(Buffer.from(text));
  const found: { ours: unknown; theirs: unknown } = { ours: null, theirs: null };
  const { a, b, ratio } = await alternating(
    async () => {
      found.theirs = await theirs();
    },
    () => {
      found.ours = counts(ids, file);
    },
    { rounds: 3, calls: 1 },
  );
  if (JSON.stringify(found.ours) !== JSON.stringify(found.theirs)) {
    throw new Error(`the checkers differ: ${JSON.stringify(found)}`);
  }
  return {
    what: `check ${COMPARED / 1000}k elements against ${specifications.length} specifications`,
    baseline: `@thatopen/components ${(a.p50_us / 1000).toFixed(0)} ms`,
    measured: `${(b.p50_us / 1000).toFixed(0)} ms`,
    ratio,
    target: 'at most 0.1 times as long',
    holds: ratio <= 0.1,
  };
}

type Counts = readonly (readonly [number, number])[];

/** Loads the file into the other checker, without a worker, so that both work in this thread. */
async function theirChecker(text: string, ids: Ids): Promise<() => Promise<Counts>> {
  const importer = new IfcImporter();
  const wasm = fileURLToPath(import.meta.resolve('web-ifc'));
  importer.wasm = { path: `${join(wasm, '..')}/`, absolute: true };
  const bytes = await importer.process({ bytes: new Uint8Array(Buffer.from(text)) });
  const model = new Proxy(new SingleThreadedFragmentsModel('model', bytes), {
    get: (target, name): unknown => {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return async (...parameters: readonly unknown[]) =>
        await Reflect.apply(member, target, parameters);
    },
  });
  const components = new Components();
  Object.defineProperty(components.get(FragmentsManager), 'list', {
    value: new Map([['model', model]]),
  });
  const loaded = components.get(IDSSpecifications).load(writeIds(ids));
  return async () => {
    const found: (readonly [number, number])[] = [];
    for (const one of loaded) {
      const items = (await one.test([/model/])).get('model');
      const results = items === undefined ? [] : [...items.values()];
      found.push([results.length, results.filter(({ pass }) => !pass).length]);
    }
    return found;
  };
}
