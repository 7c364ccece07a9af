/** @module element shape: the schema of a whole element, one variant per kind. */
import * as z from 'zod';

import type { ElementKind } from '../../../schemas/elements.ts';
import { ELEMENT_PARAMS } from '../../../schemas/elements.ts';

const Id = z.string().min(1).max(200);

function shaped<K extends ElementKind>(
  kind: K,
): z.ZodObject<{
  id: typeof Id;
  kind: z.ZodLiteral<K>;
  params: (typeof ELEMENT_PARAMS)[K];
}> {
  return z.strictObject({ id: Id, kind: z.literal(kind), params: ELEMENT_PARAMS[kind] });
}

/** Any element, as it is stored. */
export const ElementShape = z.discriminatedUnion('kind', [
  shaped('level'),
  shaped('wall'),
  shaped('floor'),
  shaped('roof'),
  shaped('column'),
  shaped('beam'),
  shaped('stair'),
  shaped('ramp'),
  shaped('railing'),
  shaped('grid'),
  shaped('room'),
  shaped('opening'),
  shaped('door'),
  shaped('window'),
  shaped('solid'),
]);
