/** @module group laws: counterparts in the placements of a group have the same measures. */
import type { World } from '../../building/world.ts';
import type { Faults } from './laws.ts';
import { MEASURES } from './motion-laws.ts';

/** Obliquely rotated placements agree within hundredths of a millimetre. */
const SHARE = 2e-4;

export function groupFaults({ view }: World): Faults {
  return [...view.elementsOf('group')].flatMap(({ params: { members } }) => {
    const [first = [], ...rest] = members;
    return rest.flatMap((row) =>
      row.flatMap((id, i) => {
        const [is, was] = [view.measures(id), view.measures(first[i] ?? '')];
        return MEASURES.filter(
          (name) => Math.abs((is[name] ?? 0) - (was[name] ?? 0)) > SHARE * (was[name] ?? 0),
        ).map((name) => `${id}: ${name} ${is[name]}, in the first placement ${was[name]}`);
      }),
    );
  });
}
