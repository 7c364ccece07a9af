/** @module floor spans: the unsupported span of a floor. */
import type { ElementOf } from '../../../building/kinds/elements.ts';
import type { ModelView } from '../../../building/model/view.ts';
import type { Finding } from '../../findings/finding.ts';
import { findingId } from '../../findings/finding.ts';
import { farthestFrom } from './clear-distance.ts';
import { planOf } from './load-paths.ts';
import type { SpanLimits } from './span-limits.ts';
import type { StructuralBody } from './structural-bodies.ts';

const CHECK = 'structure.floor_span';

export type FloorSpan = { readonly span_mm: number; readonly finding: Finding | null };

type Spanning = {
  readonly view: ModelView;
  readonly limits: SpanLimits;
  readonly tolerance_mm: number;
};

/**
 * The span of a floor: twice the distance of its farthest point from the closest wall, column or beam that supports it.
 * For two parallel walls this is their distance; for four walls it is the smaller of the two. Null without supports.
 */
export function floorSpan(
  element: ElementOf<'floor'>,
  body: StructuralBody,
  carriers: readonly StructuralBody[],
  { view, limits, tolerance_mm }: Spanning,
): FloorSpan | null {
  const supports = carriers
    .filter(({ role }) => role !== 'slab')
    .flatMap(({ pieces }) => pieces)
    .filter(({ bounds }) => bounds[5] >= body.low - tolerance_mm);
  if (supports.length === 0) return null;
  const { place, distance_mm } = farthestFrom(body.pieces.map(planOf), supports.map(planOf));
  const span_mm = 2 * distance_mm;
  const { thickness } = element.params;
  const ratio = limits.floor_span_ratio;
  const limit_mm = ratio * thickness;
  if (span_mm <= limit_mm + tolerance_mm) return { span_mm, finding: null };
  return {
    span_mm,
    finding: {
      finding_id: findingId(CHECK, [element.id]),
      check: CHECK,
      severity: 'advisory',
      element_ids: [element.id],
      level_id: view.levelOf(element.id),
      message: `floor \`${element.id}\` spans ${Math.round(span_mm)} mm between supports, more than ${Math.round(limit_mm)} mm (${ratio} times its thickness of ${thickness} mm)`,
      location: { ...place, z: body.high },
      box: view.bounds(element.id),
      details: { span_mm: Math.round(span_mm), limit_mm: Math.round(limit_mm), ratio },
    },
  };
}
