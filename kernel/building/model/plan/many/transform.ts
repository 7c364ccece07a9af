/** @module transform: converts a requested operation on many elements to motions, places and levels. */
import type { Plan, PlanContext } from '../../../../../schemas/plan.ts';
import type { PlanPoint, SpacePoint } from '../../../../../schemas/units.ts';
import { micrometres } from '../../../geometry/vector.ts';
import type { Motion } from '../../../kinds/kind.ts';
import { requireLevel } from '../../../kinds/rules/lookup.ts';
import type { ModelView } from '../../view.ts';
import { mirroring, translation, turning } from '../motions.ts';
import type { MoveCode } from '../move.ts';
import type { CopyPlace, ManyCopied } from './copy-many.ts';
import { planCopyMany } from './copy-many.ts';
import type { ManyMoved } from './move-many.ts';
import { planMoveMany } from './move-many.ts';

export const TRANSFORMATIONS = ['move', 'rotate', 'mirror', 'array', 'to_levels'] as const;

/** The requested operation; lengths in mm. */
export type Transformation = {
  readonly element_ids: readonly string[];
  readonly operation: (typeof TRANSFORMATIONS)[number];
  readonly delta?: SpacePoint | undefined;
  readonly about?: PlanPoint | undefined;
  readonly angle_deg?: number | undefined;
  readonly from?: PlanPoint | undefined;
  readonly to?: PlanPoint | undefined;
  /** Total number of instances, including the original. */
  readonly count?: number | undefined;
  readonly to_level_ids?: readonly string[] | undefined;
  /** Whether the original is kept. */
  readonly copy: boolean;
  readonly joined: boolean;
};

/** Result of the operation. */
export type Transformed = ManyMoved & ManyCopied;

type Operation = Transformation['operation'];
/** Alternative sets of required arguments of each operation. */
const TAKES: Readonly<Record<Operation, readonly string[]>> = {
  move: ['delta'],
  rotate: ['about angle_deg'],
  mirror: ['from to'],
  array: ['delta count', 'about angle_deg count'],
  to_levels: ['to_level_ids'],
};

/**
 * Plans one operation on many elements. Refuses arguments that the operation does not accept, and
 * operations that an element does not support.
 */
export function planTransform(
  requested: Transformation,
  view: ModelView,
  context: PlanContext<MoveCode>,
): Plan<Transformed> {
  const { element_ids, operation, joined, copy } = requested;
  requireArguments(requested, context);
  if (operation === 'to_levels') {
    const places = onLevels(requested, view, context);
    return copied({ element_ids, places, joined }, view, context);
  }
  const motion = motionOf(requested, context);
  if (operation === 'array' || copy) {
    const places = Array.from({ length: (requested.count ?? 2) - 1 }, (_, n) => motion(n + 1));
    const to = places.map((one): CopyPlace => ({
      motion: one,
      to_level: false,
      levelFor: () => null,
    }));
    return copied({ element_ids, places: to, joined }, view, context);
  }
  const slide = operation === 'move' ? (requested.delta ?? null) : null;
  const plan = planMoveMany({ element_ids, motion: motion(1), slide, joined }, view, context);
  return {
    ...plan,
    data: { ...plan.data, placed_ids: [...element_ids] },
  };
}

function copied(
  what: Parameters<typeof planCopyMany>[0],
  view: ModelView,
  context: PlanContext<MoveCode>,
): Plan<Transformed> {
  const plan = planCopyMany(what, view, context);
  return { ...plan, data: { modified_ids: [], ...plan.data } };
}

function requireArguments(
  requested: Transformation,
  context: PlanContext<'INVALID_ARGUMENT'>,
): void {
  const { operation, delta, about, angle_deg, from, to, count, to_level_ids } = requested;
  const all = { delta, about, angle_deg, from, to, count, to_level_ids };
  const given = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const ways = TAKES[operation];
  if (ways.includes(given.join(' '))) return;
  const expected = ways.map((names) => quoted(names.split(' '))).join(', or ');
  const got = given.length === 0 ? 'none of them' : quoted(given);
  context.refuse('INVALID_ARGUMENT', `\`${operation}\` requires ${expected}, but got ${got}`, {
    operation,
  });
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(' and ');
}

/** Returns the motion of the n-th place, counted from the original. */
function motionOf(
  { operation, delta, about, angle_deg = 0, from, to }: Transformation,
  context: PlanContext<'INVALID_ARGUMENT'>,
): (n: number) => Motion {
  if (operation === 'mirror' && from !== undefined && to !== undefined) {
    if (micrometres(from.x) === micrometres(to.x) && micrometres(from.y) === micrometres(to.y)) {
      context.refuse(
        'INVALID_ARGUMENT',
        '`from` and `to` are the same point: expected two points of the mirror line',
      );
    }
    return () => mirroring(from, to);
  }
  if (about !== undefined) return (n) => turning(about, n * angle_deg);
  const { x, y, z } = delta ?? { x: 0, y: 0, z: 0 };
  return (n) => translation({ x: n * x, y: n * y, z: n * z });
}

/** Target levels of the copies, without duplicates. */
function onLevels(
  { to_level_ids = [] }: Transformation,
  view: ModelView,
  context: PlanContext<MoveCode>,
): readonly CopyPlace[] {
  const motion = translation({ x: 0, y: 0, z: 0 });
  return [...new Set(to_level_ids)].map((id) => {
    const level = requireLevel(view, id, context);
    return { motion, to_level: true, levelFor: () => level };
  });
}
