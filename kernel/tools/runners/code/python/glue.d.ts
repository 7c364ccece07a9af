/** The glue of the interpreter, which Pyodide's types leave out. */
declare module 'pyodide/pyodide.asm.mjs' {
  import type { loadPyodide } from 'pyodide';

  type Options = NonNullable<Parameters<typeof loadPyodide>[0]>;
  const createPyodideModule: NonNullable<Options['createPyodideModule']>;
  export default createPyodideModule;
}
