/** @module camera-rig: the camera as a target, two angles and a distance, so that its horizon is always level. */
import type { BoxNumbers } from '../../../../servers/view/protocol/scene.ts';
import type { CameraState } from '../scene-view.ts';
import {
  centreOf,
  cornersOf,
  cross,
  dot,
  inverseOf,
  lengthOf,
  type Matrix,
  minus,
  parallel,
  perspective,
  plus,
  times,
  type Vector,
  viewMatrix,
} from './vectors.ts';

/** Everything that a picture needs of a camera. */
export type Lens = {
  readonly matrix: Matrix;
  readonly inverse: Matrix;
  readonly eye: Vector;
  readonly right: Vector;
  readonly up: Vector;
  /** From the target to the eye. */
  readonly back: Vector;
  readonly isParallel: boolean;
  /** Nearest and farthest visible distance, metres. */
  readonly range: readonly [number, number];
  /** Width of a pixel in metres per metre of distance, or for a parallel projection in metres. */
  readonly pixel: number;
};

export type StandardView = 'top' | 'north' | 'south' | 'east' | 'west' | 'corner';

const DEGREE = Math.PI / 180;
/** Where the camera is, as angles from the target: around z from east, and above the horizon. */
const VIEWS: Readonly<Record<StandardView, readonly [number, number]>> = {
  top: [-90 * DEGREE, 90 * DEGREE],
  north: [90 * DEGREE, 0],
  south: [-90 * DEGREE, 0],
  east: [0, 0],
  west: [180 * DEGREE, 0],
  corner: [-60 * DEGREE, 30 * DEGREE],
};
const HIGHEST = 90 * DEGREE;
const SMALLEST_DISTANCE = 0.05;
/** Nearest visible distance in metres: a quarter of an arm, for a walk through a door. */
const NEAREST = 0.08;
const DEFAULT_FOV = 45;

/** The directions of a camera. */
function axesOf(yaw: number, pitch: number): { right: Vector; up: Vector; back: Vector } {
  const back: Vector = [
    Math.cos(pitch) * Math.cos(yaw),
    Math.cos(pitch) * Math.sin(yaw),
    Math.sin(pitch),
  ];
  const right: Vector = [-Math.sin(yaw), Math.cos(yaw), 0];
  return { right, up: cross(back, right), back };
}

/** The camera. Angles are in radians, lengths in metres. */
export class CameraRig {
  target: Vector = [0, 0, 0];
  yaw: number = VIEWS.corner[0];
  pitch: number = VIEWS.corner[1];
  distance = 30;
  /** Vertical angle of view in degrees; null: parallel. */
  fov: number | null = DEFAULT_FOV;
  /** Height of the picture at the target, for a parallel projection. */
  height = 25;

  get state(): CameraState {
    return { position: this.eye, target: this.target, fov: this.fov, height: this.heightAtTarget };
  }

  set state({ position, target, fov, height }: CameraState) {
    const offset = minus(position, target);
    this.distance = Math.max(lengthOf(offset), SMALLEST_DISTANCE);
    this.target = target;
    if (Math.hypot(offset[0], offset[1]) > 1e-9) this.yaw = Math.atan2(offset[1], offset[0]);
    this.pitch = Math.asin(Math.max(-1, Math.min(1, offset[2] / this.distance)));
    this.fov = fov;
    this.height = height;
  }

  get axes(): { right: Vector; up: Vector; back: Vector } {
    return axesOf(this.yaw, this.pitch);
  }

  get eye(): Vector {
    return plus(this.target, this.axes.back, this.distance);
  }

  get heightAtTarget(): number {
    if (this.fov === null) return this.height;
    return 2 * this.distance * Math.tan((this.fov * DEGREE) / 2);
  }

  /** The lens for a picture of this size in pixels, with depths that fit a scene. `spread`: how much more it shows. */
  lens([width, height]: readonly [number, number], scene: BoxNumbers | null, spread = 1): Lens {
    const { right, up, back } = this.axes;
    const eye = this.eye;
    const depths = (scene === null ? [] : cornersOf(scene)).map(
      (corner) => -dot(minus(corner, eye), back),
    );
    const far = Math.max(1, ...depths) * 1.01 + 1;
    const aspect = Math.max(width, 1) / Math.max(height, 1);
    const isParallel = this.fov === null;
    const near = isParallel
      ? Math.min(0, ...depths) - 1
      : Math.max(NEAREST, Math.min(far, ...depths) * 0.9, far / 20_000);
    const projection =
      this.fov === null
        ? parallel(this.height * spread, aspect, near, far)
        : perspective(2 * Math.atan(spread * Math.tan((this.fov * DEGREE) / 2)), aspect, near, far);
    const matrix = times(projection, viewMatrix(eye, right, up, back));
    const pixel =
      (spread * this.heightAtTarget) / (isParallel ? 1 : this.distance) / Math.max(height, 1);
    const range = [near, far] as const;
    return { matrix, inverse: inverseOf(matrix), eye, right, up, back, isParallel, range, pixel };
  }

  /** Turns around the target, or with `isWalking` around the eye. */
  turn(yaw: number, pitch: number, isWalking = false): void {
    const eye = this.eye;
    this.yaw += yaw;
    this.pitch = Math.max(-HIGHEST, Math.min(HIGHEST, this.pitch + pitch));
    if (isWalking) this.target = plus(eye, this.axes.back, -this.distance);
  }

  /** Moves eye and target. */
  shift(offset: Vector): void {
    this.target = plus(this.target, offset);
  }

  /** Moves to the right and up by parts of the height of the picture at the target. */
  pan(right: number, up: number): void {
    const axes = this.axes;
    const height = this.heightAtTarget;
    this.shift(plus(plus([0, 0, 0], axes.right, right * height), axes.up, up * height));
  }

  /** Scales the distance to `point` by `factor`, so that this point stays where it is in the picture. */
  zoom(factor: number, point: Vector | null): void {
    const about = point ?? this.target;
    this.height *= factor;
    if (this.fov === null) {
      this.target = plus(about, minus(this.target, about), factor);
      return;
    }
    const eye = this.eye;
    const next = plus(about, minus(eye, about), factor);
    // The new target is on the axis of view at the depth of the point.
    const depth = Math.max(-dot(minus(about, next), this.axes.back), SMALLEST_DISTANCE);
    this.distance = point === null ? Math.max(this.distance * factor, SMALLEST_DISTANCE) : depth;
    this.target = plus(next, this.axes.back, -this.distance);
  }

  /** Moves so that a box fills a picture with this ratio of width to height. */
  fit(box: BoxNumbers, aspect: number, from: StandardView | undefined): void {
    if (from !== undefined) [this.yaw, this.pitch] = VIEWS[from];
    const { right, up, back } = this.axes;
    const centre = centreOf(box);
    const slope = Math.tan(((this.fov ?? DEFAULT_FOV) * DEGREE) / 2);
    let distance = 0;
    let height = 0;
    for (const corner of cornersOf(box)) {
      const offset = minus(corner, centre);
      const needed = Math.max(Math.abs(dot(offset, up)), Math.abs(dot(offset, right)) / aspect);
      distance = Math.max(distance, needed / slope + dot(offset, back));
      height = Math.max(height, 2 * needed);
    }
    this.target = centre;
    this.distance = Math.max(distance * 1.06, 0.5);
    this.height = Math.max(height * 1.06, 0.2);
  }
}
