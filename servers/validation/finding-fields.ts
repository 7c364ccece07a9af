/** @module finding-fields: the fields that findings of each check can have, known before the check runs. */
import type { Refuse } from '../../schemas/plan.ts';

const SHARED = [
  'finding_id',
  'check',
  'severity',
  'status',
  'since',
  'element_ids',
  'level_id',
  'message',
  'location',
] as const;

const RULE = [
  'rule_id',
  'standard',
  'edition',
  'clause',
  'confidence',
  'title',
  'measured',
  'measured_stated',
  'required',
  'required_stated',
  'relation',
  'unit',
  'fix',
] as const;

/** Additional fields of the findings of each check, by tool. */
export const DETAIL_FIELDS: Readonly<Record<string, readonly string[]>> = {
  clash_detection: [
    'type',
    'element_a',
    'element_b',
    'overlap_volume_mm3',
    'penetration',
    'clearance_mm',
    'sentence',
  ],
  code_compliance: RULE,
  accessibility_check: RULE,
  egress_analysis: RULE,
  fire_rating_check: [
    'rating_min',
    'highest_rating_min',
    'wall_rating_min',
    'expected_min',
    'shared_mm',
    'confidence',
  ],
  structural_check: ['kind', 'foot_mm', 'head_mm', 'carriers', 'span_mm', 'limit_mm', 'ratio'],
  validate_constraints: ['end', 'fault', 'grouped', 'missing', 'over_mm', 'overlap_mm2'],
  data_completeness: ['parameter', 'kind', 'lack', 'system', 'code', 'expected', 'found'],
  check_ids: [
    'specification',
    'requirement',
    'facet',
    'cause',
    'expected',
    'found',
    'fix',
    'entity',
    'guid',
    'name',
    'record',
  ],
  audit_ids: ['line', 'column', 'place', 'found', 'expected'],
  check_ifc: ['line', 'entity', 'ifc_type', 'guid', 'name', 'clause', 'measured', 'required'],
};

/** The tools that record runs. */
export const CHECKS: readonly string[] = Object.keys(DETAIL_FIELDS);

/** Refuses INVALID_ARGUMENT for fields that no finding of the check can have. */
export function requireFindingFields(
  tool: string,
  fields: readonly string[] | undefined,
  refuse: Refuse<'INVALID_ARGUMENT'>,
): void {
  const known = [...SHARED, ...(DETAIL_FIELDS[tool] ?? [])];
  const unknown = fields?.filter((field) => !known.includes(field)) ?? [];
  if (unknown.length === 0) return;
  refuse(
    'INVALID_ARGUMENT',
    `findings of \`${tool}\` have no field \`${unknown.join('`, `')}\`; expected some of ${known.join(', ')}`,
    { fields: known },
  );
}
