/** @module runs work on a WebAssembly heap: frees its handles, and never goes on after a trap. */

/** An object on a heap that no garbage collector frees. */
export type Handle = { readonly delete: () => void };

/** Handles of one piece of work, freed when it ends. */
export type HandleScope = { readonly keep: <T extends Handle>(handle: T) => T };

/** Runs work with a scope. Throws what the work throws, except traps. */
export type TrapGuard = <T>(work: (scope: HandleScope) => T) => T;

/**
 * Guard over one instance. A trap leaves the memory of the instance in an unknown state: nothing is
 * freed, and this call and every later one throw `crashed(message)`; later ones without running.
 */
export function createTrapGuard(crashed: (message: string) => Error): TrapGuard {
  let trapped: string | null = null;
  return (work) => {
    if (trapped !== null) {
      throw crashed(trapped);
    }
    const handles: Handle[] = [];
    try {
      return work({
        keep: (handle) => {
          handles.push(handle);
          return handle;
        },
      });
    } catch (error) {
      if (!isTrap(error)) {
        throw error;
      }
      trapped = error.message;
      throw crashed(trapped);
    } finally {
      for (const handle of trapped === null ? handles : []) {
        handle.delete();
      }
    }
  };
}

/** By name: the type is the engine's and not in the libraries this project compiles against. */
function isTrap(error: unknown): error is Error {
  return error instanceof Error && error.name === 'RuntimeError';
}
