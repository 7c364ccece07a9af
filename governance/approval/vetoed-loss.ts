/** @module vetoed-loss: the losses of a plan, and which of them a person has vetoed in another plan. */
import { manifestSwap } from '../../schemas/element-changes.ts';
import type { ImportRevised, PlannedEvent } from '../../schemas/events.ts';
import type { Loss, PlanDocument } from '../../schemas/governance.ts';
import { emptiedIn, valueLoss } from './emptied-values.ts';

type LossSource = Pick<PlanDocument, 'branch' | 'events' | 'losses'>;

/** The losses of a plan on its branch, regardless of tool and requester. */
export type PlanLosses = {
  readonly branch: string;
  /** Deleted elements that are not created again. */
  readonly elements: ReadonlySet<string>;
  /** Losses of remaining elements: values, bodies and places. */
  readonly parts: readonly Loss[];
  /** Branches that are discarded with everything on them. */
  readonly branches: ReadonlySet<string>;
};

/** The ids of the elements of a manifest, by its digest. */
export type ManifestIds = (sha256: string) => Promise<readonly string[]>;

/** The losses that follow from the events of a plan, and those that the plan states in addition. */
export async function lossesOf(
  { branch, events, losses = [] }: LossSource,
  manifest: ManifestIds,
): Promise<PlanLosses> {
  return {
    branch,
    elements: await deletedIn(events, manifest),
    parts: [...emptiedIn(events).map((one) => valueLoss(one)), ...losses],
    branches: new Set(
      events.flatMap(({ type, payload }) => (type === 'branch.discarded' ? [payload.name] : [])),
    ),
  };
}

/**
 * Ids of elements that the events delete and do not create again. Of a revision or its undo, these are all elements that the
 * manifest that it brings lacks, also those that are left because they were changed. It creates only elements that the superseded manifest lacks:
 * one that an earlier event deleted stays deleted.
 */
async function deletedIn(
  events: readonly PlannedEvent[],
  manifest: ManifestIds,
): Promise<ReadonlySet<string>> {
  const made = new Set<string>();
  const lost = new Set<string>();
  const idsOf = async (one: ImportRevised | null): Promise<ReadonlySet<string>> =>
    new Set(one === null ? [] : await manifest(one.manifest.sha256));
  for (const event of events) {
    const { type, aggregate_id: id } = event;
    if (type === 'element.created' || type === 'level.created') {
      if (!lost.delete(id)) made.add(id);
    } else if (type === 'element.deleted' && !made.delete(id)) {
      lost.add(id);
    }
    const { brought, ended } = manifestSwap(event);
    if (ended === null && lost.size === 0) continue;
    const own = await idsOf(brought);
    const superseded = await idsOf(ended);
    for (const one of own) if (!superseded.has(one)) lost.delete(one);
    for (const one of superseded) if (!own.has(one)) lost.add(one);
  }
  return lost;
}

/**
 * Ids of elements and branches that are lost in both a plan and a vetoed plan, no matter which of the two includes the
 * other: neither a larger deletion nor a part of it circumvents a veto. Deleting an element and losing its value, body
 * or place overlap; of two losses of body or place of one element, the smaller one is a different effect.
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

/** Whether a loss of a remaining element is at least as large as the vetoed one. */
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
