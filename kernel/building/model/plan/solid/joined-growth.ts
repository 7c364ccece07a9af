/** @module joined growth: walls that grow into the place of a wall that they were joined to, and what a solid there leaves out. */
import { compareText } from '../../../../base/canonical/deep-equal.ts';
import type { Mesh } from '../../../geometry/mesh/mesh.ts';
import type { SolidKernel, SolidResult } from '../../../geometry/mesh/solid-kernel.ts';
import { SolidKernelFault } from '../../../geometry/mesh/solid-kernel.ts';
import type { ModelView } from '../../view.ts';

/** Smaller volumes than this are rounding, mm³. */
export const SMALLEST_LEFT_OUT_MM3 = 1;

/** The solid kernel, and the model before and after the deletion of the replaced elements. */
type Sides = {
  readonly kernel: SolidKernel;
  readonly before: ModelView;
  readonly after: ModelView;
};

/** The solid without what joined walls fill, and those walls. */
export type Trimmed = {
  readonly result: SolidResult;
  readonly left_out_mm3: number;
  readonly walls: readonly string[];
  /** Joined walls whose bodies the solid kernel cannot compare. */
  readonly unknown: readonly string[];
};

/**
 * Leaves out of the solid the bodies of the walls that were joined to a replaced one and grow into its place. Otherwise the
 * solid would share volume with them.
 */
export function trimmed(whole: SolidResult, replaced: readonly string[], sides: Sides): Trimmed {
  const { kernel, before, after } = sides;
  const joined = new Set(
    replaced.filter((id) => before.elementOf(id, 'wall')).flatMap((id) => before.joinedWalls(id)),
  );
  const cutters = new Map<string, Mesh>();
  const unknown: string[] = [];
  for (const id of [...joined].toSorted(compareText)) {
    const [was, is] = [before.mesh(id), after.mesh(id)];
    if (was === null || is === null) continue;
    try {
      const grown = kernel.boolean(is, was, 'subtract');
      if (grown.volume_mm3 < SMALLEST_LEFT_OUT_MM3) continue;
      const twice = kernel.boolean(whole.mesh, grown.mesh, 'intersect');
      if (twice.volume_mm3 >= SMALLEST_LEFT_OUT_MM3) cutters.set(id, is);
    } catch (error) {
      if (!(error instanceof SolidKernelFault) || error.code === 'crashed') throw error;
      unknown.push(id);
    }
  }
  const result = cutters.size === 0 ? whole : kernel.subtractAll(whole.mesh, [...cutters.values()]);
  const left_out_mm3 = whole.volume_mm3 - result.volume_mm3;
  return { result, left_out_mm3, walls: [...cutters.keys()], unknown };
}

/** Warns of the walls that the solid leaves space for, and of those that may share volume with it. */
export function joinedWarnings(
  { left_out_mm3, walls, unknown }: Trimmed,
  view: ModelView,
): readonly string[] {
  const namesOf = (ids: readonly string[]): string =>
    ids.map((id) => `${view.element(id)?.kind ?? 'wall'} \`${id}\``).join(', ');
  const grows = walls.length === 1 ? 'grows' : 'grow';
  return [
    ...(walls.length === 0
      ? []
      : [
          `${namesOf(walls)} ${grows} into the place of a joined wall that is deleted: the solid leaves out the ${Math.round(left_out_mm3 / 1000) / 1e6} m³ that would exist twice`,
        ]),
    ...(unknown.length === 0
      ? []
      : [
          `the body of ${namesOf(unknown)} cannot be compared with the solid: they may share volume where they were joined to a deleted wall`,
        ]),
  ];
}
