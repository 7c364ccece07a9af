/** @module code-js-worker: the worker thread that runs JavaScript programs one after the other. */
import { bootJsImage, runJsProgram } from './code-js-program.ts';
import { serve } from './code-worker.ts';

serve(async ({ module }) => {
  const image = bootJsImage(module);
  return await Promise.resolve({
    name: 'quickjs-wasi@3.6.2',
    run: (program) => runJsProgram(module, image, program),
    settle: () => undefined,
  });
});
