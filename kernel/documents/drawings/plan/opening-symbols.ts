/**
 * @module opening symbols: plan symbols of doors, windows and openings, as blocks whose x axis is parallel to their
 * wall.
 */
import type { Point2 } from '../../../building/geometry/vector.ts';
import type { Element, ElementOf } from '../../../building/kinds/elements.ts';
import { DRAWN_GLASS } from '../../../building/kinds/facets/appearance.ts';
import { type PlanFitting, planFitting } from '../../../building/kinds/fittings/plan-fitting.ts';
import { doorLeaves } from '../../../building/kinds/rules/door-leaves.ts';
import type { ModelView } from '../../../building/model/view.ts';
import type { Pen, Primitive } from '../drawing.ts';
import type { Widths } from '../pens.ts';
import { blank, DASHED, layerOf, penOf, tint, WHITE, widthsFor } from '../pens.ts';
import type { Sketch } from '../sketch.ts';
import type { InWall } from './cut-walls.ts';

/** Thickness of a sliding leaf, mm. */
const LEAF_MM = 40;
/** Length of the part of a digest that names symbols of doors and windows that are not the usual ones. */
const DIGEST = 8;
/** Maximum width of a leaf that is drawn with its swing, mm; a wider leaf is drawn closed. */
const MAX_SWINGING_LEAF_MM = 2500;

/** Adds the symbol of a door, window or opening in a cut wall to the sketch; an element below the cut has none. */
export function addInWall(sketch: Sketch, thing: InWall, view: ModelView): void {
  const { element, from, along, met, wall } = thing;
  if (met === 'below') return;
  const { thickness } = wall.params;
  const { width } = thing.filling.cut;
  const layer = layerOf(categoryOf(element), met === 'above' ? 'above' : 'symbol');
  const fitting = met === 'above' ? null : planFitting(element, wall, view);
  const name = nameOf(thing, thickness, fitting);
  if (!sketch.blocks.has(name)) {
    const shapes = new Shapes(layer, { scale: sketch.scale, half: thickness / 2, width });
    if (met === 'above') shapes.overhead();
    else if (fitting === null) shapes.faces(DASHED);
    else if (element.kind === 'door') drawDoor(shapes, element, fitting);
    else drawWindow(shapes, fitting);
    sketch.blocks.set(name, { name, items: shapes.items });
  }
  sketch.items.push({
    shape: 'insert',
    block: name,
    at: sketch.on(from),
    along,
    mirrored: false,
    layer,
    element: element.id,
  });
}

function categoryOf({ kind }: Element): string {
  return kind === 'door' ? 'Doors' : kind === 'window' ? 'Windows' : 'Openings';
}

/** The block name of an element. Elements with the same symbol share a block. */
function nameOf(
  { element, filling, met }: InWall,
  thickness: number,
  fitting: PlanFitting | null,
): string {
  const digest = fitting?.digest ?? null;
  const own = digest === null ? '' : `-${digest.slice(0, DIGEST)}`;
  const size = `${filling.cut.width}x${thickness}${own}`.replaceAll('.', '_');
  if (met === 'above') return `${element.kind.toUpperCase()}-ABOVE-${size}`;
  if (element.kind !== 'door') return `${element.kind.toUpperCase()}-${size}`;
  const { door_type, swing, is_exit } = element.params;
  return `DOOR-${door_type}-${swing}-${size}${is_exit ? '-EXIT' : ''}`.toUpperCase();
}

/** Scale of the plan, half the thickness of the wall and width of the opening, mm. */
type Sizes = { readonly scale: number; readonly half: number; readonly width: number };

/** The shapes of one symbol. Coordinates are mm in the building from the start of the opening on the wall axis. */
class Shapes {
  readonly items: Primitive[] = [];
  readonly half: number;
  readonly width: number;
  readonly #layer: string;
  readonly #scale: number;
  readonly #widths: Widths;

  constructor(layer: string, { scale, half, width }: Sizes) {
    this.#layer = layer;
    this.#scale = scale;
    this.#widths = widthsFor(scale);
    this.half = half;
    this.width = width;
  }

