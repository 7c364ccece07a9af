/** @module effect at once: the effect of events without a stop. */
import {
  effectOf as effectInSteps,
  type ModelEffect,
} from '../../../../kernel/building/model/effect/effect.ts';
import type { StateView } from '../../../../kernel/building/model/state-view.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';

/** The effect of events on a view. */
export function effectOf(view: StateView, events: readonly PlannedEvent[]): ModelEffect {
  return effectInSteps(view, events);
}
