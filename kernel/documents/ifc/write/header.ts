/** @module header: the header section of a file. */
import { Buffer } from 'node:buffer';

import type { Subject } from './spatial.ts';
import { stepText } from './step/step-text.ts';

/** Model view definition for each schema. */
const VIEWS: ReadonlyMap<string, string> = new Map([
  ['IFC2X3', 'CoordinationView_V2.0'],
  ['IFC4', 'DesignTransferView_V1.1'],
]);

/** The start of an ISO 10303-21 file with its header. The time stamp is the time of the branch head, to the second. */
export function headerOf({ name, at }: Subject, identifier: string): Uint8Array {
  const file = `${name}.ifc`;
  const time = new Date(at).toISOString().slice(0, 19);
  const definition = VIEWS.get(identifier);
  const view = `ViewDefinition [${definition ?? 'NotAssigned'}]`;
  const program = stepText('Plumbline');
  const lines = [
    'ISO-10303-21;',
    'HEADER;',
    `FILE_DESCRIPTION((${stepText(view)}),'2;1');`,
    `FILE_NAME(${stepText(file)},${stepText(time)},(''),(''),${program},${program},'');`,
    `FILE_SCHEMA((${stepText(identifier)}));`,
    'ENDSEC;',
    'DATA;',
    '',
  ];
  return Buffer.from(lines.join('\n'), 'latin1');
}
