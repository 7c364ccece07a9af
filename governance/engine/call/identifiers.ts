/** @module identifiers: ids of new elements, derived from the input and either the head of the branch or the caller. */
import { createHash } from 'node:crypto';

import { sha256Hex } from '../../../kernel/base/canonical/hash.ts';
import type { Principal } from '../../../schemas/governance.ts';
import type { IdSource } from '../../../schemas/plan.ts';

/** 32 letters that are not easily confused; 12 of them encode 60 bits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 12;

/** The origin of the ids of a plan. */
type PlanOrigin = {
  readonly workspace_id: string;
  readonly branch: string;
  /** The head of the branch; the caller itself if its view is restricted. */
  readonly from: number | Principal;
  readonly id_secret: string;
  readonly tool: string;
  /** Canonical JSON of the arguments. */
  readonly input: string;
};

/**
 * Returns the seed of a plan's ids. INVARIANT: the ids that a caller with a restricted view gets do not depend on
 * commits of others. The head of the branch would reveal when something hidden was committed. With the caller in its
 * place, only earlier changes of the same caller can have used an id of the same seed. Without the secret, a caller who
 * sees an element that somebody else made could find the head at that time by trials.
 */
export function seedOf({ id_secret, workspace_id, branch, from, tool, input }: PlanOrigin): string {
  const origin =
    typeof from === 'number' ? [from] : ['caller', from.user_id, from.agent_id ?? 'no agent'];
  return [id_secret, workspace_id, branch, ...origin, tool, sha256Hex(input)].join('\n');
}

/** The secret for `seedOf` of a workspace, from the salt of its log. */
export function secretOfIds(salt: string): string {
  return sha256Hex(`ids\n${salt}`);
}

/**
 * Returns a source of ids like `wall_4k2m9x7q1d8s`. The ids depend only on the seed, the order of calls and the ids in
 * use, so a preview and the following commit give the same ids. An id in use is skipped.
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
