/** @module build-house: an agent builds the house of the demo in the workspace of a page. */
import { readFileSync } from 'node:fs';

import * as z from 'zod';

import type { PageHub } from './open-page.ts';

const Results = z.object({
  results: z.array(z.object({ id: z.string(), as: z.string().optional() })),
});

/**
 * Builds `examples/house.plumb` storey by storey, because a larger change would wait for an approval. Returns the ids by
 * the names of the script.
 */
export async function buildHouse({ done }: PageHub): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  const text = readFileSync(new URL('../../../examples/house.plumb', import.meta.url), 'utf8');
  for (const part of text.split(/^(?=on \$)/m)) {
    const script = part.replaceAll(/\$(\w+)/g, (name, word: string) => ids.get(word) ?? name);
    const { results } = Results.parse(await done('run_script', { script, dry_run: false }));
    for (const { id, as } of results) if (as !== undefined) ids.set(as, id);
  }
  return ids;
}
