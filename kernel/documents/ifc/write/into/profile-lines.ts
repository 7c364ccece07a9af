/** @module profile-lines: a cross-section as lines of a STEP file, for a file that it is added to. */
import { Buffer } from 'node:buffer';

import type { IfcSection } from '../../../../building/kinds/facets/ifc.ts';
import type { IfcSchema } from '../../schema/ifc-schema.ts';
import { writeProfile } from '../profiles.ts';
import { writeAxes, writeProfileAxes } from '../spatial.ts';
import type { Measures } from '../step/encode.ts';
import { StepFile } from '../step/step-file.ts';

/** The lines of a profile, and its number in them. */
export type ProfileLines = { readonly lines: Buffer; readonly number: number };

/** Writes a cross-section; `name`: that of a tabulated section or of an outline. */
export function profileLines(
  schema: IfcSchema,
  measures: Measures,
  { section, name }: { readonly section: IfcSection; readonly name?: string | undefined },
): ProfileLines {
  const file = new StepFile(schema, undefined, { measures, guid: (text) => text });
  const shared = writeAxes(file);
  const { number } = writeProfile({ file, shared }, section, name);
  writeProfileAxes({ file, shared });
  return { lines: Buffer.concat([...file.finish()]), number };
}
