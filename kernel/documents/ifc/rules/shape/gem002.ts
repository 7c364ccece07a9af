/** @module GEM002: spaces have a body. */
import type { IfcModel } from '../../read/ifc-model.ts';
import { defineIfcRule, type IfcFault, named } from '../ifc-rule.ts';
import { representationsOf } from '../relations.ts';

const BODIES: readonly string[] = ['SweptSolid', 'Clipping', 'Brep', 'Tessellation'];

export const gem002 = defineIfcRule({
  id: 'GEM002',
  title: 'A space has one Body of a simple type, and with a Brep also a FootPrint',
  group: 'shape',
  clause: 'IfcSpace: Body Geometry, agreement 152',
  severity: 'error',
  checks: [{ of: (model) => model.rows('IfcSpace'), faults: spaceFaults }],
});

function* spaceFaults(row: number, model: IfcModel): Generator<IfcFault, void, void> {
  const bodies = identified(row, 'Body', model);
  if (bodies.length !== 1) {
    const message = `${named(row, model)} has ${bodies.length} Body representations`;
    yield { message, measured: bodies.length, required: 1 };
  }
  for (const body of bodies) {
    const measured = model.text(body, 'RepresentationType');
    if (measured === null || !BODIES.includes(measured)) {
      const message = `the Body of ${named(row, model)} is of type \`${measured ?? '$'}\``;
      yield { message, measured, required: BODIES.join(', ') };
    }
    const prints = identified(row, 'FootPrint', model).length;
    if (measured !== 'Brep' || prints === 1) continue;
    const message = `${named(row, model)} has a Brep and ${prints} FootPrint representations`;
    yield { message, measured: prints, required: 1 };
  }
}

/** Representations of a space with the given identifier. */
function identified(row: number, identifier: string, model: IfcModel): readonly number[] {
  return representationsOf(row, model).filter(
    (one) => model.text(one, 'RepresentationIdentifier') === identifier,
  );
}
