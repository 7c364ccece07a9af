/** @module hole form: which forms of windows and openings are possible; the tools and the integrity of elements use this rule. */
import type { PlanContext } from '../../../../schemas/plan.ts';
import type { PlanPoint } from '../../../../schemas/units.ts';
import { type Ring, ringBounds, signedArea, validateRing } from '../../geometry/plan/polygon.ts';
import { SAME_PLACE_MM } from '../../geometry/tolerances.ts';
import type { Fault } from '../kind.ts';
import { outlineFault } from '../rules/in-slab.ts';

export const HOLE_SHAPES = ['rectangle', 'round', 'arched'] as const;

/** The parameters that give the shape of a hole in a wall, mm. */
export type Shaped = {
  readonly width: number;
  readonly height: number;
  readonly shape?: (typeof HOLE_SHAPES)[number] | null;
  readonly rise?: number | null;
  readonly outline?: readonly PlanPoint[] | null;
};

/** Lower left and upper right corner of the box of a hole, mm. */
type HoleBox = { readonly min: PlanPoint; readonly max: PlanPoint };

/** Why a form is impossible, as a refusal states it. */
type FormFault = { readonly text: string; readonly data?: Readonly<Record<string, number>> };

/** Refuses INVALID_ARGUMENT for an outline in addition to a round or arched shape. */
export function requireOneForm(params: Shaped, context: PlanContext<'INVALID_ARGUMENT'>): void {
  refuseFault(twoFormsFault(params), context);
}

/** Refuses INVALID_ARGUMENT for an arch that does not fit the width and height, or a `rise` of another shape. */
export function requireArch(params: Shaped, context: PlanContext<'INVALID_ARGUMENT'>): void {
  refuseFault(archFault(params), context);
}

/**
 * Why the form of a window or opening is impossible; null if it is possible. An outline is valid and counter-clockwise, and
 * `box` is its box; only one form is given; an arch fits the width and height.
 */
export function formFault(params: Shaped, box: HoleBox): Fault | null {
  const form = twoFormsFault(params) ?? archFault(params);
  if (form !== null) return { why: `has an impossible form: ${form.text}` };
  const outline = params.outline ?? null;
  if (outline === null) return null;
  const invalid = outlineFault(outline);
  if (invalid !== null) return invalid;
  if (readableOutline(outline) !== outline) {
    return {
      why: 'has an `outline` that is clockwise or ends at its first point, expected a counter-clockwise one that is not closed',
    };
  }
  const { min, max } = ringBounds(outline);
  return isNear(min, box.min) && isNear(max, box.max)
    ? null
    : {
        why: `has an \`outline\` from ${placeText(min)} to ${placeText(max)}, expected ${placeText(box.min)} to ${placeText(box.max)}: the box of its place, \`width\` and \`height\``,
      };
}

const KNOWN = new WeakMap<readonly PlanPoint[], Ring | null>();

/**
 * The stored outline of a hole as a counter-clockwise ring. Null, so that the hole is the rectangle of its box, if it is
 * none: events of older logs were not checked, and their elements can still be read and changed.
 */
export function readableOutline(outline: readonly PlanPoint[] | null | undefined): Ring | null {
  if (outline === null || outline === undefined) return null;
  const known = KNOWN.get(outline);
  if (known !== undefined) return known;
  const check = validateRing(outline);
  const isStored = check.ok && check.ring.length === outline.length && signedArea(outline) > 0;
  const ring = !check.ok ? null : isStored ? outline : check.ring;
  KNOWN.set(outline, ring);
  return ring;
}

function twoFormsFault({ shape, outline }: Shaped): FormFault | null {
  if ((outline ?? null) === null || (shape !== 'round' && shape !== 'arched')) return null;
  return { text: `\`outline\` was given with \`shape\` ${shape}: expected only one of them` };
}

function archFault({ shape, rise, width, height }: Shaped): FormFault | null {
  const given = rise ?? null;
  if (shape !== 'arched') {
    return given === null
      ? null
      : {
          text: `\`rise\` ${given} mm was given, but \`shape\` is ${shape ?? 'rectangle'}: expected it for an arched one only`,
        };
  }
  const [arch, most] = [given ?? width / 2, Math.min(width / 2, height)];
  if (arch <= most) return null;
  return {
    text: `an arch of ${arch} mm does not fit a width of ${width} mm and a height of ${height} mm: expected \`rise\` of at most ${most} mm`,
    data: { rise: arch, most },
  };
}

function refuseFault(fault: FormFault | null, context: PlanContext<'INVALID_ARGUMENT'>): void {
  if (fault !== null) context.refuse('INVALID_ARGUMENT', fault.text, fault.data);
}

function isNear(a: PlanPoint, b: PlanPoint): boolean {
  return Math.abs(a.x - b.x) <= SAME_PLACE_MM && Math.abs(a.y - b.y) <= SAME_PLACE_MM;
}

function placeText({ x, y }: PlanPoint): string {
  return `(${x}, ${y})`;
}
