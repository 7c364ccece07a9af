/** @module governing-state: the expected content of the tables of approvals and registry records, replayed from the governing entries. */
import type { StoredEvent } from '../../schemas/events.ts';
import type { Registered } from '../../schemas/governance.ts';
import {
  applyClosed,
  applyCommented,
  applyDecided,
  applyEffect,
  applyOpened,
  applyVoided,
  type ApprovalHistory,
  type ApprovalStates,
  type VoidedEvents,
} from './approval-states.ts';
import type { GoverningEntry } from './governing.ts';
import { openRegistryState } from './registry-state.ts';
import type { Report } from './verify-report.ts';

/** The state after the entries so far. */
export interface GoverningState {
  /** Applies one entry. `events`: the events that an effect appended, null when they differ from the record. */
  readonly apply: (entry: GoverningEntry, events: readonly StoredEvent[] | null) => void;
  /** Records by `kind/name`. */
  readonly registered: ReadonlyMap<string, Registered>;
  readonly approvals: ReadonlyMap<string, ApprovalHistory>;
  /** Digests of voided events, by their seq. */
  readonly voided: ReadonlyMap<number, string>;
}

/** The state before the first entry; each entry is checked by the rules of its time. */
export function openGoverningState(report: Report): GoverningState {
  const registry = openRegistryState(report);
  const approvals = new Map<string, ApprovalHistory>();
  const voided: VoidedEvents = new Map();
  const states: ApprovalStates = {
    approvals,
    registry,
    report,
    newest: { emptied_rule: undefined },
  };
  return {
    registered: registry.registered,
    approvals,
    voided,
    apply: (entry, events) => {
      switch (entry.step) {
        case 'founded':
          if (entry.seq !== 1) {
            report('registry_mismatch', entry.seq, 'a workspace can be founded only once');
          }
          for (const record of entry.records) registry.put(record, entry.seq);
          return;
        case 'changed':
          registry.change(entry);
          return;
        case 'opened':
          applyOpened(states, entry);
          return;
        case 'decided':
          applyDecided(states, entry);
          return;
        case 'commented':
          applyCommented(states, entry);
          return;
        case 'expired':
        case 'cancelled':
        case 'stale':
          applyClosed(states, entry);
          return;
        case 'committed':
        case 'executed':
          applyEffect(states, entry, events);
          return;
        case 'voided':
          applyVoided({ voided, registry, report }, entry, events);
          return;
        case 'kept':
        case 'notifying':
        case 'notified':
          return;
        default:
          entry satisfies never;
      }
    },
  };
}
