/** @module worker: the worker thread that runs JavaScript programs in sequence. */
import { serve } from '../worker.ts';
import { bootJsImage, runJsProgram } from './program.ts';

serve(async ({ module, fuel_used }) => {
  const counter = fuel_used === undefined ? undefined : new BigInt64Array(fuel_used);
  const image = bootJsImage(module);
  // `serve` expects a promise because Python boots asynchronously
  return await Promise.resolve({
    name: 'quickjs-wasi@3.6.2',
    run: (program) => runJsProgram(module, image, program, counter),
    settle: () => undefined,
  });
});
