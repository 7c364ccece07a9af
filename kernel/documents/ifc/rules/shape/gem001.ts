/** @module GEM001: closed shells use every edge twice, once in each direction. */
import type { IfcModel } from '../../read/ifc-model.ts';
import {
  countEdges,
  eachFace,
  type EdgeUse,
  type FaceLoops,
  shellFaces,
  tessellatedFaces,
} from '../geometry/loops.ts';
import { defineIfcRule, type IfcFault, named } from '../ifc-rule.ts';

export const gem001 = defineIfcRule({
  id: 'GEM001',
  title: 'Closed shells use every edge twice, once in each direction',
  group: 'shape',
  clause: 'IfcClosedShell, IfcTessellatedFaceSet, Closed',
  severity: 'error',
  checks: [
    {
      of: (model) => new Set(model.rows('IfcFacetedBrep').flatMap((row) => shellsOf(row, model))),
      faults: (row, model) => edgeFault(row, shellFaces(row, model), model),
    },
    {
      of: (model) =>
        [...model.rows('IfcTriangulatedFaceSet'), ...model.rows('IfcPolygonalFaceSet')].filter(
          (row) => model.enumName(row, 'Closed') === 'T',
        ),
      faults: (row, model) => edgeFault(row, tessellatedFaces(row, model), model),
    },
  ],
});

function shellsOf(row: number, model: IfcModel): readonly number[] {
  return [...model.refs(row, 'Outer'), ...model.refs(row, 'Voids')].filter((shell) =>
    model.isA(shell, 'IfcClosedShell'),
  );
}

function* edgeFault(
  row: number,
  faces: Iterable<FaceLoops>,
  model: IfcModel,
): Generator<IfcFault, void, void> {
  const uses = new Map<string, EdgeUse>();
  eachFace(faces, (loops) => countEdges(loops, uses));
  let wrong = 0;
  let example = '';
  let measured = 0;
  for (const [edge, { forward, backward }] of uses) {
    if (forward === 1 && backward === 1) continue;
    wrong += 1;
    if (wrong > 1) continue;
    example = edge.replace(' ', ') to (');
    measured = forward + backward;
  }
  if (wrong === 0) return;
  const others = wrong === 1 ? '' : ` and ${wrong - 1} more`;
  yield {
    message: `the edge (${example})${others} of ${named(row, model)} is used ${measured} times or twice in the same direction`,
    measured,
    required: 2,
  };
}
