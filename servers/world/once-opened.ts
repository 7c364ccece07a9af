/** @module once-opened: opens a resource with its first use. */

/**
 * Returns a function that opens a resource once and then returns it. A failure is not kept: the next call tries again.
 */
export function onceOpened<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined;
  return () => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}
