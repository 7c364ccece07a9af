/** @module members: columns and beams that are extrusions of a profile. */
import type { ElementRecord } from '../../../../schemas/events.ts';
import { toGrid } from '../../../../schemas/units.ts';
import type { Point2 } from '../../../building/geometry/vector.ts';
import { directionThrough, type Matrix, pointThrough, product as joined } from '../shape/matrix.ts';
import type { ProductShape, ProfileShape } from '../shape/shape-node.ts';
import { type Context, nameOf } from './context.ts';
import { cleanRing, gridRing, ringOf } from './plan-ring.ts';
import { uncut, uprightPrism } from './prism.ts';
import type { Product } from './products.ts';
import type { Proposal, Unrecognised } from './proposal.ts';

/** A section: its text, the outline of one without a text, and its centre in the plane of the profile. */
type Section = {
  readonly profile: string;
  readonly outline: { boundary: Point2[]; holes: Point2[][] } | null;
  readonly centre: Point2;
  /** Direction of its width in the plane of the profile. */
  readonly x: Point2;
};

/** The column that a product is. */
export function proposeColumn(
  column: Product,
  shape: ProductShape,
  { ids, model, storeys, products, shapes }: Context,
): readonly Proposal[] | Unrecognised {
  const [item, another] = shape.items;
  if (item === undefined) return { why: 'no body' };
  if (another !== undefined) return { why: 'several bodies' };
  const { body, cutters } = uncut(item);
  if (cutters.length > 0) return { why: 'body is cut' };
  const prism = uprightPrism(body);
  if (prism === null || body.node.form !== 'extrusion') {
    return { why: `body is no upright extrusion: ${body.node.form}` };
  }
  const through = joined(body.place, body.node.place);
  const section = sectionOf(body.node.profile, scaleOf(through));
  const level = storeys.of(column.storey, prism.low);
  const at = pointThrough(through, { ...section.centre, z: 0 });
  const width = directionThrough(through, { ...section.x, z: 0 });
  const turn_deg = toGrid((Math.atan2(width.y, width.x) * 180) / Math.PI);
  const element: ElementRecord = {
    id: ids.of('column', column, String(model.file.idOf(column.row))),
    kind: 'column',
    params: {
      level_id: level.id,
      name: nameOf(column),
      location: { x: toGrid(at.x), y: toGrid(at.y) },
      top_level_id: null,
      height: toGrid(prism.high - prism.low),
      base_offset: toGrid(prism.low - level.elevation),
      profile: section.profile,
      ...(turn_deg === 0 ? {} : { turn_deg }),
      follows_level: false,
      ...(section.outline === null ? {} : { outline: section.outline }),
    },
  };
  const cuts = products.openingsOf(column.row).flatMap((row) => shapes.body(row)?.items ?? []);
  return [{ product: column, element, solid: { items: shape.items, cuts }, host_id: null }];
}

/** Scale of a matrix along the x axis. */
function scaleOf([a, , , , e, , , , i]: Matrix): number {
  return Math.sqrt(a * a + e * e + i * i);
}

/** The section of a profile whose lengths are multiplied by a scale. */
export function sectionOf(shape: ProfileShape, scale: number): Section {
  const { place } = shape;
  const named = textOf(shape, scale);
  if (named !== null) return { profile: named, outline: null, centre: place.origin, x: place.x };
  const ring = ringOf(shape.outer);
  const centre = middleOf(ring);
  const relative = (points: readonly Point2[]): Point2[] =>
    gridRing(
      cleanRing(points).map(({ x, y }) => ({
        x: (x - centre.x) * scale,
        y: (y - centre.y) * scale,
      })),
    );
  const holes = shape.inner.map((loop) => relative(ringOf(loop)));
  const profile = (shape.name ?? '').trim().slice(0, 60) || shape.entity;
  return { profile, outline: { boundary: relative(ring), holes }, centre, x: { x: 1, y: 0 } };
}

function middleOf(ring: readonly Point2[]): Point2 {
  const [xs, ys] = [ring.map(({ x }) => x), ring.map(({ y }) => y)];
  return {
    x: (Math.min(...xs) + Math.max(...xs)) / 2,
    y: (Math.min(...ys) + Math.max(...ys)) / 2,
  };
}

/** The text of a parameterised profile; null if it has none. */
function textOf({ entity, parameters }: ProfileShape, scale: number): string | null {
  const size = (name: string): string => String(toGrid((parameters?.[name] ?? 0) * scale));
  if (entity === 'IfcRectangleProfileDef') return `${size('XDim')}x${size('YDim')}`;
  if (entity === 'IfcCircleProfileDef') return `circle ${String(2 * Number(size('Radius')))}`;
  return null;
}
