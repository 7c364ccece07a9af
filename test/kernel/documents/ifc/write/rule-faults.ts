/** @module rule faults: the violations of the public rules in a file. */
import type { Buffer } from 'node:buffer';

import { readStepFile } from '../../../../../kernel/documents/ifc/read/step-file.ts';
import { IFC_RULES } from '../../../../../kernel/documents/ifc/rules/all-rules.ts';
import { runIfcRules } from '../../../../../kernel/documents/ifc/rules/run-rules.ts';

/** A model without a site has no georeference, and none is invented. */
const NOT_KNOWN = 'GRF003';

/** The findings of all rules, one line each. */
export function ruleFaults(file: Buffer): readonly string[] {
  const rules = IFC_RULES.filter(({ id }) => id !== NOT_KNOWN);
  const results = runIfcRules(readStepFile(file), rules);
  return results.flatMap(({ rule, found, findings }) =>
    found === 0 ? [] : [`${rule.id} ${found}: ${findings[0]?.message}`],
  );
}
