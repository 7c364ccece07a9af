/** @module read-ahead: reads the log in advance for a person from whom something is hidden, so that their questions seldom do. */
import { sightOf } from '../../../governance/engine/call/caller-view.ts';
import { readableBranches } from '../answers/session.ts';
import { AuditIndex } from '../log/audit-index.ts';
import type { Looking } from '../looking/looking.ts';

/** Reads what is new in the log of each open branch, and in the audit log; each step reads a page. */
export async function* readAhead(looking: Looking): AsyncGenerator<void> {
  const { domain, reader, viewer } = looking;
  const entries = AuditIndex.of(reader);
  while (await entries.readAhead()) yield;
  for (const { branch, status } of await readableBranches(looking)) {
    const sight = status === 'open' ? sightOf(viewer, branch) : null;
    if (sight === null) continue;
    while (await domain.readAhead(branch, sight)) yield;
  }
}
