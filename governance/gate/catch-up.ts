/** @module catch-up: the directory and the domain brought level with the ledger before a call, where anything was committed. */
import type { GateParts } from './context.ts';

/**
 * Brings directory and domain up to what was committed before the call. While nothing is committed, all that is read
 * from the store is its change counter, which costs less than all other steps of a small read.
 */
export function catchingUp<View>({
  reader,
  directory,
  domain,
}: Pick<GateParts<View>, 'reader' | 'directory' | 'domain'>): () => Promise<void> {
  let level: number | null = null;
  return async () => {
    const counter = await reader.changeCounter();
    if (counter === level) return;
    await directory.refresh();
    await domain.catchUp();
    level = counter;
  };
}
