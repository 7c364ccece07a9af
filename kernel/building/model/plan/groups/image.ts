/** @module image: maps elements of one placement to another placement. */
import type { PlanContext } from '../../../../../schemas/plan.ts';
import { deepEqual } from '../../../../base/canonical/deep-equal.ts';
import type { AnyElement, KindCode, Motion } from '../../../kinds/kind.ts';
import type { ModelView } from '../../view.ts';
import { carriedIn } from '../move.ts';
import { onGrid } from '../planned.ts';

/** Mapping from one placement to another. */
export type Way = {
  readonly motion: Motion;
  /** Ids of target elements by the ids of source elements. */
  readonly ids: ReadonlyMap<string, string>;
  /** Ids of target levels by the ids of source levels. */
  readonly levels: ReadonlyMap<string, string>;
  /** Returns the planned state of an element in the target placement. */
  readonly there: (id: string) => AnyElement | undefined;
};

/** Parameters that differ by placement, because they name an individual element. */
const OWN: ReadonlySet<string> = new Set(['name', 'number']);
/** Parameters that following elements derive from their surroundings. */
const FOUND: ReadonlySet<string> = new Set(['boundary_points', 'point']);

/** Returns the image of `element` in the other placement, with the id of its counterpart. */
export function imageOf(
  element: AnyElement,
  { motion, ids, levels, there }: Way,
  view: ModelView,
  context: PlanContext<KindCode>,
): AnyElement {
  const { kinds } = view;
  const { transform } = kinds.of(element);
  const { level, host } = kinds.references(element);
  const id = ids.get(element.id) ?? element.id;
  if (transform === 'none' || transform === 'up_and_down') return { ...element, id };
  if (transform === 'in_host') {
    const holder = there(ids.get(host ?? '') ?? '');
    if (holder === undefined) {
      return context.refuse(
        'INVALID_ARGUMENT',
        `${element.kind} \`${element.id}\` sits in \`${host ?? ''}\`, which is not in the group`,
        { element_id: element.id },
      );
    }
    return withNamed(carriedIn(holder, { ...element, id }, motion, view), element, ids);
  }
  const to = level === null ? null : levelThere(level, levels, view);
  if (to === undefined) {
    return context.refuse(
      'LEVEL_NOT_FOUND',
      `no level is as far from the levels of that placement as \`${level ?? ''}\` is here`,
      { element_id: element.id },
    );
  }
  const storey = to === null ? undefined : view.elementOf(to, 'level');
  const present =
    storey === undefined || to === level
      ? element
      : transform.relevelled(element, storey, view, context);
  const moved = onGrid(transform.moved({ ...present, id }, motion, context), kinds);
  return withNamed(moved, element, ids);
}

/** Replaces references to members of the source placement by their counterparts. */
function withNamed(
  image: AnyElement,
  source: AnyElement,
  ids: ReadonlyMap<string, string>,
): AnyElement {
  const named = Object.entries(source.params).flatMap(([name, value]) => {
    const id = typeof value === 'string' && !OWN.has(name) ? ids.get(value) : undefined;
    return id === undefined ? [] : [[name, id] as const];
  });
  if (named.length === 0) return image;
  return { ...image, params: { ...image.params, ...Object.fromEntries(named) } };
}

/**
 * Target level: the level of the corresponding members, otherwise the level offset by the same number
 * of storeys. Undefined if none exists.
 */
function levelThere(
  level: string,
  levels: ReadonlyMap<string, string>,
  view: ModelView,
): string | undefined {
  const known = levels.get(level);
  if (known !== undefined) return known;
  const order = view.levels().map(({ id }) => id);
  const [pair] = levels;
  if (pair === undefined) return level;
  return order[order.indexOf(level) + order.indexOf(pair[1]) - order.indexOf(pair[0])];
}

/** Names of the parameters that are equal in all placements. */
export function sharedNames(
  element: AnyElement,
  { kinds }: Pick<ModelView, 'kinds'>,
  fresh: boolean,
): readonly string[] {
  const follows = kinds.of(element).follows !== 'none';
  return Object.keys(element.params).filter(
    (name) => !OWN.has(name) && !(fresh && follows && FOUND.has(name)),
  );
}

/** Returns whether an element derives this parameter from its surroundings; it may then differ between placements. */
export function isFound(
  element: AnyElement,
  name: string,
  { kinds }: Pick<ModelView, 'kinds'>,
): boolean {
  return (
    name === 'boundary_points' &&
    kinds.of(element).follows !== 'none' &&
    (element.params['point'] ?? null) !== null
  );
}

/** Tolerance for equal values: oblique rotations of walls with an offset location line are rounded to 0.01 mm. */
const NEAR = 0.02;

/** Returns whether two values of a parameter are equal within the rounding of motions. */
export function alike(a: unknown, b: unknown, name: string): boolean {
  if (name.endsWith('_deg')) return isSameAngle(a ?? 0, b ?? 0, name);
  if (typeof a === 'number' && typeof b === 'number') return Math.abs(a - b) <= NEAR;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, i) => alike(item, b[i], name));
  }
  if (isRecord(a) && isRecord(b)) {
    const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
    return [...keys].every((key) => alike(a[key], b[key], key));
  }
  return deepEqual(a ?? null, b ?? null);
}

/**
 * Compares angles with tolerance. `turn_deg` is compared modulo 180, because an element with its own
 * rotation is unchanged by a half turn.
 */
function isSameAngle(a: unknown, b: unknown, name: string): boolean {
  if (typeof a !== 'number' || typeof b !== 'number') return a === b;
  const whole = name === 'turn_deg' ? 180 : 360;
  const apart = Math.abs(a - b) % whole;
  return Math.min(apart, whole - apart) <= NEAR;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
