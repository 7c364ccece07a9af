/** @module columns: columns that are upright extrusions of a profile, or upright prisms. */
import type { ElementRecord } from '../../../../../schemas/events.ts';
import { toGrid } from '../../../../../schemas/units.ts';
import type { Point2 } from '../../../../building/geometry/vector.ts';
import { directionThrough, pointThrough, product as joined } from '../../shape/matrix.ts';
import type { ProductShape } from '../../shape/shape-node.ts';
import type { Context } from '../context.ts';
import { nameOf } from '../ids.ts';
import { prismOf } from '../outlines/body-prism.ts';
import { cleanRing, ringOf } from '../outlines/plan-ring.ts';
import { uncut, uprightPrism } from '../outlines/prism.ts';
import type { Product } from '../products.ts';
import { isUnrecognised, type Proposal, type Unrecognised } from '../proposal.ts';
import { facedMember } from './faced-member.ts';
import { facedSection } from './faced-section.ts';
import { planesOf } from './member-planes.ts';
import { memberOf, unit } from './member.ts';
import { scaleOf, type Section, sectionOf } from './sections.ts';
import { planeParams, type WallPlane } from './wall-planes.ts';

/** A column as its body shows it: heights, place, and section; mm. */
type ColumnBody = {
  readonly low: number;
  readonly high: number;
  readonly at: Point2;
  /** Its axis in plan at its top; null for an upright one. */
  readonly head: Point2 | null;
  readonly turn_deg: number;
  readonly section: Pick<Section, 'profile' | 'outline'>;
  /** The planes that cut it. */
  readonly planes: readonly WallPlane[];
};

/** Smallest rise of the axis of a column, relative to its length. */
const LEAST_RISE = 0.1;

/** The column that a product is. */
export function proposeColumn(
  column: Product,
  shape: ProductShape,
  context: Context,
): readonly Proposal[] | Unrecognised {
  const body = extrudedColumn(shape) ?? leaningColumn(shape) ?? facedColumn(shape, context);
  if (isUnrecognised(body)) return body;
  const { ids, storeys, products, shapes } = context;
  const { low, high, at, head, turn_deg, section, planes } = body;
  const level = storeys.of(column.storey, low);
  const element: ElementRecord = {
    id: ids.of('column', column),
    kind: 'column',
    params: {
      level_id: level.id,
      name: nameOf(column),
      location: { x: toGrid(at.x), y: toGrid(at.y) },
      ...(head === null ? {} : { top_location: { x: toGrid(head.x), y: toGrid(head.y) } }),
      top_level_id: null,
      height: toGrid(high - low),
      base_offset: toGrid(low - level.elevation),
      profile: section.profile,
      ...(turn_deg === 0 ? {} : { turn_deg }),
      follows_level: false,
      ...(section.outline === null ? {} : { outline: section.outline }),
      ...planeParams(planes, level.elevation),
    },
  };
  const cuts = products.openingsOf(column.row).flatMap((row) => shapes.body(row)?.items ?? []);
  return [{ product: column, element, expected: { items: shape.items, cuts }, host_id: null }];
}

/** The column that is an upright extrusion of a profile; null for any other. */
function extrudedColumn({ items }: ProductShape): ColumnBody | null {
  const [item, another] = items;
  if (item === undefined || another !== undefined) return null;
  const { body, cutters } = uncut(item);
  const prism = uprightPrism(body);
  const planes = planesOf(body, cutters);
  if (planes === null || prism === null || body.node.form !== 'extrusion') return null;
  const through = joined(body.place, body.node.place);
  const section = sectionOf(body.node.profile, scaleOf(through));
  const width = directionThrough(through, { ...section.x, z: 0 });
  return {
    low: prism.low,
    high: prism.high,
    at: pointThrough(through, { ...section.centre, z: 0 }),
    head: null,
    turn_deg: toGrid((Math.atan2(width.y, width.x) * 180) / Math.PI),
    section,
    planes,
  };
}

/** The column whose section is square to an axis that leans; null for any other. */
function leaningColumn(shape: ProductShape): ColumnBody | null {
  const member = memberOf(shape);
  if (isUnrecognised(member)) return null;
  const { width, section, planes } = member;
  const isRising = member.end.z > member.start.z;
  const [foot, top] = isRising ? [member.start, member.end] : [member.end, member.start];
  const along = unit({ x: top.x - foot.x, y: top.y - foot.y, z: top.z - foot.z });
  if (along.z < LEAST_RISE) return null;
  // The section of an upright column, tilted with the axis: its turn is that of the width tilted back.
  const back = width.z / (1 + along.z);
  const turn = Math.atan2(width.y - along.y * back, width.x - along.x * back);
  const turn_deg = toGrid((turn * 180) / Math.PI);
  return { low: foot.z, high: top.z, at: foot, head: top, turn_deg, section, planes };
}

/** The column whose faces are those of an upright prism with oblique ends; null for any other. */
function cutColumn(shape: ProductShape, context: Context): ColumnBody | null {
  const member = facedMember(shape, { x: 0, y: 0, z: 1 }, context);
  if (member === null) return null;
  const { start, end, section, planes } = member;
  return { low: start.z, high: end.z, at: start, head: null, turn_deg: 0, section, planes };
}

/** The column whose faces are those of an upright prism. */
function facedColumn(shape: ProductShape, context: Context): ColumnBody | Unrecognised {
  const prism = prismOf(shape, context);
  if (isUnrecognised(prism)) return cutColumn(shape, context) ?? prism;
  const { low, high, outer, inner } = prism;
  const boundary = cleanRing(ringOf(outer));
  if (boundary.length < 3) return { why: 'outline in plan has no area' };
  const rings = { boundary, holes: inner.map((loop) => cleanRing(ringOf(loop))) };
  const body = { items: shape.items, length: high - low, evaluator: context.evaluator };
  const section = facedSection(rings, body);
  return { low, high, at: section.centre, head: null, turn_deg: 0, section, planes: [] };
}
