/** @module cut bodies: the sections of bodies by the plane of a plan. */
import { checkpoint } from '../../../base/work/checkpoint.ts';
import type { Element } from '../../../building/kinds/elements.ts';
import type { ModelView } from '../../../building/model/view.ts';
import { type Slice, sliceOf } from './scene.ts';
import { inFrame, planFrame } from './slice.ts';

/** Number of cut bodies between two checkpoints. */
const BODIES = 50;

/** The sections of elements at a height in the world, mm; elements without a section are left out. */
export function cutBodies(
  elements: readonly Element[],
  cut: number,
  view: ModelView,
): readonly Slice[] {
  const frame = planFrame(cut);
  return elements.flatMap((element, index) => {
    if (index % BODIES === 0) checkpoint({ done: index, total: elements.length, doing: 'bodies' });
    const mesh = view.fineMesh(element.id);
    if (mesh === null) return [];
    return sliceOf(element, inFrame(mesh, frame), mesh.triangles) ?? [];
  });
}
