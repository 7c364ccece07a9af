/** @module sketch: a drawing while it is made: shapes given in millimetres of the building, put on paper at a scale. */
import type { Point2 } from '../geometry/vector.ts';
import { directionOf } from '../geometry/vector.ts';
import type {
  Arc,
  Block,
  Dimension,
  Drawing,
  Fill,
  Insert,
  Item,
  Pen,
  Primitive,
  TextLine,
} from './drawing.ts';
import { BLACK, LAYERS } from './pens.ts';
import { CAPITAL_SHARE, DEPTH_SHARE, textWidth } from './text/fonts.ts';

/** A box on paper, mm. */
export type PaperBox = { readonly min: Point2; readonly max: Point2 };

/** How a line of text is put on paper, beside its place. */
export type Lettering = Partial<
  Pick<TextLine, 'align' | 'turn_deg' | 'bold' | 'layer' | 'colour' | 'element'>
>;

/** A drawing that grows. Paper coordinates count from the origin of the building until it is finished. */
export class Sketch {
  readonly scale: number;
  readonly items: Item[] = [];
  readonly blocks = new Map<string, Block>();
  readonly warnings: string[] = [];
  readonly #extent = new Extent();
  #measured = 0;

  constructor(scale: number) {
    this.scale = scale;
  }

  /** The point on paper of a point of the building. */
  on(point: Point2): Point2 {
    return { x: point.x / this.scale, y: point.y / this.scale };
  }

  line(points: readonly Point2[], pen: Pen, element: string | null = null, closed = false): void {
    this.items.push({
      shape: 'polyline',
      points: points.map((point) => this.on(point)),
      closed,
      pen,
      element,
    });
  }

  area(
    rings: readonly (readonly Point2[])[],
    fill: Fill,
    {
      pen = null,
      element = null,
    }: { readonly pen?: Pen | null; readonly element?: string | null } = {},
  ): void {
    if (rings.length === 0) return;
    this.items.push({
      shape: 'area',
      rings: rings.map((ring) => ring.map((point) => this.on(point))),
      fill,
      pen,
      element,
    });
  }

  /** The box over what has been drawn, without text; null without anything. */
  box(): PaperBox | null {
    for (; this.#measured < this.items.length; this.#measured += 1) {
      const item = this.items[this.#measured];
      if (item !== undefined) this.#extent.add(item, this.blocks);
    }
    return this.#extent.box();
  }

  /** Puts items under what was drawn when this had as many items as `count`. */
  under(count: number, items: readonly Item[]): void {
    this.box();
    for (const item of items) this.#extent.add(item, this.blocks);
    this.items.splice(count, 0, ...items);
    this.#measured = this.items.length;
  }

  /** A line of text at a place on paper. */
  text(at: Point2, text: string, size_mm: number, how: Lettering = {}): void {
    if (text !== '') this.items.push(textAt(at, text, size_mm, how));
  }
}

/** The box over one item in a frame whose first axis is a unit vector, without text; null without anything. */
export function boxOfItem(
  item: Item,
  blocks: ReadonlyMap<string, Block>,
  axis: Point2,
): PaperBox | null {
  const extent = new Extent(axis);
  extent.add(item, blocks);
  return extent.box();
}

/** A box that grows with the shapes that are added to it. */
class Extent {
  #left = Infinity;
  #bottom = Infinity;
  #right = -Infinity;
  #top = -Infinity;
  readonly #axis: Point2;

  constructor(axis: Point2 = { x: 1, y: 0 }) {
    this.#axis = axis;
  }

  add(item: Item, blocks: ReadonlyMap<string, Block>): void {
    if (item.shape === 'polyline') {
      this.#points(item.points);
    } else if (item.shape === 'area') {
      for (const ring of item.rings) this.#points(ring);
    } else if (item.shape === 'dimension') {
      this.#points([item.text_at, ...endsOf(item)]);
    } else if (item.shape === 'arc') {
      const { centre, radius } = item;
      for (const x of [-radius, radius]) {
        for (const y of [-radius, radius]) this.#point(centre.x + x, centre.y + y);
      }
    } else if (item.shape === 'insert') {
      const { at, along } = item;
      for (const { x, y: up } of cornersOf(blocks.get(item.block))) {
        const y = item.mirrored ? -up : up;
        this.#point(at.x + along.x * x - along.y * y, at.y + along.y * x + along.x * y);
      }
    }
  }

