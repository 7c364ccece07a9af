/** @module drawn motions: where a random building is redrawn, and how it is moved as a whole. */
import type { PlanPoint } from '../../../../schemas/units.ts';
import type { Motion } from './calls.ts';
import { Draw } from './draw.ts';

/** The motion of a seed: mirrored or not, rotated by any angle, shifted. */
export function drawnMotion(seed: number): Motion {
  const draw = new Draw(seed + 1);
  const any = Math.round(draw.between(0, 360_000)) / 1000;
  return {
    mirrored: draw.chance(0.5),
    angle_deg: draw.of([0, 90, 180, 270, 30, 37, any, any]),
    shift: { x: draw.mm(-50_000, 50_000), y: draw.mm(-50_000, 50_000) },
  };
}

/** Arguments of `transform_elements`; `aslant` if corners come between grid points. */
export type Transformation = {
  readonly operation: string;
  readonly aslant: boolean;
  readonly delta?: PlanPoint;
  readonly from?: PlanPoint;
  readonly to?: PlanPoint;
  readonly about?: PlanPoint;
  readonly angle_deg?: number;
};

/** Motions of the whole, one after the other. */
export function transformations(seed: number): readonly Transformation[] {
  const draw = new Draw(seed + 2);
  const delta = { x: draw.mm(-90_000, 90_000) + 0.5, y: draw.mm(1000, 90_000) };
  const to = draw.of([
    { x: 0, y: 1000 },
    { x: 1000, y: 0 },
    { x: 3000, y: 1000 },
  ]);
  const angle_deg = draw.of([90, 180, 270, 37, -12.5]);
  return [
    { operation: 'move', aslant: false, delta },
    { operation: 'mirror', aslant: to.x === 3000, from: { x: 0, y: 0 }, to },
    { operation: 'rotate', aslant: angle_deg % 90 !== 0, about: { x: 1000, y: 2000 }, angle_deg },
  ];
}
