/** @module catch-up: brings the directory and the domain up to date with the ledger before each call. */
import type { GateParts } from './call/context.ts';

/**
 * A function that applies everything committed before a call. If nothing was committed, it reads only the change counter
 * of the store, which costs less than all other steps of a small read.
 */
export function catchUpFor<View>({
  reader,
  directory,
  domain,
}: Pick<GateParts<View>, 'reader' | 'directory' | 'domain'>): () => Promise<void> {
  let applied: number | null = null;
  return async () => {
    const counter = await reader.changeCounter();
    if (counter === applied) return;
    await directory.refresh();
    await domain.catchUp();
    applied = counter;
  };
}
