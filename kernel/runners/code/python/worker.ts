/** @module worker: the worker thread that runs Python programs, or creates the image when it is given none. */
import { serve, post } from '../worker.ts';
import { bootPython } from './boot.ts';
import { PythonPrograms } from './program.ts';

serve(async ({ module, image }) => {
  const booted = await bootPython(module, image);
  if (image === undefined) {
    post({ kind: 'image', image: booted.image() });
    return undefined;
  }
  const programs = new PythonPrograms(booted);
  return {
    name: 'pyodide@314.0.7',
    run: (program) => programs.run(program),
    settle: () => programs.putBack(),
  };
});
