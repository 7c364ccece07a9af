/** @module world: a plan turned and moved to its place in the map of the site. */
import type { Point2 } from '../../../building/geometry/vector.ts';
import {
  type Georeference,
  metresPerUnit,
  northsOf,
  type Placed,
  toMapOf,
  turnOf,
} from '../../../building/place/georeference.ts';
import type { Drawing, Item, Primitive } from '../drawing.ts';
import type { Units } from './dxf-entities.ts';

/** A drawing whose coordinates are those of a map, and how they are written. */
export type InWorld = {
  readonly drawing: Drawing;
  readonly units: Units;
  readonly crs: string;
  readonly map_unit: NonNullable<Georeference['map_unit']>;
};

/** A site with a georeference. */
export type Georeferenced = Placed & { readonly georeference: Georeference };

/**
 * The drawing of one view seen from above, turned so that grid north is up, with the units that place it in the map. Null if
 * its coordinates are not those of the building.
 */
export function inWorld(drawing: Drawing, site: Georeferenced): InWorld | null {
  const [view] = drawing.placements;
  if (view === undefined || drawing.coordinates === 'paper') return null;
  const { map_unit = 'metre', scale = 1, crs } = site.georeference;
  const turn = new Turn(0 - northsOf(site).grid_deg);
  const { width_mm, height_mm } = drawing;
  const corners = [
    { x: 0, y: 0 },
    { x: width_mm, y: 0 },
    { x: width_mm, y: height_mm },
    { x: 0, y: height_mm },
  ].map((corner) => turn.point(corner));
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  // The lower left corner of the turned page is the origin of its paper.
  turn.moveBy({ x: 0 - Math.min(...xs), y: 0 - Math.min(...ys) });
  const measure = (0.001 / metresPerUnit(map_unit)) * scale;
  const factor = view.scale * measure;
  const at = turn.point(view.origin);
  const { eastings, northings } = toMapOf(site)({ x: 0, y: 0 });
  return {
    drawing: {
      ...drawing,
      width_mm: Math.max(...xs) - Math.min(...xs),
      height_mm: Math.max(...ys) - Math.min(...ys),
      items: drawing.items.map((item) => turn.item(item)),
    },
    units: {
      origin: { x: at.x - eastings / factor, y: at.y - northings / factor },
      factor,
      measure,
    },
    crs,
    map_unit,
  };
}

/** A rotation of the paper, followed by a translation. */
class Turn {
  readonly #degrees: number;
  readonly #cos: number;
  readonly #sin: number;
  #by: Point2 = { x: 0, y: 0 };

  constructor(degrees: number) {
    this.#degrees = degrees;
    const { cos, sin } = turnOf(degrees);
    this.#cos = cos;
    this.#sin = sin;
  }

  moveBy(by: Point2): void {
    this.#by = by;
  }

  direction({ x, y }: Point2): Point2 {
    return { x: x * this.#cos - y * this.#sin, y: x * this.#sin + y * this.#cos };
  }

  point(point: Point2): Point2 {
    const { x, y } = this.direction(point);
    return { x: x + this.#by.x, y: y + this.#by.y };
  }

  item(item: Item): Item {
    if (item.shape === 'insert') {
      return { ...item, at: this.point(item.at), along: this.direction(item.along) };
    }
    if (item.shape !== 'dimension') return this.#primitive(item);
    return {
      ...item,
      from: this.point(item.from),
      to: this.point(item.to),
      through: this.point(item.through),
      along: this.direction(item.along),
      text_at: this.point(item.text_at),
    };
  }

  #primitive(item: Primitive): Primitive {
    switch (item.shape) {
      case 'polyline':
        return { ...item, points: item.points.map((point) => this.point(point)) };
      case 'arc':
        return { ...item, centre: this.point(item.centre), start: this.point(item.start) };
      case 'text':
        return { ...item, at: this.point(item.at), turn_deg: this.#turned(item.turn_deg) };
      case 'picture':
        return item;
      case 'area': {
        const { hatch } = item.fill;
        const turned =
          hatch === null ? null : { ...hatch, angle_deg: this.#turned(hatch.angle_deg) };
        return {
          ...item,
          rings: item.rings.map((ring) => ring.map((point) => this.point(point))),
          fill: { ...item.fill, hatch: turned },
        };
      }
      default:
        return item satisfies never;
    }
  }

  #turned(degrees: number): number {
    return Number((degrees + this.#degrees).toFixed(9)) + 0;
  }
}
