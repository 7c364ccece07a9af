/** @module worker: the worker thread that runs JavaScript programs in sequence. */
import { serve } from '../worker.ts';
import { bootJsImage, runJsProgram } from './program.ts';

serve(async ({ module, told }) => {
  const counter = told === undefined ? undefined : new BigInt64Array(told);
  const image = bootJsImage(module);
  return await Promise.resolve({
    name: 'quickjs-wasi@3.6.2',
    run: (program) => runJsProgram(module, image, program, counter),
    settle: () => undefined,
  });
});
