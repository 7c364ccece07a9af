/** @module pins params: the stored outlines of the ends of a wall that are not solved. */
import * as z from 'zod';

import { PlanPoint } from '../../../../../schemas/units.ts';

/** Maximum number of points of a pinned end. */
const MAX_PIN_POINTS = 64;

const Pin = z.array(PlanPoint).min(2).max(MAX_PIN_POINTS).nullable();

/**
 * The outlines of the ends of an imported wall, world mm: see `Pins` of the join solver. Null for an end that the
 * solver computes; absent or null as a whole: it computes both.
 */
export const PinsParam = z.strictObject({ start: Pin, end: Pin }).nullable().exactOptional();
