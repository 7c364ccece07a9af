/** @module look: the bodies of elements in parts of one material, in metres, y up. */
import type { Mesh } from '../../building/geometry/mesh/mesh.ts';
import type { Point3 } from '../../building/geometry/vector.ts';
import type { Element } from '../../building/kinds/elements.ts';
import { ownColour, variantOf } from '../../building/kinds/facets/appearance.ts';
import type { Material as MaterialElement } from '../../building/kinds/material/material.ts';
import type { ShownBody } from '../../building/kinds/shared/shown-body.ts';
import { faceMaterial } from '../../building/kinds/types/layer-shares.ts';
import { typeIdOf } from '../../building/kinds/types/of-type.ts';
import type { ModelView } from '../../building/model/view.ts';
import { FRAME, GLASS, type Material, materialOf } from './materials.ts';

/** A part of a body; mm, z up. */
export type Part = { readonly mesh: Mesh; readonly material: number };

/** The materials of a file, each once. */
export class Materials {
  readonly list: Material[] = [];
  readonly #view: ModelView;
  readonly #numbers = new Map<string, number>();
  /** The visible materials of types; a search by name reads the whole model. */
  readonly #faces = new Map<string, MaterialElement | null>();

  constructor(view: ModelView) {
    this.#view = view;
  }

  /** The parts of a body: glass and the rest. */
  partsOf(element: Element, { mesh, glass, rest, framed, file }: ShownBody): readonly Part[] {
    // The mesh of a file may not state which part of a window is glass.
    const isPane = glass === null && file !== null && element.kind === 'window';
    if (isPane) return [{ mesh, material: this.#shared(GLASS) }];
    if (glass === null) return [{ mesh, material: this.#own(element) }];
    return this.#glazed(element, rest, { glass, framed });
  }

  #glazed(
    element: Element,
    frame: Mesh,
    { glass, framed }: { readonly glass: Mesh; readonly framed: boolean },
  ): readonly Part[] {
    const stated = !framed || this.faceOf(element) !== null;
    const panes = { mesh: glass, material: this.#shared(GLASS) };
    // The frame of a window with an outline can leave nothing but glass.
    if (frame.triangles.length === 0) return [panes];
    return [{ mesh: frame, material: stated ? this.#own(element) : this.#shared(FRAME) }, panes];
  }

  #own(element: Element): number {
    const { kind } = element;
    const own = this.faceOf(element)?.params ?? null;
    const { kinds } = this.#view;
    const { appearance } = kinds.of(element);
    const look = `${variantOf(appearance, element) ?? ''}\n${ownColour(appearance, element) ?? ''}`;
    // A material may have the name of a variant, but no line break.
    const key = own === null ? `${kind}\n${look}` : `${kind} ${own.name}`;
    return this.#numberOf(key, () => materialOf(element, kinds, own));
  }

  /** The visible material of the type of an element; null without one. */
  faceOf(element: Element): MaterialElement | null {
    const type_id = typeIdOf(element);
    if (type_id === null) return null;
    const known = this.#faces.get(type_id);
    if (known !== undefined) return known;
    const face = faceMaterial(element, this.#view) ?? null;
    this.#faces.set(type_id, face);
    return face;
  }

  #shared(material: Material): number {
    return this.#numberOf(`shared ${material.name}`, () => material);
  }

  #numberOf(key: string, make: () => Material): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.list.push(make()) - 1;
    this.#numbers.set(key, number);
    return number;
  }
}

/** Converts mm to metres from `origin` (mm) with x to the right, y up and z towards the viewer: north is −z. */
export function metresFrom(positions: Float64Array, origin: Point3): Float32Array {
  const metres = new Float32Array(positions.length);
  for (let i = 0; i + 2 < positions.length; i += 3) {
    metres[i] = ((positions[i] ?? 0) - origin.x) / 1000;
    metres[i + 1] = ((positions[i + 2] ?? 0) - origin.z) / 1000;
    metres[i + 2] = 0 - ((positions[i + 1] ?? 0) - origin.y) / 1000;
  }
  return metres;
}

/** Converts millimetres (z up) to metres (y up), on the grid of a micrometre. */
export function translationOf({ x, y, z }: Point3): readonly [number, number, number] {
  return [x / 1000, z / 1000, 0 - y / 1000];
}

export function nameOf({ id, kind, params }: Element): string {
  return 'name' in params && params.name !== null ? params.name : `${kind} ${id}`;
}
