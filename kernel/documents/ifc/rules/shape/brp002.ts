/** @module BRP002: the faces of a shell are connected. */
import { eachFace, shellFaces } from '../geometry/loops.ts';
import { keyOf } from '../geometry/points.ts';
import { defineIfcRule, named } from '../ifc-rule.ts';

export const brp002 = defineIfcRule({
  id: 'BRP002',
  title: 'The faces of a shell are connected',
  group: 'shape',
  clause: 'IfcConnectedFaceSet',
  severity: 'error',
  checks: [
    {
      of: (model) => model.rows('IfcConnectedFaceSet'),
      faults: (row, model) => {
        const parts = new Parts();
        eachFace(shellFaces(row, model), (loops) => parts.join(loops.flat().map(keyOf)));
        const measured = parts.count();
        if (measured < 2) return null;
        return {
          message: `${named(row, model)} has ${measured} unconnected parts`,
          measured,
          required: 1,
        };
      },
    },
  ],
});

/** Connected points, as a union-find structure. */
class Parts {
  readonly #numbers = new Map<string, number>();
  /** By number of a point: the number of another point of its part, or its own. */
  readonly #parents: number[] = [];

  /** Merges the sets of these points. */
  join(keys: readonly string[]): void {
    const [first, ...others] = keys.map((key) => this.#numberOf(key));
    if (first === undefined) return;
    for (const other of others) this.#parents[this.#rootOf(other)] = this.#rootOf(first);
  }

  count(): number {
    return this.#parents.filter((parent, number) => parent === number).length;
  }

  #numberOf(key: string): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#parents.length;
    this.#numbers.set(key, number);
    this.#parents.push(number);
    return number;
  }

  #rootOf(number: number): number {
    let root = number;
    for (let up = this.#above(root); up !== root; up = this.#above(root)) root = up;
    for (let at = number; at !== root;) {
      const next = this.#above(at);
      this.#parents[at] = root;
      at = next;
    }
    return root;
  }

  #above(number: number): number {
    return this.#parents[number] ?? number;
  }
}
