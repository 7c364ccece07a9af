/** @module SYS001: a cable segment has two ports, a source and a sink. */
import type { IfcModel } from '../../read/ifc-model.ts';
import { defineIfcRule, type IfcFault, named } from '../ifc-rule.ts';
import { acrossRelations } from '../relations.ts';

/** Number of ports of a cable segment. */
const PORTS = 2;

export const sys001 = defineIfcRule({
  id: 'SYS001',
  title: 'A cable segment has two ports, a source and a sink',
  group: 'structure',
  clause: 'Port Nesting, FlowDirection',
  severity: 'error',
  schemas: ['IFC4X3'],
  disabled: true,
  checks: [{ of: (model) => model.rows('IfcCableSegment'), faults: portFaults }],
});

function* portFaults(row: number, model: IfcModel): Generator<IfcFault, void, void> {
  const ports = acrossRelations(row, model, [
    'IfcRelNests',
    'RelatingObject',
    'RelatedObjects',
  ]).filter((one) => model.isA(one, 'IfcDistributionPort'));
  if (ports.length !== PORTS) {
    const message = `${named(row, model)} nests ${ports.length} distribution ports`;
    yield { message, measured: ports.length, required: PORTS };
  }
  const directions = ports.map((port) => model.enumName(port, 'FlowDirection') ?? '$');
  for (const required of ['SOURCE', 'SINK']) {
    if (ports.length === 0 || directions.includes(required)) continue;
    const message = `no port of ${named(row, model)} is a ${required.toLowerCase()}`;
    yield { message, measured: directions.slice(0, PORTS).join(', '), required };
  }
}
