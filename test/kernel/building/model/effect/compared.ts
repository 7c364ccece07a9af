/** @module compared: the elements that look different in two views, by a comparison of all elements. */
import type { Mesh } from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import { faceMaterial } from '../../../../../kernel/building/kinds/types/layer-shares.ts';
import type { ChangedElements } from '../../../../../kernel/building/model/effect/changed-between.ts';
import type { ModelView } from '../../../../../kernel/building/model/view.ts';

function bytesOf(mesh: Mesh | null): unknown {
  return mesh === null ? null : [[...mesh.positions], [...mesh.triangles]];
}

/** Everything that is shown of an element; moments within an operation have bodies that cannot be built. */
function shownOf(view: ModelView, id: string): string {
  const element = view.element(id);
  const made = (make: () => unknown): unknown => {
    try {
      return make();
    } catch (error) {
      if (error instanceof RangeError) return null;
      throw error;
    }
  };
  return JSON.stringify([
    made(() => bytesOf(view.mesh(id))),
    made(() => bytesOf(view.fileMesh(id)?.mesh ?? null)),
    made(() => view.bounds(id)),
    made(() => view.outline(id)),
    made(() => view.holes(id)),
    view.levelOf(id),
    element === undefined ? null : (faceMaterial(element, view)?.params ?? null),
  ]);
}

/** The elements that look different, by comparing every element. */
export function compared(before: ModelView, after: ModelView): ChangedElements {
  const ids = new Set([...before.elements(), ...after.elements()].map(({ id }) => id));
  const found: Record<keyof ChangedElements, string[]> = {
    created: [],
    deleted: [],
    modified: [],
    followed: [],
  };
  for (const id of [...ids].toSorted()) {
    const [was, is] = [before.element(id), after.element(id)];
    if (was === undefined) found.created.push(id);
    else if (is === undefined) found.deleted.push(id);
    else if (JSON.stringify(was) !== JSON.stringify(is)) found.modified.push(id);
    else if (shownOf(before, id) !== shownOf(after, id)) found.followed.push(id);
  }
  return found;
}
