/** @module furniture symbol: the plan symbol of each type of furniture, in its plan frame. */
import type { PlanPoint } from '../../../../schemas/units.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import { type Mark, area, line } from '../facets/symbol.ts';
import { CISTERN, upholstery } from './body.ts';
import { type FurnitureBox, oval, rectangle, rounded } from './frame.ts';
import { DOUBLE_BED_MM, type FurnitureType } from './types.ts';

type Draw = (box: FurnitureBox) => readonly Mark[];

/** Width of thin lines, relative to an outline. */
const THIN = 0.6;

/** A closed line. */
function closed(ring: Ring): Mark {
  return line([...ring, ...ring.slice(0, 1)], THIN);
}

function stroke(...points: readonly PlanPoint[]): Mark {
  return line(points, THIN);
}

/** The rectangle of the furniture. */
function outline({ width, depth }: FurnitureBox): Ring {
  return rectangle(-width / 2, 0, width / 2, depth);
}

/** The outline moved inwards by `by` mm, at most a fifth of its shorter side. */
function inset({ width, depth }: FurnitureBox, by: number): Ring {
  const gap = Math.min(by, Math.min(width, depth) / 5);
  return rectangle(-width / 2 + gap, gap, width / 2 - gap, depth - gap);
}

/** A tap at the back of a basin: a line from a dot towards the bowl. */
function tap({ width, depth }: FurnitureBox, to: number): readonly Mark[] {
  const [from, half] = [depth * 0.07, Math.min(width, depth) * 0.08];
  return [
    stroke({ x: 0, y: from }, { x: 0, y: to }),
    stroke({ x: -half, y: from }, { x: half, y: from }),
  ];
}

/** Places that divide a width into equal bays of about `bay` mm, without its ends. */
function divisions(width: number, bay: number): readonly number[] {
  const count = Math.max(1, Math.round(width / bay));
  return Array.from({ length: count - 1 }, (_, i) => -width / 2 + (width * (i + 1)) / count);
}

/** A rounded seat before a narrow back. */
const chair: Draw = ({ width, depth }) => [
  area('area', rounded(rectangle(-width / 2, depth * 0.16, width / 2, depth), 80)),
  area('area', rounded(rectangle(-width / 2, 0, width / 2, depth * 0.16), 30)),
];

/** Back and arms around seat cushions of about 650 mm. */
const upholstered: Draw = (box) => {
  const { width, depth } = box;
  const { back, arm } = upholstery(box);
  const seat = width / 2 - arm;
  return [
    area('area', rounded(outline(box), 100)),
    stroke(
      { x: -seat, y: depth },
      { x: -seat, y: back },
      { x: seat, y: back },
      { x: seat, y: depth },
    ),
    ...divisions(2 * seat, 650).map((x) => stroke({ x, y: back }, { x, y: depth })),
  ];
};

/** A board with a line along its edge. */
const table: Draw = (box) => [area('area', outline(box)), closed(inset(box, 50))];

/** A screen at the back and a keyboard before it. */
const desk: Draw = (box) => {
  const { width, depth } = box;
  const [screen, keys] = [Math.min(600, width * 0.6) / 2, Math.min(440, width * 0.45) / 2];
  return [
    area('area', outline(box)),
    closed(rectangle(-screen, depth * 0.16, screen, depth * 0.24)),
    closed(rectangle(-keys, depth * 0.55, keys, depth * 0.75)),
  ];
};

/** Pillows at the head and a blanket with a turned corner. */
const bed: Draw = (box) => {
  const { width, depth } = box;
  const side = width / 2;
  const pillows = width >= DOUBLE_BED_MM ? [-width / 4, width / 4] : [0];
  const half = (width / pillows.length) * 0.4;
  const [edge, fold] = [depth * 0.32, Math.min(width * 0.35, depth * 0.2)];
  return [
    area('area', outline(box)),
    ...pillows.map((x) =>
      closed(rounded(rectangle(x - half, depth * 0.06, x + half, depth * 0.25), 70)),
    ),
    stroke({ x: -side, y: edge }, { x: side - fold, y: edge }, { x: side, y: edge + fold }),
    stroke(
      { x: side - fold, y: edge },
      { x: side - fold, y: edge + fold },
      { x: side, y: edge + fold },
    ),
  ];
};

/** Distance between the hangers in a wardrobe, mm: wider than in reality, so that they stay apart at 1:100. */
const HANGER_MM = 150;

/** A rail with hangers. */
const wardrobe: Draw = (box) => {
  const { width, depth } = box;
  const [side, middle, slant] = [width / 2, depth / 2, Math.min(depth * 0.06, HANGER_MM / 4)];
  return [
    area('area', outline(box)),
    stroke({ x: -side, y: middle }, { x: side, y: middle }),
    ...divisions(width, HANGER_MM).map((x) =>
      stroke({ x: x - slant, y: depth * 0.15 }, { x: x + slant, y: depth * 0.85 }),
    ),
  ];
};