  box(): PaperBox | null {
    if (this.#left > this.#right) return null;
    return { min: { x: this.#left, y: this.#bottom }, max: { x: this.#right, y: this.#top } };
  }

  #points(points: readonly Point2[]): void {
    for (const { x, y } of points) this.#point(x, y);
  }

  #point(px: number, py: number): void {
    const { x: ux, y: uy } = this.#axis;
    const [x, y] = ux === 1 ? [px, py] : [px * ux + py * uy, py * ux - px * uy];
    if (x < this.#left) this.#left = x;
    if (x > this.#right) this.#right = x;
    if (y < this.#bottom) this.#bottom = y;
    if (y > this.#top) this.#top = y;
  }
}

/** Where a dimension line begins and ends. */
function endsOf({ from, to, through, along }: Dimension): readonly Point2[] {
  return [from, to].map(({ x, y }) => {
    const by = (x - through.x) * along.x + (y - through.y) * along.y;
    return { x: through.x + along.x * by, y: through.y + along.y * by };
  });
}

const CORNERS = new WeakMap<Block, readonly Point2[]>();

/** Corners of the straight shapes of a block. */
function cornersOf(block: Block | undefined): readonly Point2[] {
  if (block === undefined) return [];
  const known = CORNERS.get(block);
  if (known !== undefined) return known;
  const corners = block.items.flatMap((item) =>
    item.shape === 'polyline' ? item.points : item.shape === 'area' ? item.rings.flat() : [],
  );
  CORNERS.set(block, corners);
  return corners;
}

/** A line of text as it stands in a drawing. */
export function textAt(at: Point2, text: string, size_mm: number, how: Lettering = {}): TextLine {
  return {
    shape: 'text',
    at,
    text,
    size_mm,
    align: 'left',
    turn_deg: 0,
    bold: false,
    layer: LAYERS.text,
    colour: BLACK,
    element: null,
    ...how,
  };
}

/** What a line of text takes of the paper: from the depth of its letters to the height of its capitals. */
export function textBox({ at, text, size_mm, align, turn_deg, bold }: TextLine): PaperBox {
  const width = textWidth(text, size_mm, bold);
  const left = align === 'left' ? 0 : align === 'middle' ? -width / 2 : -width;
  const [down, up] = [-DEPTH_SHARE * size_mm, CAPITAL_SHARE * size_mm];
  const { x, y } = directionOf(turn_deg);
  const corners = [down, up].flatMap((high) =>
    [left, left + width].map((along) => ({
      x: at.x + along * x - high * y,
      y: at.y + along * y + high * x,
    })),
  );
  return boxOf(corners) ?? { min: at, max: at };
}

/** Whether two boxes share more than an edge. */
export function boxesOverlap(a: PaperBox, b: PaperBox): boolean {
  return a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y;
}

/** The box over points; null without any. */
export function boxOf(points: Iterable<Point2>): PaperBox | null {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < bottom) bottom = y;
    if (y > top) top = y;
  }
  return left > right ? null : { min: { x: left, y: bottom }, max: { x: right, y: top } };
}

/** The items of a drawing elsewhere on paper. */
export function shifted(items: readonly Item[], { x: dx, y: dy }: Point2): readonly Item[] {
  const moved = ({ x, y }: Point2): Point2 => ({ x: x + dx, y: y + dy });
  return items.map((item): Item => {
    switch (item.shape) {
      case 'dimension':
        return {
          ...item,
          from: moved(item.from),
          to: moved(item.to),
          through: moved(item.through),
          text_at: moved(item.text_at),
        };
      case 'insert':
        return { ...item, at: moved(item.at) };
      case 'polyline':
      case 'area':
      case 'arc':
      case 'text':
      case 'picture':
        return shiftedPrimitive(item, moved);
      default:
        return item satisfies never;
    }
  });
}

function shiftedPrimitive(item: Primitive, moved: (point: Point2) => Point2): Primitive {
  switch (item.shape) {
    case 'polyline':
      return { ...item, points: item.points.map(moved) };
    case 'area':
      return { ...item, rings: item.rings.map((ring) => ring.map(moved)) };
    case 'arc':
      return { ...item, centre: moved(item.centre), start: moved(item.start) };
    case 'text':
    case 'picture':
      return { ...item, at: moved(item.at) };
    default:
      return item satisfies never;
  }
}

/** The shapes of a block where it is put. */
export function insertedItems(
  { items }: Block,
  place: Pick<Insert, 'along' | 'at' | 'element' | 'mirrored'>,
): readonly Primitive[] {
  const { at, along, mirrored, element } = place;
  const put = ({ x, y: up }: Point2): Point2 => {
    const y = mirrored ? -up : up;
    return { x: at.x + along.x * x - along.y * y, y: at.y + along.y * x + along.x * y };
  };
  return items.map((item) => {
    const placed =
      item.shape === 'arc' && mirrored
        ? { ...item, centre: put(item.centre), start: put(endOf(item)) }
        : shiftedPrimitive(item, put);
    return placed.shape === 'picture' ? placed : { ...placed, element };
  });
}

/** Where an arc ends. */
export function endOf(arc: Arc): Point2 {
  return onArc(arc, arc.sweep_deg);
}

/** The point of an arc that lies `deg` behind its start. */
export function onArc({ centre, start }: Arc, deg: number): Point2 {
  const { x, y } = directionOf(deg);
  const [dx, dy] = [start.x - centre.x, start.y - centre.y];
  return { x: centre.x + dx * x - dy * y, y: centre.y + dx * y + dy * x };
}

/** Points along an arc, its ends included, with no more than `apart_deg` between two. */
export function arcPoints(arc: Arc, apart_deg: number): readonly Point2[] {
  const steps = Math.max(1, Math.ceil(arc.sweep_deg / apart_deg));
  return Array.from({ length: steps + 1 }, (_, i) => onArc(arc, (arc.sweep_deg * i) / steps));
}

/** Angle of a direction, degrees, on a grid of a millionth: to that every machine agrees. */
export function degreesOf({ x, y }: Point2): number {
  return Math.round(((Math.atan2(y, x) * 180) / Math.PI) * 1e6) / 1e6;
}

/** A finished drawing that is as large as a box around its shapes. */
export function pagedDrawing(
  sketch: Sketch,
  page: { readonly title: string; readonly box: PaperBox; readonly view: PaperBox },
): Drawing {
  const { title, box, view } = page;
  const by = { x: -box.min.x, y: -box.min.y };
  const moved = ({ x, y }: Point2): Point2 => ({ x: x + by.x, y: y + by.y });
  return {
    title,
    width_mm: box.max.x - box.min.x,
    height_mm: box.max.y - box.min.y,
    items: shifted(sketch.items, by),
    blocks: sketch.blocks,
    placements: [
      {
        title,
        scale: sketch.scale,
        origin: by,
        box: { min: moved(view.min), max: moved(view.max) },
      },
    ],
    tables: [],
    warnings: sketch.warnings,
  };
}
