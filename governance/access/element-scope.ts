/** @module element-scope: checks touched elements against a scope by their definitions alone, without computing bodies. */
import type { AgentPermissions, PermissionScope } from '../../schemas/permissions.ts';
import type { ScopeLevel } from '../../schemas/sight.ts';
import type { BoxMm } from '../../schemas/units.ts';
import type { Touch } from '../tool/domain.ts';
import { branchFault, outside, type ScopeFault } from './scope.ts';

/** A point in plan, mm. */
type Point = { readonly x: number; readonly y: number };

/** One element that a plan creates, changes or deletes. */
export type DefinedTouch = {
  readonly id: string;
  readonly action: Touch['action'];
  /** Before and after the change; usually the same. */
  readonly categories: readonly string[];
  readonly levels: readonly ScopeLevel[];
  /** Plan points of its body before and after the change. */
  readonly points: readonly (readonly Point[])[];
  /** As in `Touch`. */
  readonly scoped: boolean;
};

/**
 * Tolerance for a point outside the body, mm: joints shorten walls by at most the thickness of the joined wall, measured
 * along the shortened one.
 */
const POINT_SLACK_MM = 2000;

/**
 * Touches that the permissions do not cover, before or after the change. Action, branch, category and levels are judged as
 * in the gate; for regions, the plan points of the body must lie inside one of them. Never stricter than the gate.
 */
export function elementFaults(
  permissions: AgentPermissions['permissions'],
  branch: string,
  touches: readonly DefinedTouch[],
): readonly ScopeFault[] {
  return touches.flatMap(({ id, action, scoped, ...touch }) => {
    const scope = permissions[action];
    const because =
      scope === undefined
        ? `the permission ${action} is missing`
        : (branchFault(scope, branch) ?? (scoped ? placeFault(scope, touch) : null));
    return because === null ? [] : [{ id, action, because }];
  });
}

function placeFault(
  { regions, ...flat }: PermissionScope,
  { categories, levels, points }: Omit<DefinedTouch, 'id' | 'action' | 'scoped'>,
): string | null {
  for (const category of categories) {
    const because = outside(flat, { category, levels, before: [], after: [] });
    if (because !== null) return because;
  }
  if (regions === undefined) return null;
  const stray = points.find((some) => some.length > 0 && !regions.some((box) => isIn(box, some)));
  return stray === undefined ? null : 'it is not inside an allowed region';
}

function isIn({ min, max }: BoxMm, points: readonly Point[]): boolean {
  return points.every(
    ({ x, y }) =>
      x >= min.x - POINT_SLACK_MM &&
      x <= max.x + POINT_SLACK_MM &&
      y >= min.y - POINT_SLACK_MM &&
      y <= max.y + POINT_SLACK_MM,
  );
}
