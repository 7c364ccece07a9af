/** @module edge guarding: drops at the edges of floors, and the walls and railings that guard them. */
import { segmentLengthMm } from '../../../building/geometry/vector.ts';
import type { ElementOf } from '../../../building/kinds/elements.ts';
import { floor } from '../../../building/kinds/floor/floor.ts';
import { railing } from '../../../building/kinds/railing/railing.ts';
import { insideOf } from '../../../building/spatial/spaces.ts';
import { defineMeasure, type Measure } from '../measure.ts';
import { notApplicable, notEvaluated, value } from '../measured.ts';
import { exceeds, mm, type Quantity } from '../outcome.ts';
import type { Run } from '../run.ts';
import { isWalkedOn, type OpenEdge, openEdgesOf, WITHIN_MM } from './floor-edges.ts';

const ofFloor = { subject: floor.kind, unit: 'mm' } as const;

/** Numbers that differ by no more than this are equal, mm: several roundings to the 0.001 mm grid. */
const SAME_MM = 0.01;

/** The edge with the greatest number; of equal edges, the one nearest to the middle of the floor. */
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

/** Edges above a drop. Empty for floors that people cannot reach from a room on it, a door, a stair or a ramp. */
function edgesOf(run: Run, id: string): readonly OpenEdge[] {
  return isWalkedOn(run, id) ? openEdgesOf(run, id) : [];
}

export const floorOpenDrop = defineMeasure({
  ...ofFloor,
  name: 'floor_open_drop',
  definition: `Greatest drop along an edge of the floor, ${WITHIN_MM} mm or longer, without a wall or railing: down to the lowest floor or ground within ${WITHIN_MM} mm outside the edge. Without a floor the ground is at 0, or at the lowest level if that is higher. Floors onto which no room, door, stair or ramp leads are excluded.`,
  measured({ id }: ElementOf<'floor'>, run) {
    const edges = edgesOf(run, id);
    if (edges.length === 0) return notApplicable(NO_DROP);
    const open = edges.filter(({ barrier, length }) => barrier === null && length >= WITHIN_MM);
    const highest = worst(run, id, open, ({ drop }) => drop);
    return highest === null ? value(0) : value(highest.drop, at(run, id, highest));
  },
});

/** Measure of the minimum height of the barriers along the edges of a floor above a drop greater than `drop`. */
export const guardHeightAbove = (drop: Quantity<'mm'>): Measure<'floor', 'mm'> =>
  defineMeasure({
    ...ofFloor,
    name: 'floor_guard_height',
    definition: `Minimum height above the floor of the walls and railings along its edges above drops of more than ${drop.value} mm.`,
    parameters: { drop },
    measured({ id }: ElementOf<'floor'>, run) {
      const guarded = edgesOf(run, id).filter(
        (edge) => edge.barrier !== null && exceeds(edge.drop, drop),
      );
      const lowest = worst(run, id, guarded, ({ barrier }) => 0 - (barrier?.height ?? 0));
      if (lowest?.barrier === null || lowest === null) {
        return notApplicable(
          `no wall or railing is at an edge of the floor above a drop of more than ${drop.value} mm`,
        );
      }
      return value(lowest.barrier.height, at(run, id, lowest), [lowest.barrier.id]);
    },
  });

export const floorGuardHeight = guardHeightAbove(mm(600));

/** Measure of the greatest gap between the barriers along the edges of a floor above a drop greater than `drop`. */
export const guardGapAbove = (drop: Quantity<'mm'>): Measure<'floor', 'mm'> =>
  defineMeasure({
    ...ofFloor,
    name: 'floor_guard_gap',
    definition: `Greatest gap, less than ${WITHIN_MM} mm, between barriers along an edge above a drop of more than ${drop.value} mm. The infill of railings is not modelled.`,
    parameters: { drop },
    measured({ id }: ElementOf<'floor'>, run) {
      const edges = edgesOf(run, id).filter((edge) => exceeds(edge.drop, drop));
      if (edges.every(({ barrier }) => barrier === null)) {
        return notApplicable(
          `no wall or railing is at an edge of the floor above a drop of more than ${drop.value} mm`,
        );
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

export const floorGuardGap = guardGapAbove(mm(600));
