/** @module code-js-worker: the worker thread that runs JavaScript programs one after the other. */
import { parentPort, workerData } from 'node:worker_threads';

import { bootJsImage, runJsProgram } from './code-js-program.ts';
import type { FromWorker, SandboxProgram } from './sandbox-protocol.ts';

const { module }: { readonly module: WebAssembly.Module } = workerData;
const image = bootJsImage(module);

function send(message: FromWorker): void {
  parentPort?.postMessage(message, []);
}

parentPort?.on('message', (program: SandboxProgram) => {
  send({ kind: 'report', report: runJsProgram(module, image, program) });
});
send({ kind: 'ready', identity: { engine: 'quickjs-wasi@3.6.2' } });
