import { type FaceLoops, shellFaces } from '../geometry/loops.ts';
import { keyOf } from '../geometry/points.ts';
/** @module BRP002: the faces of a shell hang together. */
import { defineIfcRule, named } from '../ifc-rule.ts';

export const brp002 = defineIfcRule({
  id: 'BRP002',
  title: 'The faces of a shell hang together',
  group: 'shape',
  clause: 'IfcConnectedFaceSet',
  severity: 'error',
  checks: [
    {
      of: (model) => model.rows('IfcConnectedFaceSet'),
      faults: (row, model) => {
        const measured = partsOf(shellFaces(row, model));
        return measured < 2
          ? null
          : { message: `${named(row, model)} is in ${measured} parts`, measured, required: 1 };
      },
    },
  ],
});

/** Number of parts that share no point, by union of sets. */
function partsOf(faces: readonly FaceLoops[]): number {
  const parents = new Map<string, string>();
  const rootOf = (key: string): string => {
    let root = key;
    for (let up = parents.get(root); up !== undefined && up !== root; up = parents.get(root)) {
      root = up;
    }
    for (let at = key; at !== root;) {
      const up = parents.get(at) ?? root;
      parents.set(at, root);
      at = up;
    }
    return root;
  };
  for (const loops of faces) {
    const [first, ...others] = loops.flat().map(keyOf);
    if (first === undefined) continue;
    parents.set(rootOf(first), rootOf(first));
    for (const key of others) parents.set(rootOf(key), rootOf(first));
  }
  let parts = 0;
  for (const [key, parent] of parents) if (key === parent) parts += 1;
  return parts;
}
