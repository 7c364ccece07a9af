/** @module face shape: round and arched outlines in their box, with exact areas and perimeters. */
import { onGrid, type Point2 } from '../vector.ts';
import { CIRCLE_SIDES } from './circle-sides.ts';
import type { Ring } from './polygon.ts';

/**
 * An outline with arcs in a box of `width` by `height` mm: `round` is the ellipse that touches the four sides of the box;
 * `arched` is a rectangle under an arc of a circle over the whole width, `rise` mm high.
 */
export type FaceShape = {
  readonly form: 'round' | 'arched';
  readonly width: number;
  readonly height: number;
  /** 0 for `round`. */
  readonly rise: number;
};

/** The circle of an arch: its centre, x from the left side of the box and y from its foot, and half of its angle, radians. */
type Arch = { readonly centre: Point2; readonly radius: number; readonly half: number };

/** The circle of an arched shape, mm. */
export function archOf({ width, height, rise }: FaceShape): Arch {
  const radius = ((width * width) / 4 + rise * rise) / (2 * rise);
  const down = radius - rise;
  return {
    centre: { x: width / 2, y: height - radius },
    radius,
    half: Math.atan2(width / 2, down),
  };
}

/**
 * The shape as a counter-clockwise ring on the grid, x from the left side of its box and y from its foot. Its corners are
 * on the arcs, some of them where these touch the box.
 */
export function shapeRing(shape: FaceShape, sides: number = CIRCLE_SIDES.usual): Ring {
  const { form, width, height, rise } = shape;
  if (form === 'round') {
    return Array.from({ length: sides }, (_, i) => {
      const angle = (i * 2 * Math.PI) / sides;
      return {
        x: onGrid((width / 2) * (1 + Math.cos(angle))),
        y: onGrid((height / 2) * (1 + Math.sin(angle))),
      };
    });
  }
  const { centre, radius, half } = archOf(shape);
  // An even number, so that the head of the arch is a corner.
  const count = 2 * Math.ceil((sides * half) / (2 * Math.PI));
  const spring = height - rise;
  const between = Array.from({ length: count - 1 }, (_, i): Point2 => {
    const angle = half - ((i + 1) * 2 * half) / count;
    return {
      x: onGrid(centre.x + radius * Math.sin(angle)),
      y: onGrid(centre.y + radius * Math.cos(angle)),
    };
  });
  const feet = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
  ];
  if (onGrid(spring) === 0) return [...feet, ...between];
  const springs = [
    { x: width, y: onGrid(spring) },
    { x: 0, y: onGrid(spring) },
  ] as const;
  return [...feet, springs[0], ...between, springs[1]];
}

/** Area with exact arcs, mm². */
export function shapeArea(shape: FaceShape): number {
  const { form, width, height, rise } = shape;
  if (form === 'round') return (Math.PI * width * height) / 4;
  const { radius, half } = archOf(shape);
  return width * (height - rise) + radius * radius * (half - Math.sin(half) * Math.cos(half));
}

/** Perimeter with exact arcs, mm. */
export function shapePerimeter(shape: FaceShape): number {
  const { form, width, height, rise } = shape;
  if (form === 'round') return ellipsePerimeter(width / 2, height / 2);
  const { radius, half } = archOf(shape);
  return width + 2 * (height - rise) + 2 * half * radius;
}

/** Steps of the mean, which converges quadratically: five are exact for any proportion of a window. */
const STEPS = 8;

/** Perimeter of an ellipse with these half axes, mm, by the arithmetic-geometric mean (Gauss). */
function ellipsePerimeter(a: number, b: number): number {
  let [x, y, sum, power] = [a, b, (a * a + b * b) / 2, 1 / 4];
  for (let step = 0; step < STEPS; step += 1) {
    const difference = x - y;
    [x, y] = [(x + y) / 2, Math.sqrt(x * y)];
    sum -= power * difference * difference;
    power *= 2;
  }
  return (2 * Math.PI * sum) / x;
}

/** The shape with all sides moved inwards by `inset` mm, on the same centres; of an ellipse, the half axes. */
export function insetShape(shape: FaceShape, inset: number): FaceShape {
  const [width, height] = [shape.width - 2 * inset, shape.height - 2 * inset];
  if (shape.form === 'round') return { form: 'round', width, height, rise: 0 };
  const { radius } = archOf(shape);
  const inner = radius - inset;
  const rise = inner - Math.sqrt(Math.max(0, inner * inner - (width * width) / 4));
  return { form: 'arched', width, height, rise };
}
