/** @module evolved or fault: one event for someone who must go on where it does not fit. */
import type { PlannedEvent } from '../../../schemas/events.ts';
import { evolve } from '../state/evolve.ts';
import { ModelFault } from '../state/model-fault.ts';
import type { Batch } from '../state/persistent-vector.ts';
import type { BranchState } from '../state/state.ts';

/** The state after an event, or why the event does not fit; the state given is as it was then. */
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