/** Bays with books in two thirds of each. */
const shelf: Draw = (box) => {
  const { width, depth } = box;
  const bays = [-width / 2, ...divisions(width, 500)];
  const bay = width / bays.length;
  return [
    area('area', outline(box)),
    ...bays.slice(1).map((x) => stroke({ x, y: 0 }, { x, y: depth })),
    ...bays.flatMap((x) =>
      [1, 2, 3, 4, 5].map((book) => {
        const at = x + (bay * book) / 8;
        return stroke({ x: at, y: 0 }, { x: at, y: depth * 0.7 });
      }),
    ),
  ];
};

/** A cistern, and a seat with its hole. */
const wc: Draw = ({ width, depth }) => {
  const [cistern, rest] = [depth * CISTERN, depth * (1 - CISTERN)];
  const middle = { x: 0, y: cistern + rest / 2 };
  return [
    area('area', rectangle(-width / 2, 0, width / 2, cistern)),
    area('area', oval(middle, width / 2, rest / 2)),
    closed(oval(middle, width * 0.31, rest * 0.36)),
  ];
};

/** An oval bowl with a tap. */
const washbasin: Draw = (box) => {
  const { width, depth } = box;
  return [
    area('area', rounded(outline(box), 120)),
    closed(oval({ x: 0, y: depth * 0.57 }, width * 0.38, depth * 0.32)),
    ...tap(box, depth * 0.36),
  ];
};

/** A rounded tub with a drain. */
const bathtub: Draw = (box) => {
  const { width, depth } = box;
  const drain = Math.min(width, depth) * 0.05;
  return [
    area('area', outline(box)),
    closed(rounded(inset(box, 80), 220)),
    closed(oval({ x: 0, y: depth * 0.27 }, drain, drain)),
    ...tap(box, depth * 0.2),
  ];
};

/** Falls to a drain in the middle. */
const shower: Draw = (box) => {
  const { width, depth } = box;
  const [centre, drain] = [{ x: 0, y: depth / 2 }, Math.min(width, depth) * 0.06];
  return [
    area('area', outline(box)),
    ...outline(box).map((corner) => stroke(corner, centre)),
    closed(oval(centre, drain, drain)),
  ];
};

/** Fronts of about 600 mm below the edge of a worktop. */
const kitchenUnit: Draw = (box) => {
  const { width, depth } = box;
  const front = depth * 0.92;
  return [
    area('area', outline(box)),
    stroke({ x: -width / 2, y: front }, { x: width / 2, y: front }),
    ...divisions(width, 600).map((x) => stroke({ x, y: 0 }, { x, y: front })),
  ];
};

/** A square bowl in a worktop, with drain and tap. */
const sink: Draw = (box) => {
  const { width, depth } = box;
  const [half, drain] = [Math.min(width * 0.38, depth * 0.45), Math.min(width, depth) * 0.06];
  const bowl = rectangle(-half, depth * 0.22, half, depth * 0.84);
  return [
    area('area', outline(box)),
    closed(rounded(bowl, 60)),
    closed(oval({ x: 0, y: depth * 0.58 }, drain, drain)),
    ...tap(box, depth * 0.36),
  ];
};

/** Four rings. */
const cooker: Draw = (box) => {
  const { width, depth } = box;
  const ring = Math.min(width, depth) * 0.15;
  return [
    area('area', outline(box)),
    ...[0.29, 0.71].flatMap((y) =>
      [-0.22, 0.22].map((x) => closed(oval({ x: x * width, y: y * depth }, ring, ring))),
    ),
  ];
};

/** A star of frost behind a door. */
const fridge: Draw = (box) => {
  const { width, depth } = box;
  const [arm, door] = [Math.min(width, depth) * 0.26, depth * 0.9];
  return [
    area('area', outline(box)),
    stroke({ x: -width / 2, y: door }, { x: width / 2, y: door }),
    ...[30, 90, 150].map((deg) => {
      const angle = (deg * Math.PI) / 180;
      const [x, y] = [arm * Math.cos(angle), arm * Math.sin(angle)];
      return stroke({ x: 0 - x, y: depth * 0.45 - y }, { x, y: depth * 0.45 + y });
    }),
  ];
};

const DRAWS: { readonly [type in FurnitureType]: Draw } = {
  chair,
  armchair: upholstered,
  sofa: upholstered,
  table,
  desk,
  bed,
  wardrobe,
  shelf,
  wc,
  washbasin,
  bathtub,
  shower,
  kitchen_unit: kitchenUnit,
  sink,
  cooker,
  fridge,
};

/** The plan symbol of furniture of a type and size. */
export function symbolOf(type: FurnitureType, box: FurnitureBox): readonly Mark[] {
  return DRAWS[type](box);
}
