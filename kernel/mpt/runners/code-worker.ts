/** @module code-worker: the life of a worker thread: it gets its parts, says that it is ready, and runs programs. */
import { parentPort } from 'node:worker_threads';

import type {
  EngineParts,
  FromWorker,
  SandboxProgram,
  SandboxReport,
  ToWorker,
} from './sandbox-protocol.ts';

/** An engine that runs programs. `settle`: what can wait until the answer is on its way. */
export type WorkerEngine = {
  readonly name: string;
  readonly run: (program: SandboxProgram) => SandboxReport;
  readonly settle: () => void;
};

/** Says something to the sandbox process. */
export function tell(message: FromWorker): void {
  parentPort?.postMessage(message, []);
}

/** Serves programs; `open` makes the engine from its parts, or `undefined` if it only had to make an image. */
export function serve(open: (parts: EngineParts) => Promise<WorkerEngine | undefined>): void {
  let engine: WorkerEngine | undefined;
  const hear = async (message: ToWorker): Promise<void> => {
    switch (message.kind) {
      case 'parts':
        engine = await open(message.parts);
        if (engine !== undefined) tell({ kind: 'ready', engine: engine.name });
        return;
      case 'run':
        if (engine === undefined) throw new Error('a program came before the engine');
        tell({ kind: 'report', report: engine.run(message.program) });
        engine.settle();
        return;
      default:
        message satisfies never;
    }
  };
  // What throws here is a fault: it ends the worker, and the sandbox process reports it
  parentPort?.on('message', (message: ToWorker) => void hear(message));
}
