/** @module bodies-differing: which bodies of a file another program reads differently in another file. */
import type { ReadBody } from '../kernel/documents/ifc/write/measured.ts';

type Bodies = ReadonlyMap<string, ReadBody>;

/** Largest differences of equal bodies between two readings of one program: a side of the box, mm; the share of the volume. */
const [SAME_MM, SAME_SHARE] = [0.05, 1e-5];

/** The GlobalIds of bodies that differ between two files, by what happened. */
export function bodiesDiffering(
  before: Bodies,
  after: Bodies,
): Readonly<Record<'changed' | 'removed' | 'added', readonly string[]>> {
  const changed = [...before].filter(([guid, body]) => {
    const now = after.get(guid);
    return now !== undefined && !isSame(body, now);
  });
  return {
    changed: changed.map(([guid]) => guid),
    removed: [...before.keys()].filter((guid) => !after.has(guid)),
    added: [...after.keys()].filter((guid) => !before.has(guid)),
  };
}

/** Two bodies that a program cannot build are equal: their boxes are infinite. */
function isSame(a: ReadBody, b: ReadBody): boolean {
  const sides = (['min', 'max'] as const).flatMap((side) =>
    (['x', 'y', 'z'] as const).map((axis) => [a.box[side][axis], b.box[side][axis]] as const),
  );
  return (
    sides.every(([was, is]) => was === is || Math.abs(was - is) <= SAME_MM) &&
    Math.abs(a.volume - b.volume) <= SAME_SHARE * Math.abs(a.volume)
  );
}
