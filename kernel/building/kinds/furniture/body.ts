/** @module furniture body: the prisms of which each type of furniture consists, in its plan frame. */
import type { Ring } from '../../geometry/plan/polygon.ts';
import { type FurnitureBox, oval, rectangle } from './frame.ts';
import type { FurnitureType } from './types.ts';

/** An upright prism over a convex outline; heights above the foot, mm. Parts of one body touch and do not overlap. */
export type FurniturePart = { readonly ring: Ring; readonly low: number; readonly high: number };

type Build = (box: FurnitureBox) => readonly FurniturePart[];

/** A prism over a rectangle from (x0, y0) to (x1, y1). */
function block(
  [x0, y0, x1, y1]: readonly [x0: number, y0: number, x1: number, y1: number],
  low: number,
  high: number,
): FurniturePart {
  return { ring: rectangle(x0, y0, x1, y1), low, high };
}

/** A usual thickness, or a share of the whole where that is smaller: parts of tiny furniture still fit into it. */
function thin(usual_mm: number, whole: number): number {
  return Math.min(usual_mm, whole / 5);
}

const whole: Build = ({ width, depth, height }) => [
  block([-width / 2, 0, width / 2, depth], 0, height),
];

/** Four legs at the corners of a rectangle at the front of the furniture. */
function legs(
  { width, depth }: FurnitureBox,
  back: number,
  high: number,
): readonly FurniturePart[] {
  const [leg, side] = [thin(50, Math.min(width, depth)), width / 2];
  return [back, depth - leg].flatMap((y) =>
    [-side, side - leg].map((x) => block([x, y, x + leg, y + leg], 0, high)),
  );
}

const chair: Build = (box) => {
  const { width, depth, height } = box;
  const [seat, board, back] = [height * 0.53, thin(40, height), thin(40, depth)];
  return [
    ...legs(box, back, seat - board),
    block([-width / 2, back, width / 2, depth], seat - board, seat),
    block([-width / 2, 0, width / 2, back], 0, height),
  ];
};

/** Share of the height up to the seat and up to the arms of upholstered furniture. */
const [SEAT, ARMS] = [0.5, 0.75];
/** Thicknesses of the back and the arms of upholstered furniture, mm. */
const [BACK_MM, ARM_MM] = [220, 170];

/** Thicknesses of the back and the arms of upholstered furniture of this size, mm. */
export function upholstery({ width, depth }: FurnitureBox): {
  readonly back: number;
  readonly arm: number;
} {
  return { back: Math.min(BACK_MM, depth / 3), arm: thin(ARM_MM, width) };
}

const upholstered: Build = (box) => {
  const { width, depth, height } = box;
  const { back, arm } = upholstery(box);
  const [side, seat] = [width / 2, height * SEAT];
  return [
    block([-side, 0, side, back], 0, height),
    block([-side, back, -side + arm, depth], 0, height * ARMS),
    block([side - arm, back, side, depth], 0, height * ARMS),
    block([-side + arm, back, side - arm, depth], 0, seat),
  ];
};

const table: Build = (box) => {
  const { width, depth, height } = box;
  const board = thin(40, height);
  return [
    ...legs(box, 0, height - board),
    block([-width / 2, 0, width / 2, depth], height - board, height),
  ];
};

const desk: Build = ({ width, depth, height }) => {
  const [board, panel, side] = [thin(30, height), thin(30, width), width / 2];
  return [
    block([-side, 0, -side + panel, depth], 0, height - board),
    block([side - panel, 0, side, depth], 0, height - board),
    block([-side, 0, side, depth], height - board, height),
  ];
};

const bed: Build = ({ width, depth, height }) => {
  const head = thin(50, depth);
  return [
    block([-width / 2, 0, width / 2, head], 0, height),
    block([-width / 2, head, width / 2, depth], 0, height * 0.9),
  ];
};

/** A rack with two sides, a back and boards. */
const shelf: Build = ({ width, depth, height }) => {
  const [side, sheet, board] = [width / 2, thin(20, Math.min(width, depth)), thin(25, height)];
  const boards = Math.max(2, Math.round(height / 400) + 1);
  return [
    block([-side, 0, -side + sheet, depth], 0, height),
    block([side - sheet, 0, side, depth], 0, height),
    block([-side + sheet, 0, side - sheet, sheet], 0, height),
    ...Array.from({ length: boards }, (_, i) => {
      const low = ((height - board) * i) / (boards - 1);
      return block([-side + sheet, sheet, side - sheet, depth], low, low + board);
    }),
  ];
};

/** Share of the depth that the cistern of a water closet occupies. */
export const CISTERN = 0.26;

const wc: Build = ({ width, depth, height }) => {
  const [cistern, rest] = [depth * CISTERN, depth * (1 - CISTERN)];
  return [
    block([-width / 2, 0, width / 2, cistern], height * 0.5, height),
    block([-width / 4, 0, width / 4, cistern], 0, height * 0.5),
    {
      ring: oval({ x: 0, y: cistern + rest / 2 }, width / 2, rest / 2),
      low: 0,
      high: height * 0.5,
    },
  ];
};

const washbasin: Build = ({ width, depth, height }) => [
  {
    ring: oval({ x: 0, y: depth * 0.4 }, width * 0.15, depth * 0.2),
    low: 0,
    high: height * 0.8,
  },
  block([-width / 2, 0, width / 2, depth], height * 0.8, height),
];

/** A carcass below a worktop that reaches further to the front. */
const counter: Build = ({ width, depth, height }) => {
  const [top, front] = [thin(40, height), depth - thin(30, depth)];
  return [
    block([-width / 2, 0, width / 2, front], 0, height - top),
    block([-width / 2, 0, width / 2, depth], height - top, height),
  ];
};

const BUILDS: { readonly [type in FurnitureType]: Build } = {
  chair,
  armchair: upholstered,
  sofa: upholstered,
  table,
  desk,
  bed,
  wardrobe: whole,
  shelf,
  wc,
  washbasin,
  bathtub: whole,
  shower: whole,
  kitchen_unit: counter,
  sink: counter,
  cooker: counter,
  fridge: whole,
};

/** The parts of furniture of a type and size. */
export function partsOf(type: FurnitureType, box: FurnitureBox): readonly FurniturePart[] {
  return BUILDS[type](box);
}
