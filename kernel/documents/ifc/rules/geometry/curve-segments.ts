/** @module curve-segments: the entities of the segments of composite curves. */
import type { IfcModel } from '../../read/ifc-model.ts';
import { type IfcFault, named } from '../ifc-rule.ts';

/** Curves in space, all of whose segments are curve segments. */
const IN_SPACE = ['IfcGradientCurve', 'IfcSegmentedReferenceCurve'];
const REQUIRED = 'IfcCurveSegment';

/** Faults of an IfcCompositeCurve: segments of several types, and other segments than the curve permits. */
export function* segmentFaults(row: number, model: IfcModel): Generator<IfcFault, void, void> {
  const types = new Set(model.refs(row, 'Segments').map((one) => model.typeOf(one)));
  const measured = [...types].join(', ');
  if (types.size > 1) {
    const message = `${named(row, model)} has segments of several types`;
    yield { message, measured, required: 'one type' };
  }
  if (!IN_SPACE.some((type) => model.isA(row, type))) return;
  const others = [...types].filter((type) => type !== REQUIRED);
  if (others.length === 0) return;
  const message = `${named(row, model)} has segments other than curve segments`;
  yield { message, measured: others.join(', '), required: REQUIRED };
}
