/** @module prepare: the process that creates derived files: the metered module, wheels and, for Python, the image. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

import { readDerived } from '../fuel/derived-file.ts';
import { meter } from '../fuel/meter.ts';
import { writeDerived } from '../fuel/write-derived-file.ts';
import { METERED, MODULE_PAGES_MAX } from './protocol.ts';
import type { FromWorker, SandboxSetup, ToWorker } from './protocol.ts';
import { bundleOf, wheelsIn } from './wheel-bundle.ts';

/** The only argument of the process, as JSON. */
export type PrepareTask = { readonly setup: SandboxSetup; readonly wasm_path: string };

/** Boots the engine once in a worker like that of the sandbox and returns its memory. */
async function bootImage(setup: SandboxSetup, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const worker = new Worker(
    new URL(`../code/${setup.engine}/worker${extname(import.meta.url)}`, import.meta.url),
    { env: {}, resourceLimits: { stackSizeMb: 256 } },
  );
  const parts = { module: await WebAssembly.compile(bytes), image: undefined };
  const image = await new Promise<Uint8Array>((resolve, reject) => {
    worker.once('message', (message: FromWorker) => {
      if (message.kind === 'image') resolve(message.image);
      else reject(new Error('the engine made no image'));
    });
    worker.once('error', reject);
    worker.postMessage({ kind: 'parts', parts } satisfies ToWorker, []);
  });
  await worker.terminate();
  return image;
}

const { setup, wasm_path }: PrepareTask = JSON.parse(process.argv[2] ?? '{}');
const unique = randomUUID();
let module = readDerived(setup.module_path, setup.owned)?.bytes;
if (module === undefined) {
  module = meter(readFileSync(wasm_path), MODULE_PAGES_MAX).bytes;
  await writeDerived(setup.module_path, module, unique);
}
process.stdout.write(METERED);
const { packages_dir, packages_path } = setup;
if (
  packages_dir !== undefined &&
  packages_path !== undefined &&
  readDerived(packages_path, setup.owned) === undefined
) {
  await writeDerived(packages_path, bundleOf(wheelsIn(packages_dir).native), unique);
}
if (
  setup.snapshot_path !== undefined &&
  readDerived(setup.snapshot_path, setup.owned) === undefined
) {
  await writeDerived(setup.snapshot_path, await bootImage(setup, module), unique);
}
