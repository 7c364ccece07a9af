/** @module misplaced: elements whose bodies web-ifc reads elsewhere than the model has them. */
import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import { ifcGuid } from '../../../../../kernel/documents/ifc/guid.ts';
import { readWithWebIfc } from '../write/web-ifc.ts';
import type { Read } from './returned.ts';

/** Largest difference of the sides of a box that web-ifc reads, mm. */
const READ_MM = 2;

/** Elements with exact bodies of their own of which web-ifc reads another box than the model has. */
export function misplaced(
  { source: { rows, frame } }: Read,
  view: StateView,
  file: Buffer,
): readonly string[] {
  const { bodies } = readWithWebIfc(file);
  const known = new Map(
    rows.flatMap(({ element, guid }) => (element === null ? [] : [[element.id, guid]])),
  );
  // Of what is proven by its measures, the file has another body.
  const measured = new Set(
    rows.flatMap(({ element, outcome, reason }) =>
      outcome === 'parametric' && reason !== null && element !== null ? [element.id] : [],
    ),
  );
  return [...view.elements()].flatMap((element): readonly string[] => {
    if (measured.has(element.id)) return [];
    const guid = known.has(element.id) ? known.get(element.id) : ifcGuid(element.id);
    const { ifc } = view.kinds.of(element);
    if (ifc === 'none' || ifc.as !== 'product') return [];
    const [box, body] = [view.bounds(element.id), bodies.get(guid ?? '')];
    if (box === null || body === undefined) return [];
    const isNear = (['min', 'max'] as const).every((side) =>
      (['x', 'y', 'z'] as const).every((axis) => {
        const inFile = box[side][axis] + frame.origin[axis];
        return Math.abs(inFile - body.box[side][axis]) <= READ_MM;
      }),
    );
    return isNear ? [] : [element.id];
  });
}
