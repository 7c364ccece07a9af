/**
 * @module dxf entities: writes shapes as entities that CAD programs can edit: closed polylines, arcs, texts, blocks and
 * dimensions.
 */
import type { Point2 } from '../../../building/geometry/vector.ts';
import { directionOf } from '../../../building/geometry/vector.ts';
import type { Rgb } from '../../raster/raster.ts';
import type { Arc, Dimension, FilledArea, Insert, Item, Pen, TextLine } from '../drawing.ts';
import { degreesOf, endOf } from '../sketch.ts';
import { CAPITAL_SHARE, textWidth } from '../text/fonts.ts';
import type { DxfTags } from './dxf-tags.ts';
import { dxfName, dxfText, linetypeOf, short, weightOf } from './dxf-tags.ts';
import { hatchLines } from './hatch.ts';

/**
 * Converts paper coordinates to the units of the file: `(paper - origin) * factor`. `measure` is the number of units of the
 * file in one mm of the building, by default 1.
 */
export type Units = {
  readonly origin: Point2;
  readonly factor: number;
  readonly measure?: number;
};

/** The key of a dimension: its chain, and the start and end of the measured length. */
export function dimensionKey(
  { chain, from, to, along }: Dimension,
  { origin, factor }: Units,
): string {
  const on = ({ x, y }: Point2): number =>
    Math.round(((x - origin.x) * along.x + (y - origin.y) * along.y) * factor);
  return `${chain} ${on(from)} ${on(to)}`;
}

/** Writes the entities of one owner (model space or a block). */
export class DxfEntities {
  readonly #tags: DxfTags;
  readonly #owner: string;
  readonly #units: Units;
  readonly #dimensionBlock: (item: Dimension) => string;

  constructor(
    tags: DxfTags,
    owner: string,
    {
      units,
      dimensionBlock,
    }: { readonly units: Units; readonly dimensionBlock: (item: Dimension) => string },
  ) {
    this.#tags = tags;
    this.#owner = owner;
    this.#units = units;
    this.#dimensionBlock = dimensionBlock;
  }

  /** Writes the entities of an item; raster images are left out. */
  add(item: Item): void {
    switch (item.shape) {
      case 'polyline':
        this.#polyline(item.points, item.closed, item);
        return;
      case 'arc':
        this.#arc(item);
        return;
      case 'area':
        this.#area(item);
        return;
      case 'text':
        this.#text(item);
        return;
      case 'dimension':
        this.#dimension(item);
        return;
      case 'insert':
        this.#insert(item);
        return;
      // DXF can only link images as separate files, but a drawing is a single file, so that images are left out.
      case 'picture':
        return;
      default:
        item satisfies never;
    }
  }

