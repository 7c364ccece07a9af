/** @module params of a body. */
import * as z from 'zod';

import { BoxMm, CoordinateMm } from '../../../../schemas/units.ts';
import { type AnyElement, type ElementFor, isOf } from '../kind.ts';
import { Name, Ref, Turn } from '../shared/params.ts';

const Text = z.string().min(1).max(1000);
/** A SHA-256 digest. Digits are not checked here: stored elements have only conditions that are fast to check. */
const Digest = z.string().length(64);
const Bytes = z.number().int().min(0);

/** The stored parameters of a body. */
export const BodyParams = z.strictObject({
  level_id: Ref,
  name: Name,
  /** IFC entity as in the file, such as `IfcFurnishingElement`; `check` requires its form. */
  ifc_class: z.string().min(4).max(100),
  type_name: Text.nullable(),
  tag: Text.nullable(),
  predefined_type: Text.nullable(),
  /** Box of the mesh before it was moved, mm. */
  box: BoxMm,
  /** Null if the surface is not closed. */
  volume_mm3: z.number().min(0).nullable(),
  /** Place of the mesh in a blob of meshes, bytes; null if the product has none. */
  mesh: z.strictObject({ blob: Digest, offset: Bytes, length: Bytes.min(1) }).nullable(),
  /** SHA-256 of the encoded mesh; null without one. */
  digest: Digest.nullable(),
  /** Displacement from the place of `box`, after mirroring in the x axis and turning about the origin; mm. */
  offset: z.strictObject({ x: CoordinateMm, y: CoordinateMm, z: CoordinateMm }),
  /** Why it is not parametric, one sentence. */
  reason: Text,
  turn_deg: Turn,
  /** Whether it is mirrored in the x axis before it is turned. */
  mirrored: z.boolean().nullable().exactOptional(),
  /** Colour of its surface in the file, such as `#c8b090`; absent or null: that of its class. */
  colour: z.string().length(7).nullable().exactOptional(),
});
export type BodyElement = ElementFor<'body', typeof BodyParams>;

const BODY = { kind: 'body', params: BodyParams } as const;

/** Whether an element is a body. */
export function isBody(element: AnyElement): element is BodyElement {
  return isOf(BODY, element);
}
