/** @module trap guard: frees handles on a WebAssembly heap, and disables the instance after a trap. */

/** An object on a heap without garbage collection. */
export type Handle = { readonly delete: () => void };

/** Handles of one operation, freed when it ends. */
export type HandleScope = { readonly keep: <T extends Handle>(handle: T) => T };

/** Runs an operation with a scope. Rethrows its errors, except traps. */
export type TrapGuard = <T>(work: (scope: HandleScope) => T) => T;

/**
 * A guard over one instance. A trap leaves the instance's memory in an unknown state: nothing is freed, and this and
 * every later call throw `crashed(message)`; later ones without running.
 */
export function createTrapGuard(crashed: (message: string) => Error): TrapGuard {
  let trapped: string | null = null;
  return (work) => {
    if (trapped !== null) throw crashed(trapped);
    const handles: Handle[] = [];
    try {
      return work({
        keep: (handle) => {
          handles.push(handle);
          return handle;
        },
      });
    } catch (error) {
      if (!isTrap(error)) throw error;
      trapped = error.message;
      throw crashed(trapped);
    } finally {
      for (const handle of trapped === null ? handles : []) {
        handle.delete();
      }
    }
  };
}

/**
 * Tests the name, because the type `WebAssembly.RuntimeError` is not in the libraries this project compiles against.
 */
function isTrap(error: unknown): error is Error {
  return error instanceof Error && error.name === 'RuntimeError';
}
