/** @module audit_ids: checks an IDS file itself: its format, and requirements that no model can meet. */
import * as z from 'zod';

import { defineJob, type ToolValue } from '../../../governance/tool/define.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { type Finding, findingId } from '../../../kernel/checks/findings/finding.ts';
import type { IdsFinding } from '../../../kernel/documents/ids/finding.ts';
import { shownText } from '../../../kernel/documents/ids/findings/ids-findings.ts';
import { idsFacts, idsSource, type IdsSource } from '../../files/ids-source.ts';
import type { IfcFiles } from '../../files/ifc-files.ts';
import { type Checked, checkedRun, FindingsOutput } from '../checked-run.ts';
import { RowArguments } from '../finding-rows.ts';
import { RUN_REFUSALS } from '../run-refusals.ts';

/** The subject of findings that are about no element. */
const FILE = 'file';

const Output = FindingsOutput.extend({ valid: z.boolean() });

/** Audits IDS files below `artifacts/`. */
export function auditIdsOf(files: IfcFiles): ToolValue<BuildingView> {
  return defineJob({
    name: 'audit_ids',
    title: 'Audit an IDS file',
    description:
      'Checks an IDS 1.0 file itself: its XML and format, names of entities, sets, properties and data types, restrictions and cardinalities that contradict each other. valid is true without errors. Each finding has line, column, found and expected. Use it before check_ids, and for a file that you wrote.',
    action: 'READ',
    openWorld: false,
    branched: true,
    input: z.strictObject({
      ids: z
        .string()
        .min(1)
        .max(400)
        .describe('IDS file below artifacts/ to audit, such as client.ids.'),
      ...RowArguments,
    }),
    output: Output,
    refusals: RUN_REFUSALS,
    async run({ ids: given, ...paging }, view: BuildingView, context) {
      const source = await idsSource(given, files, context);
      const options = { ids: source.path };
      const check = (): Checked => audited(source);
      const run = { tool: 'audit_ids', list: 'findings', options, check } as const;
      const answer = await checkedRun(run, paging, view, context);
      return { ...answer, data: Output.parse(answer.data) };
    },
  });
}

function audited(source: IdsSource): Checked {
  const { findings } = source;
  const valid = findings.every(({ severity }) => severity !== 'error');
  return { findings: findings.map(findingOf), summary: { valid, ids: idsFacts(source) } };
}

function findingOf({ rule, severity, place, message, found, expected }: IdsFinding): Finding {
  const { line, column, path } = place;
  return {
    finding_id: findingId('audit_ids', [FILE], JSON.stringify([rule, path, line, column])),
    check: `audit.${rule}`,
    severity,
    element_ids: [FILE],
    level_id: null,
    message: shownText(message),
    location: null,
    box: null,
    details: {
      line,
      column,
      place: shownText(path),
      found: shownText(found),
      expected: shownText(expected),
    },
  };
}
