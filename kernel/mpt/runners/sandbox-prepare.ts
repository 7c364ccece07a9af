/** @module sandbox-prepare: the process that makes derived files: the metered module and, for Python, the booted image. */
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

import { readDerived, writeDerived } from '../fuel/derived-file.ts';
import { meter } from '../fuel/meter.ts';
import { MODULE_PAGES_MAX } from './sandbox-protocol.ts';
import type { FromWorker, SandboxSetup, ToWorker } from './sandbox-protocol.ts';

/** What is to be made, passed as the only argument, as JSON. */
export type PrepareTask = { readonly setup: SandboxSetup; readonly wasm_path: string };

/** Boots the engine once in a worker like that of the sandbox and returns its memory. */
async function bootedImage(
  setup: SandboxSetup,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> {
  const worker = new Worker(
    new URL(`./code-${setup.engine}-worker${extname(import.meta.url)}`, import.meta.url),
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
const unique = String(process.pid);
let module = readDerived(setup.module_path)?.bytes;
if (module === undefined) {
  module = meter(readFileSync(wasm_path), MODULE_PAGES_MAX).bytes;
  writeDerived(setup.module_path, module, unique);
}
if (setup.snapshot_path !== undefined && readDerived(setup.snapshot_path) === undefined)
  writeDerived(setup.snapshot_path, await bootedImage(setup, module), unique);
