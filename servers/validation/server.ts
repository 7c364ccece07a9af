/** @module server: the validation server, which checks the building and records every run. */
import type { ServerDefinition } from '../../governance/tool/server-definition.ts';
import { KINDS } from '../../kernel/building/kinds/elements.ts';
import type { BuildingView } from '../../kernel/building/view/view.ts';
import type { IfcFiles } from '../files/ifc-files.ts';
import { validationIntroduction } from './introduction.ts';
import type { PackSource } from './own-packs.ts';
import { accessibilityCheck } from './tools/accessibility-check.ts';
import { auditIdsOf } from './tools/audit-ids.ts';
import { checkIdsOf } from './tools/check-ids.ts';
import { checkIfcOf } from './tools/check-ifc.ts';
import { clashDetectionOf } from './tools/clash-detection.ts';
import { codeComplianceOf } from './tools/code-compliance.ts';
import { dataCompletenessOf } from './tools/data-completeness.ts';
import { egressAnalysis } from './tools/egress-analysis.ts';
import { excludeClash } from './tools/exclude-clash.ts';
import { fireRatingCheck } from './tools/fire-rating-check.ts';
import { getImport } from './tools/get-import.ts';
import { getValidationRun } from './tools/get-validation-run.ts';
import { listRulesOf } from './tools/list-rules.ts';
import { renderFinding } from './tools/render-finding.ts';
import { structuralCheck } from './tools/structural-check.ts';
import { validateConstraints } from './tools/validate-constraints.ts';

/** The validation server. `packs`: the rules of the operator; `files`: the files that checks of files may read. */
export function validationServerOf(
  packs: PackSource,
  files: IfcFiles,
): ServerDefinition<BuildingView> & { readonly name: 'validation' } {
  return {
    ...validationIntroduction,
    runs: 'validation.run',
    tools: [
      clashDetectionOf(KINDS),
      codeComplianceOf(packs),
      accessibilityCheck,
      egressAnalysis,
      validateConstraints,
      dataCompletenessOf(KINDS, files),
      fireRatingCheck,
      structuralCheck,
      checkIfcOf(files),
      checkIdsOf(files),
      auditIdsOf(files),
      listRulesOf(packs),
      getValidationRun,
      getImport,
      renderFinding,
      excludeClash,
    ],
  };
}
