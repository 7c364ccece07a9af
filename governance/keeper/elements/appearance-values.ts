/** @module appearance-values: no event gives an element an appearance that neither an import nor an earlier event gave it. */
import { deepEqual } from '../../../kernel/base/canonical/deep-equal.ts';
import type { LedgerRead } from '../../../kernel/ledger/ledger.ts';
import { manifestsOf } from '../../../schemas/element-changes.ts';
import { Refusal } from '../../../schemas/errors.ts';
import type { AppliedEvent, CurrentElement } from '../../../schemas/event-checks.ts';
import type { ElementRecord, Json, StoredEvent } from '../../../schemas/events.ts';
import type { PlanDocument } from '../../../schemas/governance.ts';
import { eventsBackwards } from '../../approval/prior-values.ts';

/** An element with an appearance that it did not have before an event. */
export type GivenAppearance = Pick<ElementRecord, 'id' | 'kind'> & {
  readonly appearance: Json;
  /** Whether the event creates the element. */
  readonly isCreated: boolean;
};

/** Most events of an element that are read for an earlier value of it. */
const READ_MAX = 10_000;

/** Appearances that an ordinary event gives elements and that differ in more than in `mirrored` and the place of the mesh. */
export function givenAppearances(
  event: AppliedEvent,
  before: CurrentElement,
): readonly GivenAppearance[] {
  if (!event.ok) return [];
  return event.changes.flatMap(({ id, after }) => {
    const appearance = after === null ? null : appearanceOf(after);
    if (after === null || appearance === null) return [];
    const was = before(id);
    if (was !== null && isSame(appearanceOf(was), appearance)) return [];
    return [{ id, kind: after.kind, appearance, isCreated: was === null }];
  });
}

/**
 * Refuses INVALID_ARGUMENT for an appearance that the element never had: one of its rows in manifests, or of its earlier
 * values, mirrored or not. An element that has no earlier event may get any mesh of an import (`assertMeshes`), because
 * the log does not state of which element it is a copy. Reads the events of an element only if the rows of the plan do not
 * have the value.
 *
 * @param rows elements of the manifests that the plan brings and ends
 */
export async function assertAppearances(
  read: Pick<LedgerRead, 'branchHead' | 'eventsTouching' | 'importedElement'>,
  plan: Pick<PlanDocument, 'branch' | 'events'>,
  given: readonly GivenAppearance[],
  rows: readonly ElementRecord[],
): Promise<void> {
  if (given.length === 0) return;
  const ids = new Set(given.map(({ id }) => id));
  const planned = Map.groupBy(
    rows.filter(({ id }) => ids.has(id)),
    ({ id }) => id,
  );
  for (const one of given) {
    const isPlanned = (planned.get(one.id) ?? []).some((row) =>
      isSame(appearanceOf(row), one.appearance),
    );
    if (isPlanned || (await isEarlier(read, plan, one))) continue;
    throw new Refusal(
      'INVALID_ARGUMENT',
      `the plan gives the ${one.kind} \`${one.id}\` an \`appearance\` that it never had; expected null, the one of its import or an earlier one, mirrored or not`,
      'plan the change again with this version of the tools',
    );
  }
}

/** Whether the element had the appearance before, or has no earlier events. */
async function isEarlier(
  read: Parameters<typeof assertAppearances>[0],
  plan: Pick<PlanDocument, 'branch' | 'events'>,
  { id, appearance, isCreated }: GivenAppearance,
): Promise<boolean> {
  let count = 0;
  for (const branch of branchesOf(plan)) {
    for await (const event of eventsBackwards(read, branch, id)) {
      count += 1;
      if (count > READ_MAX) return false;
      if (valuesIn(event, id).some((value) => isSame(value, appearance))) return true;
      for (const manifest of manifestsOf(event)) {
        const row = await read.importedElement(id, manifest);
        if (row !== null && isSame(appearanceOf(row), appearance)) return true;
      }
    }
  }
  return count === 0 && isCreated;
}

/** The branch of a plan, the branches that it merges, and the one from which it creates its branch. */
function branchesOf({
  branch,
  events,
}: Pick<PlanDocument, 'branch' | 'events'>): readonly string[] {
  const others = events.flatMap(({ type, payload }) =>
    type === 'branch.merged' ? [payload.source] : type === 'branch.created' ? [payload.from] : [],
  );
  return [...new Set([branch, ...others])];
}

/** The appearances of an element that an event states. */
function valuesIn({ type, aggregate_id, payload }: StoredEvent, id: string): readonly Json[] {
  if (aggregate_id !== id) return [];
  if (type === 'element.created' || type === 'element.deleted') {
    return [appearanceOf(payload.element)];
  }
  if (type !== 'element.modified') return [];
  return [payload.updates['appearance'] ?? null, payload.previous['appearance'] ?? null];
}

function appearanceOf({ kind, params }: ElementRecord): Json {
  return kind === 'body' ? null : (params['appearance'] ?? null);
}

/** Whether two appearances are the same mesh for the same form, mirrored or not, in any blob. */
function isSame(a: Json, b: Json): boolean {
  const [one, other] = [formIn(a), formIn(b)];
  return one !== null && other !== null && deepEqual(one, other);
}

function formIn(value: unknown): object | null {
  if (typeof value !== 'object' || value === null) return null;
  const {
    mesh: _mesh,
    mirrored: _mirrored,
    ...form
  }: { mesh?: unknown; mirrored?: unknown } = value;
  return form;
}
