import { checkpoint } from '../../base/work/checkpoint.ts';
/** @module glb: writes the elements of a view as binary glTF 2.0, y up, in metres. The same view yields the same bytes. */
import type { Mesh } from '../../building/geometry/mesh/mesh.ts';
import type { Point3 } from '../../building/geometry/vector.ts';
import type { Element } from '../../building/kinds/elements.ts';
import { faceMaterial } from '../../building/kinds/types/layer-shares.ts';
import { glazed } from '../../building/kinds/wall/curtain/glazed.ts';
import type { ModelView } from '../../building/model/view.ts';
import { ifcGuid } from '../ifc/guid.ts';
import type { Accessor, Buffers } from './buffers.ts';
import { MeshBuffers } from './buffers.ts';
import { GLASS, materialOf } from './materials.ts';

export type GlbOptions = {
  /** Whether rooms and other spaces are included, as translucent bodies. Default: false. */
  readonly spaces?: boolean;
};

export type Glb = {
  readonly bytes: Buffer;
  readonly elements: number;
  readonly triangles: number;
  /** Number of omitted spaces. */
  readonly spaces_left_out: number;
};

/** Maximum length of a file, bytes: the format stores lengths in 32 bits. */
const MAX_BYTES = 0xffff_ffff;
const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BIN_CHUNK = 0x004e4942;
/** Elements written between two checkpoints. */
const STEP = 20;

/**
 * Writes a node for each element with a body, under the node of its level, with its id, IFC GUID, category, kind and
 * level in `extras`. Each node has a translation, so that positions keep their precision far from the origin. Shading
 * is flat: there are no normals.
 * @throws {RangeError} if the file would exceed 4 GiB.
 */
export function glbOf(view: ModelView, { spaces = false }: GlbOptions = {}): Glb {
  const scene = new Scene(view);
  const total = view.count();
  let [done, elements, spaces_left_out] = [0, 0, 0];
  for (const element of view.elements()) {
    if (done % STEP === 0) checkpoint({ done, total, doing: 'bodies' });
    done += 1;
    const { body } = view.kinds.of(element);
    if (body === 'none') continue;
    if (body.occupies === 'space' && !spaces) spaces_left_out += 1;
    else if (scene.add(element)) elements += 1;
  }
  const bytes = scene.finish();
  return { bytes, elements, triangles: scene.triangles, spaces_left_out };
}

type Node = {
  readonly name: string;
  readonly mesh?: number;
  readonly translation?: readonly [number, number, number];
  readonly children?: number[];
  readonly extras: Readonly<Record<string, string | null>>;
};

class Scene {
  triangles = 0;
  readonly #view: ModelView;
  readonly #buffers = new MeshBuffers();
  readonly #nodes: Node[] = [];
  readonly #meshes: unknown[] = [];
  readonly #materials: unknown[] = [];
  readonly #materialOf = new Map<string, number>();
  /** Node indices of elements, by level. */
  readonly #levels = new Map<string, number[]>();
  readonly #roots: number[] = [];

  constructor(view: ModelView) {
    this.#view = view;
  }

  /** Adds an element; returns whether it has a body. */
  add(element: Element): boolean {
    const mesh = this.#view.mesh(element.id);
    const bounds = this.#view.bounds(element.id);
    if (mesh === null || bounds === null || mesh.triangles.length === 0) return false;
    const { glass, rest } = glazed(element, mesh);
    const primitives = [this.#primitive(rest, bounds.min, this.#material(element))];
    if (glass !== null) primitives.push(this.#primitive(glass, bounds.min, this.#glass()));
    if (this.#buffers.bytes > MAX_BYTES) throw new RangeError('the bodies have more than 4 GiB');
    this.triangles += mesh.triangles.length / 3;
    this.#meshes.push({ primitives });
    this.#childrenOf(this.#view.levelOf(element.id)).push(this.#nodes.length);
    this.#nodes.push({
      name: nameOf(element),
      mesh: this.#meshes.length - 1,
      translation: translationOf(bounds.min),
      extras: this.#extrasOf(element),
    });
    return true;
  }

  #primitive(mesh: Mesh, origin: Point3, material: number): object {
    const { position, indices } = this.#buffers.add(mesh, origin);
    return { attributes: { POSITION: position }, indices, material };
  }

