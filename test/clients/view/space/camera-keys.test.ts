import { describe, expect, test } from 'vitest';

import type { CameraState } from '../../../../clients/view/scene/scene-view.ts';
import { cameraAfter } from '../../../../clients/view/space/camera-keys.ts';

const CAMERA: CameraState = { position: [10, 0, 5], target: [0, 0, 0], fov: 45, height: 10 };

describe('keys of the camera', () => {
  test.each(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'])(
    '%s turns around the target at the same distance',
    (key) => {
      const after = cameraAfter(CAMERA, key, false);
      expect(after?.target).toEqual(CAMERA.target);
      expect(Math.hypot(...(after?.position ?? []))).toBeCloseTo(Math.hypot(10, 5), 9);
      expect(after?.position).not.toEqual(CAMERA.position);
    },
  );

  test('never looks straight down, where the direction is undefined', () => {
    let camera: CameraState | null = CAMERA;
    for (let press = 0; press < 50 && camera !== null; press++) {
      camera = cameraAfter(camera, 'ArrowUp', false);
    }
    const [x = 0, y = 0] = camera?.position ?? [];
    expect(Math.hypot(x, y)).toBeGreaterThan(0.1);
  });

  test('Shift moves target and position alike', () => {
    const after = cameraAfter(CAMERA, 'ArrowRight', true);
    const moved = [0, 1, 2].map(
      (axis) => (after?.position[axis] ?? 0) - (CAMERA.position[axis] ?? 0),
    );
    for (const axis of [0, 1, 2]) expect(after?.target[axis]).toBeCloseTo(moved[axis] ?? 0, 9);
    expect(moved[1]).toBeGreaterThan(0.1);
  });

  test('plus comes closer, and minus undoes it', () => {
    const closer = cameraAfter(CAMERA, '+', false);
    expect(closer?.height).toBeCloseTo(8.5, 9);
    const back = closer === null ? null : cameraAfter(closer, '-', false);
    expect(back?.position[0]).toBeCloseTo(10, 9);
  });

  test('other keys are left to the page', () => {
    expect(cameraAfter(CAMERA, 'x', false)).toBeNull();
  });
});
