/**
 * @module merged nodes: a document with one mesh for each level, and in it one primitive for each material.
 *
 * A viewer draws a large building in a few calls. Each vertex has the feature id of its element (EXT_mesh_features), which
 * is its row in a table of ids, GUIDs, names, categories, kinds and levels (EXT_structural_metadata). Viewers without
 * these extensions show the same picture.
 */
import { checkpoint } from '../../base/work/checkpoint.ts';
import type { Point3 } from '../../building/geometry/vector.ts';
import type { Element } from '../../building/kinds/elements.ts';
import type { ShownBody } from '../../building/kinds/shared/shown-body.ts';
import type { ModelView } from '../../building/model/view.ts';
import { guidOf } from '../ifc/guid.ts';
import { littleEndian, MeshBuffers } from './buffers.ts';
import { glbFile, type Node } from './glb-file.ts';
import { Materials, metresFrom, nameOf, translationOf } from './look.ts';

/**
 * Bodies of a level are merged within squares of this size, mm, around its first body, so that positions keep a
 * precision of 0.03 mm.
 */
const SQUARE_MM = 1_000_000;

type Piece = {
  readonly metres: Float32Array;
  readonly triangles: Uint32Array;
  readonly id: number;
};
type Group = {
  readonly name: string;
  readonly level_id: string | null;
  readonly origin: Point3;
  /** Bodies by material. */
  readonly pieces: Map<number, Piece[]>;
};

/** Columns of the table of elements. */
const COLUMNS = ['element_id', 'ifc_guid', 'name', 'category', 'kind', 'level'] as const;
type Row = Readonly<Record<(typeof COLUMNS)[number], string>>;

/** The document while it is written. */
export class MergedNodes {
  readonly #view: ModelView;
  readonly #materials: Materials;
  readonly #groups = new Map<string, Group>();
  /** The lowest corner of the first body of each level. */
  readonly #firsts = new Map<string | null, Point3>();
  readonly #rows: Row[] = [];
  #bytes = 0;
  #pieces = 0;

  constructor(view: ModelView) {
    this.#view = view;
    this.#materials = new Materials(view);
  }

  /** Number of bytes of the bodies so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Adds an element with its body and the lowest corner of its box; returns its number of triangles. */
  add(element: Element, shown: ShownBody, corner: Point3): number {
    const level_id = this.#view.levelOf(element.id);
    const level = level_id === null ? undefined : this.#view.element(level_id);
    const level_name = level === undefined ? '' : nameOf(level);
    const group = this.#groupOf(level?.id ?? null, level_name, corner);
    const id = this.#rows.length;
    this.#rows.push({
      element_id: element.id,
      ifc_guid: guidOf(element.id, this.#view),
      name: nameOf(element),
      category: this.#view.kinds.of(element).category,
      kind: element.kind,
      level: level_name,
    });
    let count = 0;
    for (const { mesh: own, material } of this.#materials.partsOf(element, shown)) {
      const metres = metresFrom(own.positions, group.origin);
      const pieces = group.pieces.get(material) ?? [];
      group.pieces.set(material, pieces);
      this.#pieces += 1;
      pieces.push({ metres, triangles: own.triangles, id });
      count += own.triangles.length / 3;
      this.#bytes += (metres.length / 3) * 16 + own.triangles.length * 4;
    }
    return count;
  }

  #groupOf(level_id: string | null, name: string, corner: Point3): Group {
    const first = this.#firsts.get(level_id) ?? corner;
    this.#firsts.set(level_id, first);
    const square = (axis: 'x' | 'y'): number =>
      SQUARE_MM * Math.round((corner[axis] - first[axis]) / SQUARE_MM);
    const origin = { x: first.x + square('x'), y: first.y + square('y'), z: first.z };
    const key = `${square('x')} ${square('y')} ${level_id ?? ''}`;
    const known = this.#groups.get(key);
    if (known !== undefined) return known;
    const group = { name, level_id, origin, pieces: new Map<number, Piece[]>() };
    this.#groups.set(key, group);
    return group;
  }

  finish(): Buffer {
    const buffers = new MeshBuffers();
    const [nodes, meshes]: [Node[], object[]] = [[], []];
    let done = 0;
    for (const { name, level_id, origin, pieces } of this.#groups.values()) {
      const primitives = [...pieces].map(([material, own]) => {
        checkpoint({ done, total: this.#pieces, doing: 'file' });
        done += own.length;
        return merged(own, material, { buffers, count: this.#rows.length });
      });
      const extras = level_id === null ? {} : { extras: { element_id: level_id, kind: 'level' } };
      const mesh = meshes.push({ primitives }) - 1;
      nodes.push({
        name: name === '' ? 'Building' : name,
        mesh,
        translation: translationOf(origin),
        ...extras,
      });
    }
    const table = this.#table(buffers);
    const finished = buffers.finish();
    const extensions =
      nodes.length === 0
        ? {}
        : { EXT_mesh_features: null, EXT_structural_metadata: table(finished.numbers) };
    const roots = nodes.map((_, i) => i);
    const materials = this.#materials.list;
    return glbFile({ roots, nodes, meshes, materials, extensions }, finished);
  }

  /** The table of elements; its buffer views are known when the buffers are finished. */
  #table(buffers: MeshBuffers): (numbers: readonly number[]) => object {
    const columns = COLUMNS.map((name) => {
      const texts = this.#rows.map((row) => Buffer.from(row[name], 'utf8'));
      const offsets = new Uint32Array(texts.length + 1);
      for (const [i, { length }] of texts.entries()) offsets[i + 1] = (offsets[i] ?? 0) + length;
      const values = buffers.table(Buffer.concat(texts));
      return { name, values, offsets: buffers.table(littleEndian(offsets)) };
    });
    const text = { type: 'STRING', required: true };
    const properties = Object.fromEntries(COLUMNS.map((name) => [name, text]));
    return (numbers) => ({
      schema: { id: 'plumbline', classes: { element: { properties } } },
      propertyTables: [
        {
          class: 'element',
          count: this.#rows.length,
          properties: Object.fromEntries(
            columns.map(({ name, values, offsets }) => [
              name,
              { values: numbers[values], stringOffsets: numbers[offsets] },
            ]),
          ),
        },
      ],
    });
  }
}

/** One primitive of many bodies. */
function merged(
  pieces: readonly Piece[],
  material: number,
  { buffers, count }: { readonly buffers: MeshBuffers; readonly count: number },
): object {
  const vertices = pieces.reduce((sum, { metres }) => sum + metres.length / 3, 0);
  const corners = pieces.reduce((sum, { triangles }) => sum + triangles.length, 0);
  const [metres, ids] = [new Float32Array(3 * vertices), new Float32Array(vertices)];
  const triangles = new Uint32Array(corners);
  let [vertex, corner] = [0, 0];
  for (const piece of pieces) {
    metres.set(piece.metres, 3 * vertex);
    const own = piece.metres.length / 3;
    ids.fill(piece.id, vertex, vertex + own);
    for (const [i, index] of piece.triangles.entries()) triangles[corner + i] = vertex + index;
    vertex += own;
    corner += piece.triangles.length;
  }
  return {
    attributes: { POSITION: buffers.positions(metres), _FEATURE_ID_0: buffers.featureIds(ids) },
    indices: buffers.indices(triangles, vertices),
    material,
    extensions: {
      EXT_mesh_features: { featureIds: [{ featureCount: count, attribute: 0, propertyTable: 0 }] },
    },
  };
}
