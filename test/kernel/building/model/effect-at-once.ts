/** @module effect at once: the effect of events without a stop. */
import { finished } from '../../../kernel/findings/steps.ts';
import {
  effectOf as effectInSteps,
  type ModelEffect,
} from '../../../kernel/model/effect/effect.ts';
import type { StateView } from '../../../kernel/model/state-view.ts';
import type { PlannedEvent } from '../../../schemas/events.ts';

/** The effect of events on a view. */
export function effectOf(view: StateView, events: readonly PlannedEvent[]): ModelEffect {
  return finished(effectInSteps(view, events));
}
