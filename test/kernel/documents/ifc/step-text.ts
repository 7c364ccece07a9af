/** @module step-text: texts of STEP files for tests. */
import { readStepFile, type StepFile } from '../../../../kernel/documents/ifc/read/step-file.ts';

/** A whole file around instances, in a schema as FILE_SCHEMA names it. */
export function stepText(schema: string, data: string, view = 'CoordinationView'): string {
  return [
    'ISO-10303-21;',
    'HEADER;',
    `FILE_DESCRIPTION(('ViewDefinition [${view}]'),'2;1');`,
    "FILE_NAME('a.ifc','2026-01-01T00:00:00',(''),(''),'','','');",
    `FILE_SCHEMA(('${schema}'));`,
    'ENDSEC;',
    'DATA;',
    data.trim(),
    'ENDSEC;',
    'END-ISO-10303-21;',
    '',
  ].join('\n');
}

/** The file with this text. */
export function readText(text: string | Buffer): StepFile {
  return readStepFile(Buffer.from(text));
}
