/** @module worker: the message loop of a worker thread: receives its parts, reports readiness, runs programs. */
import { parentPort } from 'node:worker_threads';

import type {
  EngineParts,
  FromWorker,
  SandboxProgram,
  SandboxReport,
  ToWorker,
} from '../sandbox/protocol.ts';

/** An engine that runs programs. `settle` cleans up after the report of a program was sent. */
export type WorkerEngine = {
  readonly name: string;
  readonly run: (program: SandboxProgram) => SandboxReport;
  readonly settle: () => void;
};

/** Sends a message to the sandbox process. */
export function post(message: FromWorker): void {
  parentPort?.postMessage(message, []);
}

/** Serves programs. `open` creates the engine, or returns `undefined` if the thread only had to create an image. */
export function serve(open: (parts: EngineParts) => Promise<WorkerEngine | undefined>): void {
  let engine: WorkerEngine | undefined;
  const onMessage = async (message: ToWorker): Promise<void> => {
    switch (message.kind) {
      case 'parts':
        engine = await open(message.parts);
        if (engine !== undefined) post({ kind: 'ready', engine: engine.name });
        return;
      case 'run':
        if (engine === undefined) throw new Error('a program came before the engine');
        post({ kind: 'report', report: engine.run(message.program) });
        engine.settle();
        return;
      default:
        message satisfies never;
    }
  };
  // An error here is a fault: it ends the worker, and the sandbox process reports it
  parentPort?.on('message', (message: ToWorker) => void onMessage(message));
}
