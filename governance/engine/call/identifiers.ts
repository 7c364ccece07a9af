/** @module identifiers: ids of what a plan creates, derived from the input and either the head of the log or the caller. */
import { createHash } from 'node:crypto';

import { sha256Hex } from '../../kernel/canonical/hash.ts';
import type { Principal } from '../../schemas/governance.ts';
import type { IdSource } from '../../schemas/plan.ts';

/** Letters that cannot be mistaken for each other; 12 of them carry 60 bits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 12;

/** What the ids of a plan are derived from. */
type PlanOrigin = {
  readonly workspace_id: string;
  readonly branch: string;
  /** The head of the branch; for a caller with a restricted view the caller itself. */
  readonly from: number | Principal;
  readonly tool: string;
  /** Canonical JSON of the arguments. */
  readonly input: string;
};

/**
 * The seed of a plan's ids. INVARIANT: the ids that a caller with a restricted view gets do not depend on what others
 * commit. The head of the branch would tell when something hidden was committed; with the caller in its place, only the
 * caller's own earlier changes can have taken an id of the same seed.
 */
export function seedOf({ workspace_id, branch, from, tool, input }: PlanOrigin): string {
  const origin =
    typeof from === 'number' ? [from] : ['caller', from.user_id, from.agent_id ?? 'no agent'];
  return [workspace_id, branch, ...origin, tool, sha256Hex(input)].join('\n');
}

/**
 * Ids like `wall_4k2m9x7q1d8s`, the same for the same seed, order of calls and ids that are taken, so that a preview and
 * the commit after it give the same ids. An id that is taken is left out and the next one is given.
 */
export function idSource(seed: string, isTaken: (id: string) => boolean): IdSource {
  let count = 0;
  const following = (kind: string): string => {
    count += 1;
    const bytes = createHash('sha256').update(`${seed}\n${kind}\n${count}`).digest();
    let id = '';
    for (let index = 0; index < LENGTH; index += 1) id += ALPHABET[(bytes[index] ?? 0) & 31];
    return `${kind}_${id}`;
  };
  return {
    next: (kind) => {
      let id = following(kind);
      while (isTaken(id)) id = following(kind);
      return id;
    },
  };
}