  pen(weight: keyof Widths, dash_mm: readonly number[] | null = null): Pen {
    return penOf(this.#layer, this.#widths[weight], { dash_mm });
  }

  #on(x: number, y: number): Point2 {
    return { x: x / this.#scale, y: y / this.#scale };
  }

  line(points: readonly (readonly [number, number])[], pen: Pen, closed = false): void {
    const on = points.map(([x, y]) => this.#on(x, y));
    this.items.push({ shape: 'polyline', points: on, closed, pen, element: null });
  }

  /** A leaf between two opposite corners, filled with white. */
  leaf([x0, y0]: readonly [number, number], [x1, y1]: readonly [number, number]): void {
    const ring = [this.#on(x0, y0), this.#on(x1, y0), this.#on(x1, y1), this.#on(x0, y1)];
    const fill = blank(this.#layer);
    this.items.push({ shape: 'area', rings: [ring], fill, pen: this.pen('seen'), element: null });
  }

  /** A quarter circle around a hinge on the axis, counter-clockwise from the end of a leaf. */
  quarter(hinge: number, from: readonly [number, number], radius: number): void {
    this.items.push({
      shape: 'arc',
      centre: this.#on(hinge, 0),
      start: this.#on(...from),
      radius: radius / this.#scale,
      sweep_deg: 90,
      pen: this.pen('thin'),
      element: null,
    });
  }

  circle(x: number, radius: number): void {
    this.items.push({
      shape: 'arc',
      centre: this.#on(x, 0),
      start: this.#on(x + radius, 0),
      radius: radius / this.#scale,
      sweep_deg: 360,
      pen: this.pen('seen'),
      element: null,
    });
  }

  /** The lines of both wall faces across the opening. */
  faces(dash_mm: readonly number[] | null): void {
    for (const side of [-this.half, this.half]) {
      this.line(
        [
          [0, side],
          [this.width, side],
        ],
        this.pen('thin', dash_mm),
      );
    }
  }

  /** An opening above the cut: dashed lines, white because the cut wall below it is drawn dark. */
  overhead(): void {
    const pen = penOf(this.#layer, this.#widths.seen, { dash_mm: DASHED, colour: WHITE });
    const { half, width } = this;
    this.line(
      [
        [0, -half],
        [0, half],
      ],
      pen,
    );
    this.line(
      [
        [width, -half],
        [width, half],
      ],
      pen,
    );
    this.line(
      [
        [0, 0],
        [width, 0],
      ],
      pen,
    );
  }

  /** Glass parallel to the wall, between two points. */
  pane([x0, y0]: readonly [number, number], [x1, y1]: readonly [number, number]): void {
    const ring = [this.#on(x0, y0), this.#on(x1, y0), this.#on(x1, y1), this.#on(x0, y1)];
    const fill = tint(this.#layer, DRAWN_GLASS);
    this.items.push({ shape: 'area', rings: [ring], fill, pen: this.pen('thin'), element: null });
  }
}

/** Draws sills on both faces, and the cut parts of a window. */
function drawWindow(shapes: Shapes, { cut }: PlanFitting): void {
  shapes.faces(null);
  for (const { role, along, aside } of cut) {
    const [from, to] = [[along[0], aside[0]] as const, [along[1], aside[1]] as const];
    if (role === 'glass') shapes.pane(from, to);
    else shapes.leaf(from, to);
  }
}

function drawDoor(shapes: Shapes, { params }: ElementOf<'door'>, fitting: PlanFitting): void {
  const { door_type, is_exit } = params;
  const { width } = shapes;
  if (is_exit) shapes.faces(null);
  if (door_type === 'revolving') return revolving(shapes);
  const { sizes } = fitting;
  const edge = sizes.frame;
  for (const { along, aside } of fitting.cut) {
    shapes.leaf([along[0], aside[0]], [along[1], aside[1]]);
  }
  if (door_type === 'folding') return folding(shapes, fitting.leaves);
  if (door_type === 'sliding' || door_type === 'pocket') return sliding(shapes, door_type);
  const leaves = doorLeaves(params);
  const leaf = (door_type === 'double' ? width / 2 : width) - edge;
  if (leaves.length === 0 || leaf > MAX_SWINGING_LEAF_MM) {
    const thick = sizes.leaf / 2;
    return shapes.leaf([edge, -thick], [width - edge, thick]);
  }
  const thick = Math.min(sizes.leaf, leaf / 4);
  // Hinges are on the frame, not on the wall.
  const within = (x: number): number => Math.min(Math.max(x, edge), width - edge);
  for (const { hinge, closes, sides } of leaves) {
    const hung = { hinge: within(hinge), closes: within(closes), thick };
    for (const side of sides) swinging(shapes, { ...hung, side });
  }
}

/** A leaf of a door, mm: its hinge and closing edge along the wall, its thickness, and its swing side (1 or −1). */
type Leaf = {
  readonly hinge: number;
  readonly closes: number;
  readonly thick: number;
  readonly side: number;
};

/** Draws a leaf open at a right angle, and the arc of its swing. */
function swinging(shapes: Shapes, { hinge, closes: free, thick, side }: Leaf): void {
  const inward = hinge < free ? 1 : -1;
  const leaf = Math.abs(free - hinge);
  shapes.leaf([hinge, 0], [hinge + inward * thick, side * leaf]);
  const closes: readonly [number, number] = [free, 0];
  const opens: readonly [number, number] = [hinge, side * leaf];
  shapes.quarter(hinge, inward === side ? closes : opens, leaf);
}

/** Draws a half-open leaf next to the wall, or inside it for a pocket door. */
function sliding(shapes: Shapes, type: 'sliding' | 'pocket'): void {
  const { width, half } = shapes;
  const aside = type === 'pocket' ? 0 : half + LEAF_MM / 2;
  const back = type === 'pocket' ? -width * 0.6 : -width * 0.5;
  shapes.leaf([back, aside - LEAF_MM / 2], [back + width, aside + LEAF_MM / 2]);
  const tip = back + width + width * 0.3;
  const pen = shapes.pen('thin');
  shapes.line(
    [
      [back + width, aside],
      [tip, aside],
    ],
    pen,
  );
  shapes.line(
    [
      [tip - 80, aside + 40],
      [tip, aside],
      [tip - 80, aside - 40],
    ],
    pen,
  );
}

function folding(shapes: Shapes, panels: number): void {
  const { width } = shapes;
  const points = Array.from({ length: panels + 1 }, (_, i): readonly [number, number] => [
    (width * i) / panels,
    i % 2 === 0 ? 0 : Math.min(width / panels, 350),
  ]);
  shapes.line(points, shapes.pen('edge'));
}

function revolving(shapes: Shapes): void {
  const radius = shapes.width / 2;
  shapes.circle(radius, radius);
  for (const [dx, dy] of [
    [0.7, 0.7],
    [0.7, -0.7],
  ] as const) {
    shapes.line(
      [
        [radius - dx * radius, -dy * radius],
        [radius + dx * radius, dy * radius],
      ],
      shapes.pen('seen'),
    );
  }
}
