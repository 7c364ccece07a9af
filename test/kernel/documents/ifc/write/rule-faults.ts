/** @module rule faults: what the public rules, and the reader that knows the tables, say against a file. */
import type { Buffer } from 'node:buffer';

import { readStepFile } from '../../../../../kernel/documents/ifc/read/step-file.ts';
import { IFC_RULES } from '../../../../../kernel/documents/ifc/rules/all-rules.ts';
import { runIfcRules } from '../../../../../kernel/documents/ifc/rules/run-rules.ts';

/** A model does not say where on earth the building stands, and nothing is made up. */
const NOT_KNOWN = 'GRF003';

/** Findings of all rules, a line each. */
export function ruleFaults(file: Buffer): readonly string[] {
  const rules = IFC_RULES.filter(({ id }) => id !== NOT_KNOWN);
  const results = runIfcRules(readStepFile(file), rules);
  return results.flatMap(({ rule, found, findings }) =>
    found === 0 ? [] : [`${rule.id} ${found}: ${findings[0]?.message}`],
  );
}