  /** Index of the material of glass panels. */
  #glass(): number {
    const known = this.#materialOf.get(GLASS.name);
    if (known !== undefined) return known;
    const number = this.#materials.push(GLASS) - 1;
    this.#materialOf.set(GLASS.name, number);
    return number;
  }

  #extrasOf(element: Element): Node['extras'] {
    const level_id = this.#view.levelOf(element.id);
    const level = level_id === null ? undefined : this.#view.element(level_id);
    return {
      element_id: element.id,
      ifc_guid: ifcGuid(element.id),
      category: this.#view.kinds.of(element).category,
      kind: element.kind,
      level: level === undefined ? null : nameOf(level),
    };
  }

  #material(element: Element): number {
    const { kind } = element;
    const own = faceMaterial(element, this.#view)?.params ?? null;
    const key = own === null ? kind : `${kind} ${own.name}`;
    const known = this.#materialOf.get(key);
    if (known !== undefined) return known;
    const made = materialOf(this.#view.kinds.of({ kind }), own);
    const number = this.#materials.push(made) - 1;
    this.#materialOf.set(key, number);
    return number;
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

  /** The file: JSON padded with spaces, and the binary buffer if it is not empty (glTF 2.0, 4.4). */
  finish(): Buffer {
    const { branch, seq } = this.#view;
    const buffers = this.#buffers.finish();
    const isEmpty = this.#nodes.length === 0;
    const extras = { branch, seq: this.#view.position(seq) };
    const asset = { version: '2.0', generator: 'Plumbline', extras };
    const scenes = [isEmpty ? { name: 'Building' } : { name: 'Building', nodes: this.#roots }];
    const json: Buffer[] = [];
    json.push(Buffer.from(`{${membersOf({ asset, scene: 0, scenes })}`));
    if (!isEmpty) {
      const { accessors, numbers, bufferViews, bytes } = buffers;
      const small = { materials: this.#materials, bufferViews, buffers: [{ byteLength: bytes }] };
      json.push(Buffer.from(`,${membersOf(small)}`));
      listed('nodes', this.#nodes, json);
      listed('meshes', this.#meshes, json);
      const placed = ({ bufferView, ...rest }: Accessor): Accessor => {
        return { ...rest, bufferView: numbers[bufferView] ?? 0 };
      };
      listed('accessors', accessors, json, placed);
    }
    json.push(Buffer.from('}'));
    return glbBytes(json, buffers);
  }
}

/** Members of a JSON object, without its braces. */
function membersOf(object: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(object).slice(1, -1);
}

/** Items of a list written between two checkpoints. */
const WRITTEN = 200;

/** Writes a JSON member whose value is a long list, in parts. */
function listed<Item>(
  name: string,
  list: readonly Item[],
  json: Buffer[],
  written: (item: Item) => unknown = (item) => item,
): void {
  for (let from = 0; from < list.length; from += WRITTEN) {
    checkpoint({ done: from, total: list.length, doing: 'file' });
    const part = JSON.stringify(list.slice(from, from + WRITTEN).map(written)).slice(1, -1);
    json.push(Buffer.from(from === 0 ? `,"${name}":[${part}` : `,${part}`));
  }
  json.push(Buffer.from(']'));
}

/** Converts millimetres (z up) to metres (y up), on the grid of a micrometre. */
function translationOf({ x, y, z: height }: Point3): readonly [number, number, number] {
  return [x / 1000, height / 1000, 0 - y / 1000];
}

function nameOf({ id, kind, params }: Element): string {
  return 'name' in params && params.name !== null ? params.name : `${kind} ${id}`;
}

/** Copies header and chunks into one buffer, with checkpoints in between. */
function glbBytes(json: readonly Buffer[], { chunks, bytes }: Buffers): Buffer {
  const written = json.reduce((sum, { length }) => sum + length, 0);
  const padding = Buffer.alloc((4 - (written % 4)) % 4, ' ');
  const padded = written + padding.length;
  const length = 12 + 8 + padded + (bytes === 0 ? 0 : 8 + bytes);
  if (length > MAX_BYTES) {
    throw new RangeError(`the file has ${length} bytes; expected at most ${MAX_BYTES}`);
  }
  // Uninitialised memory is safe: every byte is written below.
  const file = Buffer.allocUnsafe(length);
  const binary = bytes === 0 ? [] : [wordsOf(bytes, BIN_CHUNK), ...chunks];
  const parts = [wordsOf(MAGIC, 2, length, padded, JSON_CHUNK), ...json, padding, ...binary];
  let [offset, stop] = [0, 0];
  for (const [done, part] of parts.entries()) {
    if (done % COPIED === 0 || offset >= stop) {
      stop = offset + COPIED_BYTES;
      checkpoint({ done, total: parts.length, doing: 'file' });
    }
    file.set(part, offset);
    offset += part.length;
  }
  return file;
}

/** Maximum number of parts, and of bytes, copied between two checkpoints. */
const COPIED = 5000;
const COPIED_BYTES = 2 ** 21;

function wordsOf(...words: readonly number[]): Buffer {
  const buffer = Buffer.alloc(4 * words.length);
  for (const [index, word] of words.entries()) buffer.writeUInt32LE(word, 4 * index);
  return buffer;
}
