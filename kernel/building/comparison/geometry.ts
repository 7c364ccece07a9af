/** @module geometry: whether the derived geometry of an element is the same on both sides. */
import { deepEqual } from '../../base/canonical/deep-equal.ts';
import type { Mesh } from '../geometry/mesh/mesh.ts';
import type { Element } from '../kinds/elements.ts';
import { occupancyOf } from '../kinds/facets/per-element.ts';
import { isSameRing } from '../model/effect/effect.ts';
import type { ModelView } from '../model/view.ts';
import { builtOrNull, type Sides } from './sides.ts';

/**
 * Whether an element of both sides has the same body, outline, box and measures. Bodies are equal if their meshes are
 * equal number by number. The mesh of a room may begin at another corner of the same outline: it is the same room.
 */
export function hasSameGeometry(sides: Sides, element: Element): boolean {
  const { before, after } = sides;
  const { id } = element;
  // The boxes of most kinds are known without their bodies.
  if (!isSameOf(sides, (view) => view.bounds(id))) return false;
  const [from, to] = [meshOf(before, id), meshOf(after, id)];
  if (from !== null && to !== null) {
    if (isSameMesh(from, to)) return true;
    return occupancyOf(element, after.kinds) === 'space' && isSameSpace(sides, id);
  }
  return from === to && hasSameFigures(sides, id);
}

function meshOf(view: ModelView, id: string): Mesh | null {
  return builtOrNull(() => view.mesh(id));
}

function isSameMesh(a: Mesh, b: Mesh): boolean {
  return a === b || (isSame(a.positions, b.positions) && isSame(a.triangles, b.triangles));
}

type Numbers = Float64Array | Uint32Array;

function isSame(a: Numbers, b: Numbers): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Whether a space has the same outline with another first corner. */
function isSameSpace({ before, after }: Sides, id: string): boolean {
  const [was, is] = [before.outline(id), after.outline(id)];
  return !deepEqual(was, is) && hasSameFigures({ before, after }, id);
}

function hasSameFigures({ before, after }: Sides, id: string): boolean {
  return (
    isSameRing(before.outline(id), after.outline(id)) &&
    deepEqual(before.holes(id), after.holes(id)) &&
    isSameOf({ before, after }, (view) => view.measures(id))
  );
}

function isSameOf({ before, after }: Sides, of: (view: ModelView) => unknown): boolean {
  return deepEqual(
    builtOrNull(() => of(before)),
    builtOrNull(() => of(after)),
  );
}
