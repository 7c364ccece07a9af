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
  readonly #parents = new Map<string, string>();

  /** Merges the sets of these points. */
  join(keys: readonly string[]): void {
    const [first, ...others] = keys;
    if (first === undefined) return;
    const root = this.#rootOf(first);
    this.#parents.set(root, root);
    for (const key of others) this.#parents.set(this.#rootOf(key), this.#rootOf(first));
  }

  count(): number {
    let parts = 0;
    for (const [key, parent] of this.#parents) if (key === parent) parts += 1;
    return parts;
  }

  #rootOf(key: string): string {
    let root = key;
    let up = this.#parents.get(root);
    while (up !== undefined && up !== root) {
      root = up;
      up = this.#parents.get(root);
    }
    for (let at = key; at !== root;) {
      const next = this.#parents.get(at) ?? root;
      this.#parents.set(at, root);
      at = next;
    }
    return root;
  }
}
