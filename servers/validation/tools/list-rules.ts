/** @module list_rules: the rules that can be checked, with their sources. */
import * as z from 'zod';

import type { ToolValue } from '../../../governance/tool/define.ts';
import { defineQuery } from '../../../governance/tool/define.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import type { Pack } from '../../../kernel/checks/compliance/pack.ts';
import type { OperatorRule } from '../../../kernel/checks/compliance/rule.ts';
import { DISABLED_IFC_RULES, IFC_RULES } from '../../../kernel/documents/ifc/rules/all-rules.ts';
import { IFC_SCHEMAS } from '../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { Cursor, Limit, PageFields, pageOf } from '../../building/paging.ts';
import { allPacks } from '../compliance-run.ts';
import type { PackSource } from '../own-packs.ts';
import { noStandard } from '../own-packs.ts';

/** Lists the built-in rules and those of the operator. */
export function listRulesOf(source: PackSource): ToolValue<BuildingView> {
  return defineQuery({
    name: 'list_rules',
    title: 'List the rules of the standards',
    description:
      'Lists the standards of code_compliance and the file rules of check_ifc (IFC) with their versions and rules: clause, edition, threshold, severity, subject, and the confidence of the threshold (H: read in the text, M: secondary source, L: from memory, advisory only).',
    branched: false,
    input: z.strictObject({
      standard: z
        .string()
        .min(1)
        .max(40)
        .describe('Only rules of this standard, or IFC. Default: all.')
        .optional(),
      limit: Limit,
      cursor: Cursor,
    }),
    output: z.object({
      packs: z.array(z.looseObject({ standard: z.string() })),
      rules: z.array(z.looseObject({ rule_id: z.string() })),
      ...PageFields,
    }),
    refusals: { INVALID_ARGUMENT: 'use one of data.standards, and pass cursors unchanged' },
    answer({ standard, ...paging }, _view: BuildingView, { refuse }) {
      const own = source();
      const all = [...allPacks(own.packs).map(packRow), IFC_PACK];
      const packs = standard === undefined ? all : all.filter((one) => one.standard === standard);
      if (packs.length === 0) {
        const standards = all.map((pack) => pack.standard);
        return refuse('INVALID_ARGUMENT', noStandard([standard ?? ''], standards, own), {
          standards,
        });
      }
      const rules = packs.flatMap((pack) => pack.rules);
      const page = pageOf(rules, paging, (rule) => rule, {
        list: 'list_rules',
        query: standard ?? null,
        key: ({ rule_id }) => rule_id,
        view: { branch: '', position: () => null, seq: 0 },
        refuse,
      });
      return {
        data: {
          packs: packs.map(({ standard: of, title, version, rules: { length } }) => {
            return { standard: of, title, version, rules: length };
          }),
          rules: page.items,
          total: page.total,
          next_cursor: page.next_cursor,
        },
        warnings: [...own.warnings, ...page.warnings],
      };
    },
  });
}

/** A standard with its rules, as listed. */
type ListedPack = {
  readonly standard: string;
  readonly title: string;
  readonly version: string;
  readonly rules: readonly { readonly rule_id: string; readonly [fact: string]: unknown }[];
};

function packRow({ standard, title, version, rules }: Pack<OperatorRule>): ListedPack {
  return { standard, title, version, rules: rules.map(ruleRow) };
}

function ruleRow({ id, title, source, ...rule }: OperatorRule): ListedPack['rules'][number] {
  const { standard, edition, clause, confidence } = source;
  return {
    rule_id: id,
    title,
    standard,
    edition,
    clause,
    confidence,
    severity: confidence === 'L' ? 'advisory' : rule.severity,
    about: rule.subject,
    parameters: rule.parameters,
  };
}

/** The rules of check_ifc. */
const IFC_PACK: ListedPack = {
  standard: 'IFC',
  title: 'Rules for IFC files',
  version: 'buildingSMART ifc-gherkin-rules e2b27c1',
  rules: [...IFC_RULES, ...DISABLED_IFC_RULES].map(
    ({ id, title, group, clause, severity, schemas, disabled = false }) => ({
      rule_id: id,
      title,
      standard: 'IFC',
      clause,
      severity,
      about: group,
      schemas: schemas ?? IFC_SCHEMAS,
      by_default: !disabled,
    }),
  ),
};
