/** @module vetoed-loss: what a plan loses, and what of that a person has refused to lose in another plan. */
import type { PlannedEvent } from '../../schemas/events.ts';
import type { Loss, PlanDocument } from '../../schemas/governance.ts';
import { emptiedIn, valueLoss } from './emptied.ts';

type LossSource = Pick<PlanDocument, 'branch' | 'events' | 'losses'>;

/** What a plan loses on its branch, regardless of tool and requester. */
export type PlanLosses = {
  readonly branch: string;
  /** Elements that are there before and not afterwards. */
  readonly elements: ReadonlySet<string>;
  /** Of elements that stay: values, bodies and places. */
  readonly parts: readonly Loss[];
  /** Branches that are given up, with all that is on them. */
  readonly branches: ReadonlySet<string>;
};

/** What the events of a plan take away, and what it states as losses besides. */
export function lossesOf({ branch, events, losses = [] }: LossSource): PlanLosses {
  return {
    branch,
    elements: deletedIn(events),
    parts: [...emptiedIn(events).map((one) => valueLoss(one)), ...losses],
    branches: new Set(
      events.flatMap(({ type, payload }) => (type === 'branch.discarded' ? [payload.name] : [])),
    ),
  };
}

/** Ids of elements that the events delete and do not make again. */
function deletedIn(events: readonly PlannedEvent[]): ReadonlySet<string> {
  const made = new Set<string>();
  const lost = new Set<string>();
  for (const { type, aggregate_id: id } of events) {
    if (type === 'element.created' || type === 'level.created') {
      if (!lost.delete(id)) made.add(id);
    } else if (type === 'element.deleted' && !made.delete(id)) {
      lost.add(id);
    }
  }
  return lost;
}

/**
 * Ids of what a plan loses that is also lost in a vetoed plan: elements of its own losses, or branches. Empty where the
 * losses have nothing in common. Whether one includes the other makes no difference: neither a larger deletion nor a
 * part of it leads around a veto. An element and a value, the body or the place of it have it in common; of two bodies or
 * two places of one element, the smaller loss is another effect.
 */
export function vetoedLosses(plan: PlanLosses, vetoed: PlanLosses): readonly string[] {
  const lost = new Set<string>();
  for (const branch of plan.branches) {
    const all = vetoed.branches.has(branch);
    if (all || (vetoed.branch === branch && losesElements(vetoed))) lost.add(branch);
  }
  if (vetoed.branches.has(plan.branch)) {
    for (const id of touchedBy(plan)) lost.add(id);
  } else if (vetoed.branch === plan.branch) {
    const touched = new Set(touchedBy(vetoed));
    for (const id of plan.elements) if (touched.has(id)) lost.add(id);
    const parts = Map.groupBy(vetoed.parts, keyOf);
    for (const part of plan.parts) {
      const { element_id } = part;
      const others = parts.get(keyOf(part)) ?? [];
      const isIn = vetoed.elements.has(element_id) || others.some((other) => includes(part, other));
      if (isIn) lost.add(element_id);
    }
  }
  return [...lost];
}

/** Losses with the same key can include each other. */
function keyOf(part: Loss): string {
  return JSON.stringify([part.element_id, part.loss, part.loss === 'value' ? part.parameter : '']);
}

function losesElements({ elements, parts }: PlanLosses): boolean {
  return elements.size + parts.length > 0;
}

function touchedBy({ elements, parts }: PlanLosses): readonly string[] {
  return [...elements, ...parts.map(({ element_id }) => element_id)];
}

/** Whether a loss of an element that stays is at least the vetoed one. */
function includes(part: Loss, vetoed: Loss): boolean {
  if (part.element_id !== vetoed.element_id) return false;
  switch (vetoed.loss) {
    case 'value':
      return part.loss === 'value' && part.parameter === vetoed.parameter;
    case 'body':
      return part.loss === 'body' && part.measure === vetoed.measure && part.after <= vetoed.after;
    case 'place':
      return part.loss === 'place' && part.outside_mm >= vetoed.outside_mm;
    default:
      return vetoed satisfies never;
  }
}
