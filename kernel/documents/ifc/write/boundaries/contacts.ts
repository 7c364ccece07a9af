/** @module contacts: where the rooms of a model touch the walls and slabs that bound them, without a file. */
import { ringBounds } from '../../../../building/geometry/plan/polygon.ts';
import type { Point3 } from '../../../../building/geometry/vector.ts';
import type { AnyElement } from '../../../../building/kinds/kind.ts';
import type { ModelView } from '../../../../building/model/view.ts';
import {
  fillingFace,
  slabFaces,
  type Solid,
  type UprightFace,
  wallFaces,
} from './boundary-faces.ts';

/** Numbers of two equal contacts are equal after rounding to this fraction of a millimetre. */
const PER_MM = 1000;

/** The contacts of rooms of one view. */
export class Contacts {
  readonly #view: ModelView;
  readonly #solids = new Map<string, Solid | undefined>();

  constructor(view: ModelView) {
    this.#view = view;
  }

  /**
   * What determines the boundaries of a room with each wall, slab, door, window and hole, as texts by their ids: the
   * faces in coordinates from `from`, mm. The text of a filling has that of its wall, whose boundary is the parent.
   */
  of(room: AnyElement, from: Point3): ReadonlyMap<string, string> {
    const view = this.#view;
    const [space, level, ring] = [
      this.#solid(room.id),
      view.levelOf(room.id),
      view.outline(room.id),
    ];
    const found = new Map<string, string>();
    if (space === undefined || level === null || ring === null) return found;
    const rings = [ring, ...view.holes(room.id)];
    for (const { id, params } of view.wallsNear(level, ringBounds(ring))) {
      const [outline, wall] = [view.footprint(id)?.ring, this.#solid(id)];
      if (outline === undefined || wall === undefined) continue;
      const faces = wallFaces(rings, { space, wall, ring: outline }, view);
      if (faces.length === 0) continue;
      const seen = faces.map((face) => seenFrom(face, from));
      const text = JSON.stringify([params.usage === 'exterior', seen]);
      found.set(id, text);
      for (const filling of view.hostedBy(id)) {
        const parts = faces.flatMap((face) => fillingFace(face, wall, filling, view) ?? []);
        if (parts.length === 0) continue;
        const own = JSON.stringify(parts.map((part) => seenFrom(part, from)));
        found.set(filling.id, `${text} ${own}`);
      }
    }
    const slabs = slabFaces({ view, placed: { get: (id) => this.#solid(id) } }, space, ring);
    for (const { slab, z, region } of slabs) {
      const plan = [region?.boundary ?? [], ...(region?.holes ?? [])].map((one) =>
        one.map(({ x, y }) => [rounded(x - from.x), rounded(y - from.y)]),
      );
      const { id } = slab.element;
      found.set(id, `${found.get(id) ?? ''}${JSON.stringify([rounded(z - from.z), plan])}`);
    }
    return found;
  }

  #solid(id: string): Solid | undefined {
    if (!this.#solids.has(id)) this.#solids.set(id, solidOf(this.#view, id));
    return this.#solids.get(id);
  }
}

function solidOf(view: ModelView, id: string): Solid | undefined {
  const element = view.element(id);
  const level = view.levels().find((one) => one.id === view.levelOf(id));
  if (element === undefined || level === undefined) return undefined;
  const { ifc } = view.kinds.of(element);
  const isProduct = ifc !== 'none' && ifc.as !== 'storey' && ifc.as !== 'grid_axis';
  if (!isProduct || ifc.shape === 'panel') return undefined;
  return { element, place: ifc.shape(element, level, view).place };
}

function seenFrom({ from, to, heights, tops }: UprightFace, { x, y, z }: Point3): unknown {
  return [
    [from.x - x, from.y - y, to.x - x, to.y - y].map(rounded),
    heights === null ? null : [heights.low - z, heights.high - z].map(rounded),
    tops?.map((top) => [top.from, top.to, top.at_from - z, top.at_to - z].map(rounded)) ?? null,
  ];
}

function rounded(mm: number): number {
  return Math.round(mm * PER_MM) + 0;
}
