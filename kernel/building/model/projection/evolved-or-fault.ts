/** @module evolved or fault: applies one event for callers that must continue if it does not fit. */
import type { PlannedEvent } from '../../../../schemas/events.ts';
import { evolve } from '../state/evolve.ts';
import { ModelFault } from '../state/model-fault.ts';
import type { Batch } from '../state/persistent-vector.ts';
import type { BranchState } from '../state/state.ts';

/**
 * Returns the state after an event, or the reason why the event does not fit. The given state then remains unchanged.
 */
export function evolvedOrFault(
  state: BranchState,
  event: PlannedEvent,
  version: number,
  batch: Batch,
): BranchState | ModelFault {
  try {
    return evolve(state, event, version, batch);
  } catch (error) {
    if (error instanceof ModelFault) return error;
    throw error;
  }
}
