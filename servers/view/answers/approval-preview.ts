/** @module approval-preview: a pending approval for its requester: the changes, and the shapes before and after, as the page gets them. */
import type { ActingAgent } from '../../../governance/access/principal.ts';
import { readsBranch } from '../../../governance/access/scope-assertions.ts';
import type { Element } from '../../../kernel/building/kinds/elements.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import type { LedgerRead } from '../../../kernel/ledger/ledger.ts';
import { Refusal } from '../../../schemas/errors.ts';
import { type ApprovalRecord, PlanDocument } from '../../../schemas/governance.ts';
import type { BoxMm } from '../../../schemas/units.ts';
import type { BuildingDomain } from '../../building/domain.ts';
import { lookingOf, type Seen } from '../looking/looking.ts';
import { Marks } from '../looking/marks.ts';
import { Moments } from '../looking/moments.ts';
import type { ChangesAnswer } from '../protocol/changes.ts';
import { partOf } from '../shapes/part-bytes.ts';
import { boundsOf, sceneBox } from '../shapes/scene-box.ts';
import { changesOf } from './changes.ts';

/** Maximum number of changed elements that are listed and drawn: about 2 MB of shapes of ordinary elements. */
const MOST_CHANGED = 500;
/** Maximum number of unchanged elements that are drawn around them. */
const MOST_AROUND = 300;
/** Maximum number of elements of a level that are compared with the place of the changes. */
const MOST_COMPARED = 5000;
/** Distance from the changes within which unchanged elements are drawn, mm: about a room. */
const AROUND_MM = 5000;
/** Maximum size of shapes, bytes: hosts pass them on as base64 in one message. */
const MOST_BYTES = 8_388_608;

/** What can be read of an approval. */
type PreviewPart = 'changes' | 'before' | 'after';

/** The changes, or the shapes in the layout of `protocol/scene.ts`. */
export type PreviewContent =
  | { readonly changes: ChangesAnswer }
  | { readonly shapes: Uint8Array<ArrayBuffer> };

/** Dependencies of previews. */
type PreviewSources = {
  readonly domain: BuildingDomain;
  readonly reader: LedgerRead;
  /** Applies what was committed to the domain. */
  readonly catchUp: () => Promise<void>;
  readonly now: () => Date;
};

/** Reads a part of a pending approval; null for one that is not pending, or that another agent or person requested. */
export type ApprovalPreviews = (
  viewer: ActingAgent,
  approval_id: string,
  part: PreviewPart,
) => Promise<PreviewContent | null>;

/**
 * The previews of a workspace. The function refuses ELEMENT_LIMIT_EXCEEDED if the shapes are too large for one message.
 * Both shapes of an approval have the same origin; those after the change contain unchanged elements around it.
 */
export function approvalPreviews({
  domain,
  reader,
  catchUp,
  now,
}: PreviewSources): ApprovalPreviews {
  const moments = new Moments(domain);
  return async (viewer, approval_id, part) => {
    await catchUp();
    const record = await reader.approval(approval_id);
    const plan = record === null ? null : ownPlan(record, viewer);
    if (plan === null) return null;
    const looking = lookingOf({
      viewer,
      domain,
      reader,
      workspace: '',
      now,
      marks: new Marks(),
      moments,
      approval: async () => await Promise.resolve(record),
    });
    const from = await looking.at({ plan: approval_id, before: true });
    const to = await looking.at({ plan: approval_id });
    const all = changesOf({ from, to });
    const changes = { ...all, rows: all.rows.slice(0, MOST_CHANGED) };
    return part === 'changes' ? { changes } : { shapes: shapesOf(part, changes, { from, to }) };
  };
}

/** The plan of a pending approval that the viewer requested on a branch that it may read. */
function ownPlan({ status, plan: text }: ApprovalRecord, viewer: ActingAgent): PlanDocument | null {
  if (status !== 'pending') return null;
  const plan = PlanDocument.parse(JSON.parse(text));
  const agent_id = viewer.kind === 'agent' ? viewer.agent_id : null;
  const isOwn = viewer.user_id === plan.user_id && agent_id === plan.agent_id;
  return isOwn && readsBranch(viewer, plan.branch) ? plan : null;
}

type Sides = { readonly from: Seen; readonly to: Seen };

function shapesOf(
  part: 'before' | 'after',
  { rows }: ChangesAnswer,
  { from, to }: Sides,
): Uint8Array<ArrayBuffer> {
  const { shown, view } = part === 'before' ? from : to;
  const { origin } = sceneBox(to.view);
  const changed = rows.flatMap(({ id }) => drawnIn(view, id));
  const around =
    part === 'before'
      ? []
      : elementsAround(
          rows.map(({ id }) => id),
          { from, to },
        );
  const { bytes } = partOf([...changed, ...around], { shown, view, origin });
  if (bytes.length <= MOST_BYTES) return bytes;
  throw new Refusal(
    'ELEMENT_LIMIT_EXCEEDED',
    `the shapes of this change have ${bytes.length} bytes; a host gets at most ${MOST_BYTES}`,
    'run `plumbline view` to see it in a browser',
  );
}

function drawnIn(view: BuildingView, id: string): readonly Element[] {
  const element = view.element(id);
  return element === undefined || view.kinds.of(element).body === 'none' ? [] : [element];
}

/** Unchanged elements near the changes, on the levels of these. */
function elementsAround(ids: readonly string[], { from, to }: Sides): readonly Element[] {
  const changed = new Set(ids);
  const boxes = ids.flatMap((id) =>
    [from.view, to.view].flatMap((view) =>
      drawnIn(view, id).flatMap((element) => boundsOf(element, view) ?? []),
    ),
  );
  const place = boxAround(boxes);
  if (place === null) return [];
  const levels = new Set(
    ids.flatMap((id) => (to.view.element(id) === undefined ? from : to).view.levelOf(id) ?? []),
  );
  const found: Element[] = [];
  let compared = 0;
  for (const level of levels) {
    for (const { id } of to.view.elementsOnLevel(level)) {
      compared += 1;
      if (found.length >= MOST_AROUND || compared > MOST_COMPARED) return found;
      if (changed.has(id)) continue;
      for (const element of drawnIn(to.view, id)) {
        const box = boundsOf(element, to.view);
        if (box !== null && isNear(box, place)) found.push(element);
      }
    }
  }
  return found;
}

const AXES = ['x', 'y', 'z'] as const;

function isNear(box: BoxMm, place: BoxMm): boolean {
  return AXES.every(
    (axis) =>
      box.min[axis] <= place.max[axis] + AROUND_MM && box.max[axis] >= place.min[axis] - AROUND_MM,
  );
}

function boxAround(boxes: readonly BoxMm[]): BoxMm | null {
  if (boxes.length === 0) return null;
  const min = { x: Infinity, y: Infinity, z: Infinity };
  const max = { x: -Infinity, y: -Infinity, z: -Infinity };
  for (const box of boxes) {
    for (const axis of AXES) {
      min[axis] = Math.min(min[axis], box.min[axis]);
      max[axis] = Math.max(max[axis], box.max[axis]);
    }
  }
  return { min, max };
}
