/** @module element nodes: a document with one node for each element, under the node of its level. */
import type { Point3 } from '../../building/geometry/vector.ts';
import type { Element } from '../../building/kinds/elements.ts';
import type { ShownBody } from '../../building/kinds/shared/shown-body.ts';
import type { ModelView } from '../../building/model/view.ts';
import { guidOf } from '../ifc/guid.ts';
import { MeshBuffers } from './buffers.ts';
import { glbFile, type Node } from './glb-file.ts';
import { Materials, metresFrom, nameOf, translationOf } from './look.ts';

/** The document while it is written. Elements with equal bodies share a mesh. */
export class ElementNodes {
  readonly #view: ModelView;
  readonly #buffers = new MeshBuffers();
  readonly #materials: Materials;
  readonly #nodes: Node[] = [];
  readonly #meshes: object[] = [];
  readonly #meshOf = new Map<string, number>();
  /** Node indices of elements, by level. */
  readonly #levels = new Map<string, number[]>();
  readonly #roots: number[] = [];

  constructor(view: ModelView) {
    this.#view = view;
    this.#materials = new Materials(view);
  }

  /** Number of bytes of the bodies so far. */
  get bytes(): number {
    return this.#buffers.bytes;
  }

  /** Adds an element with its body and the lowest corner of its box; returns its number of triangles. */
  add(element: Element, shown: ShownBody, corner: Point3): number {
    const parts = this.#materials.partsOf(element, shown);
    const primitives = parts.map((part) => ({
      attributes: { POSITION: this.#buffers.positions(metresFrom(part.mesh.positions, corner)) },
      indices: this.#buffers.indices(part.mesh.triangles, part.mesh.positions.length / 3),
      material: part.material,
    }));
    this.#childrenOf(this.#view.levelOf(element.id)).push(this.#nodes.length);
    this.#nodes.push({
      name: nameOf(element),
      mesh: this.#mesh(primitives),
      translation: translationOf(corner),
      extras: this.#extrasOf(element),
    });
    return parts.reduce((sum, part) => sum + part.mesh.triangles.length / 3, 0);
  }

  #mesh(primitives: readonly object[]): number {
    const key = JSON.stringify(primitives);
    const known = this.#meshOf.get(key) ?? this.#meshes.push({ primitives }) - 1;
    this.#meshOf.set(key, known);
    return known;
  }

  #extrasOf(element: Element): Readonly<Record<string, string | null>> {
    const level_id = this.#view.levelOf(element.id);
    const level = level_id === null ? undefined : this.#view.element(level_id);
    return {
      element_id: element.id,
      ifc_guid: guidOf(element.id, this.#view),
      category: this.#view.kinds.of(element).category,
      kind: element.kind,
      level: level === undefined ? null : nameOf(level),
    };
  }

  #childrenOf(level_id: string | null): number[] {
    const level = level_id === null ? undefined : this.#view.element(level_id);
    if (level === undefined) return this.#roots;
    const known = this.#levels.get(level.id);
    if (known !== undefined) return known;
    const children: number[] = [];
    this.#levels.set(level.id, children);
    this.#roots.push(this.#nodes.length);
    this.#nodes.push({ name: nameOf(level), children, extras: this.#extrasOf(level) });
    return children;
  }

  finish(): Buffer {
    const [roots, nodes, meshes] = [this.#roots, this.#nodes, this.#meshes];
    const materials = this.#materials.list;
    return glbFile({ roots, nodes, meshes, materials }, this.#buffers.finish());
  }
}