  #on({ x, y }: Point2): readonly [string, string] {
    const { origin, factor } = this.#units;
    return [short((x - origin.x) * factor), short((y - origin.y) * factor)];
  }

  #places(points: readonly Point2[]): string {
    return points.map((point) => this.#on(point).join()).join(' ');
  }

  #long(mm: number): string {
    return short(mm * this.#units.factor);
  }

  /**
   * Starts an entity. Its handle is derived from the owner, the type, the layer and the id of the element. Entities
   * without an element are distinguished by `key` instead.
   */
  #begin(type: string, layer: string, element: string | null, key: () => string): void {
    const of = element === null ? `at ${key()}` : `of ${element}`;
    this.#tags.add(
      [0, type],
      [5, this.#tags.handle(`${this.#owner} ${type} ${layer} ${of}`)],
      [330, this.#owner],
      [100, 'AcDbEntity'],
      [8, dxfName(layer)],
    );
  }

  #pen(pen: Pen): void {
    this.#tags.add([6, linetypeOf(pen)]);
    this.#colour(pen.colour);
    this.#tags.add([370, weightOf(pen)]);
  }

  /** Writes a colour, unless it is black: the layer's colour applies, which is white on a dark background. */
  #colour([r, g, b]: Rgb): void {
    if (r + g + b > 150) this.#tags.add([420, r * 65_536 + g * 256 + b]);
  }

  #end(element: string | null): void {
    if (element !== null) this.#tags.add([1001, 'PLUMBLINE'], [1000, dxfText(element)]);
  }

  #polyline(
    points: readonly Point2[],
    closed: boolean,
    { pen, element }: { readonly pen: Pen; readonly element: string | null },
  ): void {
    if (points.length < 2) return;
    this.#begin('LWPOLYLINE', pen.layer, element, () => this.#places(points));
    this.#pen(pen);
    this.#tags.add([100, 'AcDbPolyline'], [90, points.length], [70, closed ? 1 : 0]);
    for (const point of points) {
      const [x, y] = this.#on(point);
      this.#tags.add([10, x], [20, y]);
    }
    this.#end(element);
  }

  #arc(arc: Arc): void {
    const whole = arc.sweep_deg >= 360;
    const key = (): string => this.#places([arc.centre, arc.start]);
    this.#begin(whole ? 'CIRCLE' : 'ARC', arc.pen.layer, arc.element, key);
    this.#pen(arc.pen);
    const [x, y] = this.#on(arc.centre);
    this.#tags.add(
      [100, 'AcDbCircle'],
      [10, x],
      [20, y],
      [30, '0.0'],
      [40, this.#long(arc.radius)],
    );
    if (!whole) {
      const angle = ({ x: px, y: py }: Point2): string => {
        const degrees = degreesOf({ x: px - arc.centre.x, y: py - arc.centre.y });
        return short(degrees < 0 ? degrees + 360 : degrees);
      };
      this.#tags.add([100, 'AcDbArc'], [50, angle(arc.start)], [51, angle(endOf(arc))]);
    }
    this.#end(arc.element);
  }

  /** Writes a fill, unless it is white, and closed polylines over it. */
  #area({ rings, fill, pen, element }: FilledArea): void {
    const { colour, hatch, layer } = fill;
    if (colour !== null && colour.some((part) => part < 255)) {
      this.#solid(rings, layer, { colour, element });
    }
    if (hatch !== null) {
      for (const line of hatchLines(rings, hatch)) {
        this.#polyline(line, false, { pen: hatch.pen, element });
      }
    }
    if (pen !== null) for (const ring of rings) this.#polyline(ring, true, { pen, element });
  }

  #solid(
    rings: readonly (readonly Point2[])[],
    layer: string,
    { colour, element }: { readonly colour: Rgb; readonly element: string | null },
  ): void {
    this.#begin('HATCH', layer, element, () => this.#places(rings.flat()));
    const [r, g, b] = colour;
    this.#tags.add(
      [420, r * 65_536 + g * 256 + b],
      [100, 'AcDbHatch'],
      [10, '0.0'],
      [20, '0.0'],
      [30, '0.0'],
    );
    this.#tags.add(
      [210, '0.0'],
      [220, '0.0'],
      [230, '1.0'],
      [2, 'SOLID'],
      [70, 1],
      [71, 0],
      [91, rings.length],
    );
    for (const ring of rings) {
      this.#tags.add([92, 3], [72, 0], [73, 1], [93, ring.length]);
      for (const point of ring) {
        const [x, y] = this.#on(point);
        this.#tags.add([10, x], [20, y]);
      }
      this.#tags.add([97, 0]);
    }
    this.#tags.add([75, 0], [76, 1], [98, 0]);
    this.#end(element);
  }

  #text({ at, text, size_mm, align, turn_deg, bold, layer, colour, element }: TextLine): void {
    this.#begin('TEXT', layer, element, () => `${this.#places([at])} ${text}`);
    this.#colour(colour);
    const width = textWidth(text, size_mm, bold);
    const back = align === 'left' ? 0 : align === 'middle' ? width / 2 : width;
    const turn = directionOf(turn_deg);
    const start = { x: at.x - turn.x * back, y: at.y - turn.y * back };
    const [x, y] = this.#on(start);
    this.#tags.add(
      [100, 'AcDbText'],
      [10, x],
      [20, y],
      [30, '0.0'],
      [40, this.#long(size_mm * CAPITAL_SHARE)],
    );
    this.#tags.add([1, dxfText(text)]);
    if (turn_deg !== 0) this.#tags.add([50, short(turn_deg)]);
    this.#tags.add([7, bold ? 'DRAWING-BOLD' : 'DRAWING']);
    if (align !== 'left') {
      const [ax, ay] = this.#on(at);
      this.#tags.add([72, align === 'middle' ? 1 : 2], [11, ax], [21, ay], [31, '0.0']);
    }
    this.#tags.add([100, 'AcDbText']);
    this.#end(element);
  }

  #insert({ block, at, along, mirrored, layer, element }: Insert): void {
    this.#begin('INSERT', layer, element, () => `${this.#places([at])} ${block}`);
    const [x, y] = this.#on(at);
    this.#tags.add([100, 'AcDbBlockReference'], [2, dxfName(block)], [10, x], [20, y], [30, '0.0']);
    this.#tags.add(
      [41, '1.0'],
      [42, mirrored ? '-1.0' : '1.0'],
      [43, '1.0'],
      [50, short(degreesOf(along))],
    );
    this.#end(element);
  }

  #dimension(item: Dimension): void {
    const { from, to, through, along, value_mm, text, text_at, layer, element } = item;
    const block = this.#dimensionBlock(item);
    this.#begin('DIMENSION', layer, element, () => dimensionKey(item, this.#units));
    const by = (to.x - through.x) * along.x + (to.y - through.y) * along.y;
    const [x, y] = this.#on({ x: through.x + along.x * by, y: through.y + along.y * by });
    const [tx, ty] = this.#on(text_at);
    this.#tags.add(
      [100, 'AcDbDimension'],
      [2, block],
      [10, x],
      [20, y],
      [30, '0.0'],
      [11, tx],
      [21, ty],
      [31, '0.0'],
    );
    this.#tags.add(
      [70, 32 + 128],
      [1, dxfText(text)],
      [42, short(value_mm * (this.#units.measure ?? 1))],
      [3, 'Standard'],
    );
    const [ax, ay] = this.#on(from);
    const [bx, by2] = this.#on(to);
    this.#tags.add(
      [100, 'AcDbAlignedDimension'],
      [13, ax],
      [23, ay],
      [33, '0.0'],
      [14, bx],
      [24, by2],
      [34, '0.0'],
    );
    this.#tags.add([50, short(degreesOf(along))], [100, 'AcDbRotatedDimension']);
    this.#end(element);
  }
}
