/** @module sketch: a drawing under construction: converts shapes from mm in the building to mm on paper. */
import type { Point2 } from '../../building/geometry/vector.ts';
import { directionOf } from '../../building/geometry/vector.ts';
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

/** The optional style of a line of text. */
export type Lettering = Partial<
  Pick<TextLine, 'align' | 'turn_deg' | 'bold' | 'layer' | 'colour' | 'element'>
>;

/** A drawing under construction. Until it is finished, paper coordinates are relative to the origin of the building. */
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

  /** Converts a point of the building to paper coordinates. */
  on(point: Point2): Point2 {
    return { x: point.x / this.scale, y: point.y / this.scale };
  }

  /** Adds a line; its points are mm in the building. */
  line(points: readonly Point2[], pen: Pen, element: string | null = null, closed = false): void {
    this.items.push({
      shape: 'polyline',
      points: points.map((point) => this.on(point)),
      closed,
      pen,
      element,
    });
  }

  /** Adds a filled area; its rings are mm in the building. Without rings, nothing is added. */
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

  /** The bounding box of the drawn items without text; null if there are none. */
  box(): PaperBox | null {
    for (; this.#measured < this.items.length; this.#measured += 1) {
      const item = this.items[this.#measured];
      if (item !== undefined) this.#extent.add(item, this.blocks);
    }
    return this.#extent.box();
  }

  /** Inserts items after the first `count` items, so that later items are drawn over them. */
  under(count: number, items: readonly Item[]): void {
    this.box();
    for (const item of items) this.#extent.add(item, this.blocks);
    this.items.splice(count, 0, ...items);
    this.#measured = this.items.length;
  }

  /** Adds a line of text at a point on the paper. */
  text(at: Point2, text: string, size_mm: number, how: Lettering = {}): void {
    if (text !== '') this.items.push(textAt(at, text, size_mm, how));
  }
}

/**
 * The bounding box of one item without its text, in a frame whose first axis is a unit vector; null if the item has no
 * extent.
 */
export function boxOfItem(
  item: Item,
  blocks: ReadonlyMap<string, Block>,
  axis: Point2,
): PaperBox | null {
  const extent = new Extent(axis);
  extent.add(item, blocks);
  return extent.box();
}

/** A bounding box that grows with each added shape. */
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

/** The end points of a dimension line. */
function endsOf({ from, to, through, along }: Dimension): readonly Point2[] {
  return [from, to].map(({ x, y }) => {
    const by = (x - through.x) * along.x + (y - through.y) * along.y;
    return { x: through.x + along.x * by, y: through.y + along.y * by };
  });
}

/** Cache of the corners of blocks. */
const CORNERS = new WeakMap<Block, readonly Point2[]>();

/** The corners of the polylines and areas of a block. */
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

/** A line of text as an item of a drawing. */
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

/** The bounding box of a line of text on paper; its height is from the descent below the baseline to the capitals. */
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

/** Whether two boxes overlap; a shared edge does not count. */
export function boxesOverlap(a: PaperBox, b: PaperBox): boolean {
  return a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y;
}

/** The bounding box of points; null if there are none. */
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

/** Copies of the items, moved on paper by a vector. */
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

/** The shapes of a block, transformed to the place of an insertion. */
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

/** The end point of an arc. */
export function endOf(arc: Arc): Point2 {
  return onArc(arc, arc.sweep_deg);
}

/** The point of an arc at the angle `deg` from its start. */
export function onArc({ centre, start }: Pick<Arc, 'centre' | 'start'>, deg: number): Point2 {
  const { x, y } = directionOf(deg);
  const [dx, dy] = [start.x - centre.x, start.y - centre.y];
  return { x: centre.x + dx * x - dy * y, y: centre.y + dx * y + dy * x };
}

/** Points along an arc, including its ends, at most `apart_deg` apart. */
export function arcPoints(arc: Arc, apart_deg: number): readonly Point2[] {
  const steps = Math.max(1, Math.ceil(arc.sweep_deg / apart_deg));
  return Array.from({ length: steps + 1 }, (_, i) => onArc(arc, (arc.sweep_deg * i) / steps));
}

/** Angle of a direction in degrees, rounded to a millionth so that the result is the same on every machine. */
export function degreesOf({ x, y }: Point2): number {
  return Math.round(((Math.atan2(y, x) * 180) / Math.PI) * 1e6) / 1e6;
}

/** A drawing of shapes on a page without a scale: a picture, a diagram or a legend. */
export function pictureDrawing(
  title: string,
  { width_mm, height_mm }: Pick<Drawing, 'height_mm' | 'width_mm'>,
  items: readonly Item[],
): Drawing {
  const none = { blocks: new Map<string, Block>(), placements: [], tables: [], warnings: [] };
  return { title, width_mm, height_mm, coordinates: 'paper', items, ...none };
}

/** The corners of a box. */
export function boxRing({ min, max }: PaperBox): readonly Point2[] {
  return [min, { x: max.x, y: min.y }, max, { x: min.x, y: max.y }];
}

/** The corners of a regular polygon that approximates a circle: 16 to 64 corners, depending on the radius (mm). */
export function discRing(centre: Point2, radius: number): readonly Point2[] {
  const start = { x: centre.x + radius, y: centre.y };
  const corners = Math.min(16, Math.max(4, Math.ceil(radius * 8)));
  return Array.from({ length: 4 * corners }, (_, at) =>
    onArc({ centre, start }, (90 * at) / corners),
  );
}

/**
 * The finished drawing. `box` is the part of the sketch that becomes the page, and `view` the part that the view
 * covers; both are in the paper coordinates of the sketch, mm.
 */
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
    coordinates: 'building',
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
