/** @module camera: the camera argument of axonometric and perspective pictures. */
import * as z from 'zod';

import { SpacePoint } from '../../schemas/units.ts';
import { type CameraDefinition, DrawingScale } from '../../schemas/views.ts';

/** A component of a direction; the length of the direction does not matter. */
const Part = z.number().min(-1e6).max(1e6);
/** Default direction towards the viewer, who is in the south-east and above, which shows most of a building. */
const OBLIQUE = { x: 1, y: -1, z: 0.8 };
/** Horizontal field of view of perspectives. */
const FIELD_DEG = 60;

/** Perspective if `eye` and `target` are given, else axonometric. */
export const Camera = z
  .strictObject({
    direction: z
      .strictObject({
        x: Part,
        y: Part,
        z: Part,
      })
      .optional()
      .describe(
        'World direction from the building to the viewer. Default: (1, -1, 0.8), from the south-east and above.',
      ),
    scale: DrawingScale.optional().describe(
      'Axonometric scale 1:n, as n. Default: fills the paper.',
    ),
    eye: SpacePoint.optional().describe('Perspective: the eye, world mm.'),
    target: SpacePoint.optional().describe('Perspective: point looked at, world mm.'),
  })
  .describe(
    'Camera: eye and target (perspective), or direction from the building to the viewer (axonometric).',
  );

/**
 * The definition of a camera. Null for an invalid one: only one of `eye` and `target`, both at the same point, or a
 * zero direction.
 */
export function cameraOf({
  direction,
  scale,
  eye,
  target,
}: z.output<typeof Camera>): CameraDefinition | null {
  if (eye === undefined && target === undefined) {
    const { x, y, z: up } = direction ?? OBLIQUE;
    if (x * x + y * y + up * up <= 1e-12) return null;
    return {
      view: 'camera',
      kind: 'axonometric',
      // The definition stores the direction from the viewer to the building.
      direction: { x: 0 - x, y: 0 - y, z: 0 - up },
      scale: scale ?? null,
    };
  }
  if (eye === undefined || target === undefined) return null;
  if (eye.x === target.x && eye.y === target.y && eye.z === target.z) return null;
  return { view: 'camera', kind: 'perspective', eye, target, field_deg: FIELD_DEG };
}
