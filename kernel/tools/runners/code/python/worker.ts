/** @module worker: the worker thread that runs Python programs, or that creates the image if it receives none. */
import { serve, post } from '../worker.ts';
import { bootPython } from './boot.ts';
import { readPackages } from './packages.ts';
import { PythonPrograms } from './program.ts';

const ENGINE = 'pyodide@314.0.7';

serve(async ({ module, image, packages_dir, packages: bundle, fuel_used }) => {
  const packages = packages_dir === undefined ? undefined : readPackages(packages_dir, bundle);
  const booted = await bootPython(module, image, packages);
  if (image === undefined) {
    post({ kind: 'image', image: booted.image() });
    return undefined;
  }
  booted.imports.metered.reportTo(
    fuel_used === undefined ? undefined : new BigInt64Array(fuel_used),
  );
  const programs = new PythonPrograms(booted);
  return {
    name: packages === undefined ? ENGINE : `${ENGINE} with ${packages.sha256}`,
    run: (program) => programs.run(program),
    settle: () => programs.putBack(),
  };
});
