/** @module check_ids: checks the branch or an IFC file against an IDS file. */
import * as z from 'zod';

import { defineJob, type ToolValue } from '../../../governance/tool/define.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { placeOf } from '../../../kernel/checks/screening/place-of.ts';
import { FileIdsModel } from '../../../kernel/documents/ids/file/file-model.ts';
import type { Ids } from '../../../kernel/documents/ids/ids.ts';
import { branchIdsModel } from '../../../kernel/documents/ids/of-view/branch-model.ts';
import { exchangeSchema } from '../../../kernel/documents/ids/of-view/exchange-schema.ts';
import { IfcModel, schemaNameOf } from '../../../kernel/documents/ifc/read/ifc-model.ts';
import { readStepFile } from '../../../kernel/documents/ifc/read/step-file.ts';
import { IFC_SCHEMAS } from '../../../kernel/documents/ifc/schema/ifc-schema.ts';
import type { JsonObject } from '../../../schemas/events.ts';
import { fileDigest } from '../../files/file-digest.ts';
import { idsWarnings, type IdsSource, requiredIds } from '../../files/ids-source.ts';
import type { IfcFiles } from '../../files/ifc-files.ts';
import { buildingOnly } from '../building-only.ts';
import { type Checked, checkedRun, FindingsOutput } from '../checked-run.ts';
import { RowArguments } from '../finding-rows.ts';
import { checkedIds } from '../ids-check.ts';
import { RUN_REFUSALS } from '../run-refusals.ts';

const Specification = z.looseObject({
  name: z.string(),
  status: z.enum(['pass', 'fail', 'not_applicable']),
  applicable: z.number(),
  passed: z.number(),
  failed: z.number(),
});

/** In the order of the answer: the causes are read before the findings, of which there can be hundreds. */
const Output = z.looseObject({
  status: z.enum(['pass', 'fail', 'incomplete', 'nothing_to_check']),
  specifications: z.array(Specification),
  causes: z.array(z.looseObject({ count: z.number(), fix: z.string() })),
  ...FindingsOutput.shape,
});

/** Checks against IDS files below `artifacts/`. */
export function checkIdsOf(files: IfcFiles): ToolValue<BuildingView> {
  return defineJob({
    name: 'check_ids',
    title: 'Check against an IDS file',
    description:
      'Checks the branch, or an IFC file, against the requirements of an IDS 1.0 file of a client. The branch is checked as export_ifc would write it. specifications has the verdicts, causes the failures by requirement with a fix, findings each object that fails. Fill in data with modify_parameter; dry runs with check ["ids:NAME"] show what a change would meet or break.',
    action: 'READ',
    openWorld: false,
    branched: true,
    input: z.strictObject({
      ids: z.string().min(1).max(400).describe('IDS file below artifacts/, such as client.ids.'),
      path: z
        .string()
        .min(1)
        .max(400)
        .describe('IFC file below artifacts/ to check. Default: the branch.')
        .optional(),
      schema: z
        .enum(IFC_SCHEMAS)
        .describe(
          'Schema in which the branch is checked. Default: the one that most specifications name.',
        )
        .optional(),
      ...RowArguments,
    }),
    output: Output,
    refusals: RUN_REFUSALS,
    async run({ ids: given, path, schema: asked, ...paging }, view: BuildingView, context) {
      if (path !== undefined && asked !== undefined) {
        context.refuse(
          'INVALID_ARGUMENT',
          'received `path` and `schema`; expected one of them: a file has its own schema',
        );
      }
      const source = await requiredIds(given, files, context);
      const schema = asked ?? exchangeSchema(source.ids);
      const file = path === undefined ? null : await files.pathOf({ path }, context);
      const bytes = file === null ? null : await files.read(file, context);
      const options = {
        ids: source.path,
        ids_sha256: source.sha256,
        path: file,
        schema: file === null ? schema : null,
      };
      const check = (): Checked =>
        bytes === null || file === null
          ? buildingOnly(view, (own) => checkedBranch(source, own, schema))
          : checkedFile(source, { path: file, bytes }, context);
      const run = { tool: 'check_ids', list: 'findings', options, check } as const;
      const answer = await checkedRun(run, paging, view, context);
      return {
        ...answer,
        data: Output.parse(answer.data),
        warnings: [...idsWarnings(source), ...(answer.warnings ?? [])],
      };
    },
  });
}

type Required = IdsSource & { readonly ids: Ids };

function checkedBranch(
  source: Required,
  view: BuildingView,
  schema: (typeof IFC_SCHEMAS)[number],
): Checked {
  return checkedIds(source, branchIdsModel(view, schema, { ids: source.ids }), {
    subjects: { of: 'branch', placeOf: (id) => placeOf(id, view) },
    facts: { file: null },
    view,
  });
}

type Refusing = Parameters<typeof requiredIds>[2];

function checkedFile(
  source: Required,
  { path, bytes }: { readonly path: string; readonly bytes: Buffer },
  { refuse }: Refusing,
): Checked {
  const step = readStepFile(bytes);
  const schema = schemaNameOf(step);
  if (schema === null) {
    const found = step.schemas.map((name) => `\`${name.slice(0, 60)}\``).join(', ');
    return refuse(
      'INVALID_ARGUMENT',
      `\`${path}\` has the schema ${found === '' ? 'of no IFC file' : found}; expected an IFC file (STEP) with the schema IFC2X3, IFC4 or IFC4X3`,
    );
  }
  const sha256 = fileDigest(bytes);
  const facts: JsonObject = { file: { path, bytes: bytes.length, sha256 } };
  const model = new FileIdsModel(new IfcModel(step, schema));
  return checkedIds(source, model, { subjects: { of: 'file' }, facts });
}
