/** @module smooth surfaces: connects the faces of bodies of files that form one smooth surface. */

/** Groups of surfaces, by their numbers. A surface that was never joined is alone. */
export class SmoothSurfaces {
  readonly #parents = new Map<number, number>();

  /** Puts two surfaces into one group. */
  join(one: number, other: number): void {
    this.#parents.set(this.#rootOf(one), this.#rootOf(other));
  }

  /** Whether two surfaces are in one group. */
  isJoined(one: number, other: number): boolean {
    return this.#parents.has(one) && this.#rootOf(one) === this.#rootOf(other);
  }

  #rootOf(number: number): number {
    let root = number;
    for (;;) {
      const parent = this.#parents.get(root) ?? root;
      if (parent === root) break;
      const above = this.#parents.get(parent) ?? parent;
      this.#parents.set(root, above);
      root = above;
    }
    if (root === number) this.#parents.set(root, root);
    return root;
  }
}

/**
 * Calls `join` for each two numbers of triangles that share a side. `numbers`: one for each triangle; 0 for triangles
 * to leave out.
 */
export function eachNeighbour(
  triangles: Uint32Array,
  numbers: Uint32Array,
  join: (one: number, other: number) => void,
): void {
  const vertices = triangles.reduce((most, vertex) => Math.max(most, vertex + 1), 0);
  const sides = new Map<number, number>();
  for (let side = 0; side < triangles.length; side += 1) {
    const number = numbers[Math.floor(side / 3)] ?? 0;
    if (number === 0) continue;
    const [from, to] = [triangles[side] ?? 0, triangles[side % 3 === 2 ? side - 2 : side + 1] ?? 0];
    const twin = sides.get(to * vertices + from);
    if (twin === undefined) sides.set(from * vertices + to, number);
    else if (twin !== number) join(twin, number);
  }
}
