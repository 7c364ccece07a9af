/** @module camera-keys: moves the camera by keyboard. */
import type { CameraState } from '../scene/scene-view.ts';
import { store } from '../state/store.ts';

type Vector = readonly [number, number, number];

/** Angle of one press of an arrow key, radians. */
const TURN = Math.PI / 24;
/** Part of the distance to the target that one press moves. */
const PART = 0.08;
/** Closest to the vertical, radians: the direction of a picture from straight above is undefined. */
const POLE = 0.02;

/** Moves the camera if the key does so: arrows turn, with Shift they move; `+` and `-` zoom. */
export function isCameraKey(event: KeyboardEvent): boolean {
  const { value: camera } = store.camera;
  if (camera === null || event.ctrlKey || event.metaKey || event.altKey) return false;
  const after = cameraAfter(camera, event.key, event.shiftKey);
  if (after === null) return false;
  store.camera.value = after;
  return true;
}

/** The camera after a key; null for other keys. */
export function cameraAfter(
  camera: CameraState,
  key: string,
  isMoved: boolean,
): CameraState | null {
  switch (key) {
    case 'ArrowLeft':
      return isMoved ? moved(camera, -1, 0) : turned(camera, -TURN, 0);
    case 'ArrowRight':
      return isMoved ? moved(camera, 1, 0) : turned(camera, TURN, 0);
    case 'ArrowUp':
      return isMoved ? moved(camera, 0, 1) : turned(camera, 0, TURN);
    case 'ArrowDown':
      return isMoved ? moved(camera, 0, -1) : turned(camera, 0, -TURN);
    case '+':
    case '=':
      return zoomed(camera, 0.85);
    case '-':
      return zoomed(camera, 1 / 0.85);
    default:
      return null;
  }
}

function turned(camera: CameraState, by: number, up: number): CameraState {
  const { position, target } = camera;
  const [x, y, z] = minus(position, target);
  const distance = Math.hypot(x, y, z);
  const angle = Math.atan2(y, x) + by;
  const height = Math.asin(z / distance) + up;
  const limit = Math.PI / 2 - POLE;
  const tilt = Math.max(-limit, Math.min(limit, height));
  const flat = distance * Math.cos(tilt);
  return {
    ...camera,
    position: plus(target, [
      flat * Math.cos(angle),
      flat * Math.sin(angle),
      distance * Math.sin(tilt),
    ]),
  };
}

function moved(camera: CameraState, right: number, up: number): CameraState {
  const { position, target } = camera;
  const [x, y, z] = minus(position, target);
  const step = Math.hypot(x, y, z) * PART;
  const angle = Math.atan2(y, x) + Math.PI / 2;
  const by: Vector = [Math.cos(angle) * right * step, Math.sin(angle) * right * step, up * step];
  return { ...camera, position: plus(position, by), target: plus(target, by) };
}

function zoomed(camera: CameraState, by: number): CameraState {
  const { position, target, height } = camera;
  const [x, y, z] = minus(position, target);
  return { ...camera, position: plus(target, [x * by, y * by, z * by]), height: height * by };
}

function minus([x, y, z]: Vector, [a, b, c]: Vector): Vector {
  return [x - a, y - b, z - c];
}

function plus([x, y, z]: Vector, [a, b, c]: Vector): Vector {
  return [x + a, y + b, z + c];
}
