/** @module walk: where a person stands: on the floor below a point, with the eyes above it. */
import { type ElementStore, FLAG } from '../shapes/element-store.ts';
import type { CameraRig } from './camera-rig.ts';
import { plus, type Vector } from './vectors.ts';

/** Height of the eyes above the floor, metres. */
const EYE = 1.6;
/** A floor is an element at most so high; a step up is at most so high. */
const FLOOR_HEIGHT = 1;
const STEP = 0.6;
/** Angle of view of a walk over the shorter side of the picture, and the largest over the height, degrees. */
const WALK_FOV = 60;
const LARGEST_FOV = 95;

/** Top of the highest flat element below a point, metres; null without one. */
function floorBelow(store: ElementStore, [x, y, z]: Vector): number | null {
  let floor: number | null = null;
  for (let slot = 1; slot < store.end; slot += 1) {
    if (store.parts[slot] === 0 || ((store.flags[slot] ?? 0) & FLAG.hidden) !== 0) continue;
    const [x0, y0, z0, x1, y1, z1] = store.boxOf(slot);
    if (x < x0 || x > x1 || y < y0 || y > y1 || z1 > z || z1 - z0 > FLOOR_HEIGHT) continue;
    if (x1 - x0 < 1 || y1 - y0 < 1) continue;
    if (floor === null || z1 > floor) floor = z1;
  }
  return floor;
}

/** Puts the camera on the floor below its target, with a level view. `ground`: height where there is no floor; `aspect`: width of the picture over its height. */
export function beginWalk(
  rig: CameraRig,
  store: ElementStore,
  { ground, aspect }: { readonly ground: number; readonly aspect: number },
): void {
  const [x, y, z] = rig.target;
  const floor = floorBelow(store, [x, y, z + STEP]) ?? ground;
  rig.pitch = 0;
  const half = Math.tan((WALK_FOV * Math.PI) / 360) / Math.min(1, aspect);
  rig.fov = Math.min(LARGEST_FOV, (Math.atan(half) * 360) / Math.PI);
  rig.distance = 4;
  rig.target = plus([x, y, floor + EYE], rig.axes.back, -rig.distance);
}

/** Keeps the eyes above the floor after a step. */
export function followFloor(rig: CameraRig, store: ElementStore): void {
  const [x, y, z] = rig.eye;
  const floor = floorBelow(store, [x, y, z - EYE + STEP]);
  if (floor !== null) rig.shift([0, 0, floor + EYE - z]);
}
