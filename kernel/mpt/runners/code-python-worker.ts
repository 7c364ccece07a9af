/** @module code-python-worker: the worker thread that runs Python programs, or makes the image when it is given none. */
import { bootPython } from './code-python-boot.ts';
import { PythonPrograms } from './code-python-program.ts';
import { serve, tell } from './code-worker.ts';

serve(async ({ module, image }) => {
  const booted = await bootPython(module, image);
  if (image === undefined) {
    tell({ kind: 'image', image: booted.image() });
    return undefined;
  }
  const programs = new PythonPrograms(booted);
  return {
    name: 'pyodide@314.0.7',
    run: (program) => programs.run(program),
    settle: () => programs.putBack(),
  };
});
