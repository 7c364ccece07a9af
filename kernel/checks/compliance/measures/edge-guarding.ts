/** @module guards: measures of the edges of floors. */
import { segmentLengthMm } from '../../geometry/vector.ts';
import type { ElementOf } from '../../kinds/elements.ts';
import { floor } from '../../kinds/floor.ts';
import { railing } from '../../kinds/railing.ts';
import { insideOf } from '../../spatial/spaces.ts';
import { defineMeasure } from '../measure.ts';
import { type Measured, notApplicable, notEvaluated, value } from '../measured.ts';
import type { Run } from '../run.ts';
import { isWalkedOn, type OpenEdge, openEdgesOf, WITHIN_MM } from './floor-edges.ts';

const ofFloor = { subject: floor.kind, unit: 'mm' } as const;

/** Numbers that differ by no more than this are the same, mm. */
const SAME_MM = 0.01;

/** The edge with the greatest number; of those with the same that whose middle is nearest to the middle of the floor. */
function worst(
  run: Run,
  id: string,
  edges: readonly OpenEdge[],
  number: (edge: OpenEdge) => number,
): OpenEdge | null {
  if (edges.length === 0) return null;
  const greatest = Math.max(...edges.map(number));
  const centre = insideOf(run.view.outline(id) ?? []);
  const off = ({ middle }: OpenEdge): number => segmentLengthMm(middle, centre);
  return edges
    .filter((edge) => number(edge) >= greatest - SAME_MM)
    .reduce<OpenEdge | null>(
      (best, edge) => (best === null || off(edge) < off(best) ? edge : best),
      null,
    );
}

function at(run: Run, id: string, { middle }: OpenEdge): { x: number; y: number; z: number } {
  return { ...middle, z: run.view.bounds(id)?.max.z ?? 0 };
}

const NO_DROP = 'the floor has no edge above a drop';

/** Edges of a floor that people are led onto: by a room on it, a door, a stair or a ramp. */
function edgesOf(run: Run, id: string): readonly OpenEdge[] {
  return isWalkedOn(run, id) ? openEdgesOf(run, id) : [];
}

export const floorOpenDrop = defineMeasure({
  ...ofFloor,
  name: 'floor_open_drop',
  definition: `Greatest drop at a stretch of the floor's edge, ${WITHIN_MM} mm or longer, where neither wall nor railing stands: down to the lowest floor or ground within ${WITHIN_MM} mm outside. Where no floor is modelled the ground lies at 0, or at the lowest level above that. A floor that no room, door, stair or ramp leads onto is left out.`,
  measured({ id }: ElementOf<'floor'>, run) {
    const edges = edgesOf(run, id);
    if (edges.length === 0) return notApplicable(NO_DROP);
    const open = edges.filter(({ barrier, length }) => barrier === null && length >= WITHIN_MM);
    const highest = worst(run, id, open, ({ drop }) => drop);
    return highest === null ? value(0) : value(highest.drop, at(run, id, highest));
  },
});

/** Least height of what guards edges above more than `drop` mm. */
export function guardHeight(run: Run, id: string, drop: number): Measured {
  const guarded = edgesOf(run, id).filter((edge) => edge.barrier !== null && edge.drop > drop);
  const lowest = worst(run, id, guarded, ({ barrier }) => 0 - (barrier?.height ?? 0));
  if (lowest?.barrier === null || lowest === null) {
    return notApplicable(`nothing guards an edge of the floor above more than ${drop} mm`);
  }
  return value(lowest.barrier.height, at(run, id, lowest), [lowest.barrier.id]);
}

export const floorGuardHeight = defineMeasure({
  ...ofFloor,
  name: 'floor_guard_height',
  definition:
    'Least height above the floor of the walls and railings that guard its edges above drops of more than 600 mm.',
  measured: ({ id }: ElementOf<'floor'>, run) => guardHeight(run, id, 600),
});

export const floorGuardGap = defineMeasure({
  ...ofFloor,
  name: 'floor_guard_gap',
  definition: `Greatest gap, under ${WITHIN_MM} mm, between what guards an edge above a drop of more than 600 mm. Infill of railings is not modelled.`,
  measured({ id }: ElementOf<'floor'>, run) {
    const edges = edgesOf(run, id).filter(({ drop }) => drop > 600);
    if (edges.every(({ barrier }) => barrier === null)) {
      return notApplicable('nothing guards an edge of the floor above more than 600 mm');
    }
    const gaps = edges.filter(({ barrier, length }) => barrier === null && length < WITHIN_MM);
    const widest = worst(run, id, gaps, ({ length }) => length);
    if (widest !== null) return value(widest.length, at(run, id, widest));
    const railings = edges.flatMap(({ barrier }) =>
      barrier?.kind === railing.kind ? [`\`${barrier.id}\``] : [],
    );
    const open = [...new Set(railings)].toSorted();
    return open.length === 0
      ? value(0)
      : notEvaluated(`the infill of railing ${open.join(', ')} is not modelled`);
  },
});
