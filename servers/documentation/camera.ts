/** @module camera: where a picture in space is taken from, as tools take it. */
import * as z from 'zod';

import { SpacePoint } from '../../schemas/units.ts';
import { type CameraDefinition, DrawingScale } from '../../schemas/views.ts';

/** Of an arrow whose length means nothing. */
const Part = z.number().min(-1e6).max(1e6);
/** From the south-east, from above: most of a building is seen. */
const ASLANT = { x: 1, y: -1, z: 0.8 };
const FIELD_DEG = 60;

/** With eye and target in perspective, else without. */
export const Camera = z
  .strictObject({
    direction: z.strictObject({ x: Part, y: Part, z: Part }).optional(),
    scale: DrawingScale.optional(),
    eye: SpacePoint.optional(),
    target: SpacePoint.optional(),
  })
  .describe('eye and target: perspective; else aslant, direction towards who looks.');

/** The definition of a camera; null where `eye` and `target` are not both given, or both the same. */
export function cameraOf({
  direction,
  scale,
  eye,
  target,
}: z.output<typeof Camera>): CameraDefinition | null {
  if (eye === undefined && target === undefined) {
    const { x, y, z: up } = direction ?? ASLANT;
    if (x * x + y * y + up * up <= 1e-12) return null;
    return {
      view: 'camera',
      kind: 'axonometric',
      // The definition looks from who looks to the building.
      direction: { x: 0 - x, y: 0 - y, z: 0 - up },
      scale: scale ?? null,
    };
  }
  if (eye === undefined || target === undefined) return null;
  if (eye.x === target.x && eye.y === target.y && eye.z === target.z) return null;
  return { view: 'camera', kind: 'perspective', eye, target, field_deg: FIELD_DEG };
}
