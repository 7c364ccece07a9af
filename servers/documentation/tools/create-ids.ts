/** @module create_ids: writes an IDS file: from a description, or the requirements that the model meets. */
import * as z from 'zod';

import { defineJob, type ToolValue } from '../../../governance/tool/define.ts';
import type { Kinds } from '../../../kernel/building/kinds/kinds.ts';
import { ownView } from '../../../kernel/building/view/own-view.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { auditIds } from '../../../kernel/documents/ids/audit/audit-ids.ts';
import type { Ids, IdsInfo } from '../../../kernel/documents/ids/ids.ts';
import { branchIdsModel } from '../../../kernel/documents/ids/of-view/branch-model.ts';
import { metRequirements } from '../../../kernel/documents/ids/of-view/met-requirements.ts';
import { writeIds } from '../../../kernel/documents/ids/write/write-ids.ts';
import { IFC_SCHEMAS } from '../../../kernel/documents/ifc/schema/ifc-schema.ts';
import type { Refuse } from '../../../schemas/plan.ts';
import { FilePath } from '../arguments.ts';
import type { ArtefactStore } from '../artefacts/artefact-store.ts';
import { DescribedSpecifications, specificationsOf } from '../ids-description.ts';
import { modelHead } from '../model-head.ts';
import { FILE_REFUSALS, FileOutput, fileResult } from '../written.ts';

/** Maximum number of faults in a refusal. */
const MAX_FAULTS = 5;

/** Writes IDS files. */
export function createIdsOf(store: ArtefactStore, kinds: Kinds): ToolValue<BuildingView> {
  const FromModel = z.strictObject({
    categories: z
      .array(z.enum([...kinds.categories]))
      .min(1)
      .max(20)
      .describe('Only elements of these categories. Default: all.')
      .optional(),
    schema: z
      .enum(IFC_SCHEMAS)
      .default('IFC4')
      .describe('Schema whose entities and sets the requirements name.'),
  });
  return defineJob({
    name: 'create_ids',
    title: 'Write an IDS file',
    description:
      'Writes an IDS 1.0 file. from.specifications: your description. from.model: what all elements of each entity state today, so that later changes can be checked against it with check_ids. The file is audited before it is written; a file with errors is refused with its faults.',
    action: 'CREATE',
    openWorld: false,
    branched: true,
    previews: true,
    replaces: true,
    input: z.strictObject({
      name: z.string().min(1).max(200).describe('Title of the file.'),
      from: z
        .strictObject({
          specifications: DescribedSpecifications.optional(),
          model: FromModel.describe('The requirements that the model meets.').optional(),
        })
        .describe('Either specifications or model.'),
      path: FilePath,
    }),
    output: z.object({
      ...FileOutput,
      specifications: z.number(),
      requirements: z.number(),
    }),
    refusals: FILE_REFUSALS,
    async run({ name, from, path }, view: BuildingView, context) {
      const { refuse } = context;
      const head = await modelHead(view);
      const info = { ...NO_INFO, title: name };
      const ids = idsFrom(from, { view: ownView(view), info, kinds }, refuse);
      const { content, warnings } = checkedText(ids, refuse);
      const counts = {
        specifications: ids.specifications.length,
        requirements: ids.specifications.reduce((sum, one) => sum + one.requirements.length, 0),
      };
      const written = await fileResult(
        {
          tool: 'create_ids',
          type: 'export.created',
          options: { name, from: from.model === undefined ? 'specifications' : 'model' },
          path,
          folder: 'ids',
          stem: name,
          ending: '.ids',
          media_type: 'application/xml',
          content,
          head,
          counts,
          warnings,
        },
        store,
        view,
        context,
      );
      return { ...written, data: { ...written.data, ...counts } };
    },
  });
}

const NO_INFO: Omit<IdsInfo, 'title'> = {
  copyright: null,
  version: null,
  description: null,
  author: null,
  date: null,
  purpose: null,
  milestone: null,
};

type From = {
  readonly specifications?: z.output<typeof DescribedSpecifications> | undefined;
  readonly model?:
    | {
        readonly categories?: readonly string[] | undefined;
        readonly schema: (typeof IFC_SCHEMAS)[number];
      }
    | undefined;
};
type Source = {
  readonly view: BuildingView;
  readonly info: IdsInfo;
  readonly kinds: Kinds;
};
type Refusing = Refuse<'INVALID_ARGUMENT'>;

function idsFrom({ specifications, model }: From, source: Source, refuse: Refusing): Ids {
  const { view, info, kinds } = source;
  if ((specifications === undefined) === (model === undefined)) {
    return refuse('INVALID_ARGUMENT', 'expected `from` with either `specifications` or `model`');
  }
  if (specifications !== undefined) {
    return { info, specifications: specificationsOf(specifications, refuse) };
  }
  const { categories, schema = 'IFC4' } = model ?? {};
  const ids = metRequirements(branchIdsModel(view, schema), info, (subject) => {
    const { element_id } = subject.label();
    const kind = element_id === null ? undefined : view.element(element_id)?.kind;
    if (kind === undefined) return false;
    return categories === undefined || categories.includes(kinds.categoryOf[kind] ?? '');
  });
  if (ids.specifications.length > 0) return ids;
  return refuse(
    'INVALID_ARGUMENT',
    'the model has no elements of these categories that state anything; expected a branch with elements',
  );
}

/**
 * The text of the file, which is read back. Refuses INVALID_ARGUMENT with the first faults if it is no valid IDS file.
 */
function checkedText(
  ids: Ids,
  refuse: Refusing,
): { readonly content: string; readonly warnings: readonly string[] } {
  const content = textOf(ids, refuse);
  const { valid, ids: read, findings } = auditIds(content);
  if (!valid || read === null) {
    const errors = findings.filter(({ severity }) => severity === 'error');
    const faults = errors
      .slice(0, MAX_FAULTS)
      .map(({ place, message, expected }) => `${place.path}: ${message}; expected ${expected}`);
    return refuse(
      'INVALID_ARGUMENT',
      `the IDS file would have ${errors.length} errors: ${faults.join(' · ')}`,
      { errors: errors.length },
    );
  }
  if (writeIds(read) !== content) throw new Error('the IDS file does not read back as written');
  return { content, warnings: findings.map(({ place, message }) => `${place.path}: ${message}`) };
}

function textOf(ids: Ids, refuse: Refusing): string {
  try {
    return writeIds(ids);
  } catch (error) {
    if (error instanceof RangeError) return refuse('INVALID_ARGUMENT', error.message);
    throw error;
  }
}
