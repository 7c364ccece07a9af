/** @module face set: the triangles of a mesh with their edges, so that a local change costs only what is near it. */

import { at } from '../indexed.ts';

/** A triangle by its vertices. */
export type Triangle = readonly [number, number, number];

/** A change: triangles that are replaced in their places (null: removed), and triangles that are added at the end. */
export type FaceChange = {
  readonly replaced: readonly (readonly [number, Triangle | null])[];
  readonly added: readonly Triangle[];
};

/** The triangles of a mesh in order. Places of removed triangles stay empty. */
export class FaceSet {
  readonly #size: number;
  readonly #faces: (Triangle | null)[] = [];
  /** Places of triangles by vertex, and by directed edge. */
  readonly #around = new Map<number, Set<number>>();
  readonly #along = new Map<number, Set<number>>();
  /** Number of directed edges that occur more than once or without their reverse. */
  #open = 0;
  #count = 0;

  /** `size`: number of vertices. Each triangle has three different ones. */
  constructor(triangles: Iterable<Triangle>, size: number) {
    this.#size = size;
    for (const triangle of triangles) this.#put(this.#faces.length, triangle);
  }

  /** Whether every directed edge and its reverse occur exactly once; false without faces. */
  get isWatertight(): boolean {
    return this.#open === 0 && this.#count > 0;
  }

  /** Number of places, the empty ones included. */
  get length(): number {
    return this.#faces.length;
  }

  /** The triangle in a place; null if the place is empty. */
  at(place: number): Triangle | null {
    return this.#faces[place] ?? null;
  }

  /** The triangles, in order. */
  triangles(): readonly Triangle[] {
    return this.#faces.filter((face) => face !== null);
  }

  /** Number of triangles at a vertex. */
  countAround(vertex: number): number {
    return this.#around.get(vertex)?.size ?? 0;
  }

  /** Places of the triangles at a vertex, in order. */
  around(vertex: number): readonly number[] {
    return [...(this.#around.get(vertex) ?? [])].toSorted((a, b) => a - b);
  }

  /** First place with this directed edge; null without one. */
  along(from: number, to: number): number | null {
    const places = this.#along.get(from * this.#size + to);
    return places === undefined ? null : Math.min(...places);
  }

  /** Makes a change if the mesh is watertight after it; otherwise nothing changes. Returns whether it was made. */
  changed({ replaced, added }: FaceChange): boolean {
    const before = replaced.map(([place]) => [place, this.at(place)] as const);
    const length = this.#faces.length;
    for (const [place] of replaced) this.#take(place);
    for (const [place, face] of replaced) if (face !== null) this.#put(place, face);
    for (const face of added) this.#put(this.#faces.length, face);
    if (this.isWatertight) return true;
    while (this.#faces.length > length) {
      this.#take(this.#faces.length - 1);
      this.#faces.pop();
    }
    for (const [place] of replaced) this.#take(place);
    for (const [place, face] of before) if (face !== null) this.#put(place, face);
    return false;
  }

  #put(place: number, face: Triangle): void {
    this.#faces[place] = face;
    this.#count++;
    for (const corner of [0, 1, 2]) {
      const [from, to] = [at(face, corner), at(face, (corner + 1) % 3)];
      put(this.#around, from, place);
      this.#openBy(from, to, () => {
        put(this.#along, from * this.#size + to, place);
      });
    }
  }

  #take(place: number): void {
    const face = this.#faces[place] ?? null;
    if (face === null) return;
    this.#faces[place] = null;
    this.#count--;
    for (const corner of [0, 1, 2]) {
      const [from, to] = [at(face, corner), at(face, (corner + 1) % 3)];
      take(this.#around, from, place);
      this.#openBy(from, to, () => {
        take(this.#along, from * this.#size + to, place);
      });
    }
  }

  /** Counts again, around a change of an edge, what is open there. */
  #openBy(from: number, to: number, change: () => void): void {
    this.#open -= this.#openAt(from, to) + this.#openAt(to, from);
    change();
    this.#open += this.#openAt(from, to) + this.#openAt(to, from);
  }

  #openAt(from: number, to: number): number {
    const times = this.#along.get(from * this.#size + to)?.size ?? 0;
    if (times === 0) return 0;
    return times > 1 || !this.#along.has(to * this.#size + from) ? 1 : 0;
  }
}

function put(places: Map<number, Set<number>>, key: number, place: number): void {
  const known = places.get(key);
  if (known === undefined) places.set(key, new Set([place]));
  else known.add(place);
}

function take(places: Map<number, Set<number>>, key: number, place: number): void {
  const known = places.get(key);
  known?.delete(place);
  if (known?.size === 0) places.delete(key);
}
