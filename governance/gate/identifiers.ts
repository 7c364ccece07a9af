/** @module identifiers: ids of what a plan creates, derived from the head of the log and the input. */
import { createHash } from 'node:crypto';

import type { IdSource } from '../../schemas/plan.ts';

/** Letters that cannot be mistaken for each other; 12 of them carry 60 bits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 12;

/**
 * Ids like `wall_4k2m9x7q1d8s`, the same for the same seed and order of calls.
 * The seed names workspace, branch, its head, tool and input, so a preview and the commit after it give the same ids.
 */
export function idSource(seed: string): IdSource {
  let count = 0;
  return {
    next: (kind) => {
      count += 1;
      const bytes = createHash('sha256').update(`${seed}\n${kind}\n${count}`).digest();
      let id = '';
      for (let index = 0; index < LENGTH; index += 1) id += ALPHABET[(bytes[index] ?? 0) & 31];
      return `${kind}_${id}`;
    },
  };
}
