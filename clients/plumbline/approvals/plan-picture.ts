/** @module plan-picture: before and after a plan, side by side for each level. */
import type { ProjectedView } from '../../../kernel/building/model/projection/projected-view.ts';
import type { Drawing } from '../../../kernel/documents/drawings/drawing.ts';
import { svg } from '../../../kernel/documents/drawings/print/svg.ts';
import {
  changePlan,
  changePng,
  type PlannedChange,
} from '../../../kernel/documents/picture/plan/change-plan.ts';
import type { Change } from '../../../kernel/documents/picture/plan/plan-panel.ts';
import { affectedIds } from '../../../schemas/element-changes.ts';
import type { EffectItem } from '../../../servers/approvals/effect-item.ts';
import type { ApprovalDetails } from '../../../servers/approvals/effect-text.ts';
import type { Effect } from '../../../servers/approvals/effect.ts';
import { misuse } from '../failure.ts';

/** The picture of an approval as SVG: whole storeys. */
export function approvalPicture({ record, plan, effect }: ApprovalDetails): string {
  return svg(
    planDrawing(effect, {
      title: `${plan.tool} on ${plan.branch}: ${record.status}`,
      subtitle: `approval ${record.approval_id}, plan sha256 ${record.plan_digest}`,
    }),
  );
}

/**
 * The picture of an approval as PNG: only the surroundings of the change, as in the preview of its requester.
 */
export function approvalPng({
  plan,
  effect,
}: Pick<ApprovalDetails, 'effect'> & {
  readonly plan: Pick<ApprovalDetails['plan'], 'events'>;
}): Uint8Array {
  const sides = { before: effect.before.model, after: effect.after.model };
  const ids = new Set([
    ...affectedIds(plan.events),
    ...effect.items.map(({ element }) => element.id),
    ...[...effect.imported, ...effect.undone].map(({ id }) => id),
  ]);
  const png = changePng(sides, [...ids], effect.results);
  if (png !== null) return png;
  throw misuse('no part of this effect has a place in plan', 'name a file that ends in .svg');
}

/** Maximum number of storeys in a picture; more would make it unreadable. */
const LEVELS_MAX = 6;

/**
 * A before/after plan of the levels of an effect: deleted red, created green, modified amber, everything else
 * grey.
 */
export function planDrawing(effect: Effect, head: NonNullable<PlannedChange['head']>): Drawing {
  const { before, after, items, imported, undone, carried, names } = drawnEffect(effect);
  const elevation = (id: string): number =>
    [after, before].flatMap(({ model }) => model.elementOf(id, 'level') ?? [])[0]?.params
      .elevation ?? 0;
  const levels = effect.scope.levels
    .map(({ id }) => id)
    .toSorted((a, b) => elevation(a) - elevation(b));
  const shown = levels.slice(0, LEVELS_MAX);
  for (const { model } of [before, after]) {
    for (const level of shown) {
      model.prepareWalls(Array.from(model.elementsOnLevel(level), ({ id }) => id));
    }
  }
  return changePlan({
    sides: { before: before.model, after: after.model },
    names,
    changes: new Map<string, Change>([
      ...carried.map(({ id }) => [id, 'modified'] as const),
      ...imported.map(({ id }) => [id, 'created'] as const),
      ...undone.map(({ id }) => [id, 'deleted'] as const),
      ...items.map(({ element, change }) => [element.id, change] as const),
    ]),
    storeys: (shown.length === 0 ? [null] : shown).map((level_id) => ({
      level_id,
      points: null,
    })),
    more: levels.length - shown.length,
    head,
  });
}

/** The parts of an effect that are drawn, and the names of its sides. */
type Drawn = Pick<Effect, 'carried' | 'imported' | 'items' | 'undone'> & {
  readonly before: ProjectedView;
  readonly after: ProjectedView;
  readonly names: readonly [string, string];
};

/**
 * For a plan that only discards a branch: `before` is the branch, `after` its parent; the lost content is red.
 */
function drawnEffect(effect: Effect): Drawn {
  const [given] = effect.given_up;
  if (given === undefined || effect.items.length > 0) {
    return { ...effect, names: ['before', 'after'] };
  }
  return {
    before: given.after,
    after: given.before,
    items: given.items.map(reversed),
    imported: [],
    undone: [],
    carried: [],
    names: [`on ${given.branch}`, `on ${given.parent}`],
  };
}

/** The reverse of an item. */
function reversed(item: EffectItem): EffectItem {
  switch (item.change) {
    case 'created':
      return { change: 'deleted', element: item.element, cascade_of: null };
    case 'deleted':
      return { change: 'created', element: item.element };
    case 'modified':
      return item;
    default:
      return item satisfies never;
  }
}
