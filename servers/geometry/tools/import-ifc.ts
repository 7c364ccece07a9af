/** @module import_ifc: imports the building of an IFC file. */
import * as z from 'zod';

import { defineCommand, type ToolValue } from '../../../governance/tool/define.ts';
import { BranchName } from '../../../governance/tool/registry.ts';
import { SITE_ID } from '../../../kernel/building/kinds/site/site.ts';
import { ownView } from '../../../kernel/building/view/own-view.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import type { Import } from '../../../kernel/documents/ifc/recognise/import-of.ts';
import type { PlannedEvent } from '../../../schemas/events.ts';
import type { ManifestRow } from '../../../schemas/imports.ts';
import type { Refuse } from '../../../schemas/plan.ts';
import { hintsFor } from '../../building/hints.ts';
import { importsIn } from '../../building/imports-in.ts';
import { branchCreation } from '../../building/new-branch.ts';
import type { IfcFiles } from '../../files/ifc-files.ts';
import { mixtureWarnings, ownWarnings, warningsOf } from '../import-warnings.ts';
import { recognised, type Revising } from '../recognised-file.ts';
import { shiftOn } from '../reference-shift.ts';
import {
  requireSuperseded,
  Revision,
  RevisionArguments,
  revisionInput,
  takenNames,
} from '../revision.ts';

/** Most reasons in an answer; the manifest of the import has all. */
const REASONS_MAX = 100;
/** Longest time of recognition, ms: below the 10 minutes after which a server ends any call. */
const PLAN_MS = 540_000;
/** Maximum length of the name of a file, as events have it. */
const MAX_NAME = 255;

const Count = z.number().int();
const Scorecard = z.object({
  classes: z.record(
    z.string(),
    z.object({ parametric: Count, body: Count, data_only: Count, refused: Count }),
  ),
  reasons: z.array(
    z.object({ class: z.string(), outcome: z.string(), reason: z.string(), count: Count }),
  ),
  /** Number of reasons that are not listed. */
  more_reasons: Count,
  guid_clashes: Count,
});

const Names = z.array(z.string().min(1).max(200)).min(1).max(200);

/** The answer: what is imported, and what became of the products of the file. */
const Imported = z.object({
  import_id: z.string(),
  branch: z.string(),
  reference: z.boolean(),
  file: z.object({
    name: z.string(),
    sha256: z.string(),
    bytes: Count,
    schema: z.string(),
    application: z.string().nullable(),
  }),
  elements: Count,
  counts: z.record(z.string(), Count),
  scorecard: Scorecard,
  levels: z.array(z.object({ level_id: z.string(), name: z.string(), elements: Count })),
  levels_renamed: z.array(z.object({ level_id: z.string(), from: z.string(), to: z.string() })),
  /** From the coordinates of the file to those of the model, mm. */
  shift: z.object({ x: z.number(), y: z.number(), z: z.number() }),
  /** Null for an import that supersedes none. */
  revision: Revision.nullable(),
});

const Arguments = z.strictObject({
  path: z
    .string()
    .min(1)
    .max(400)
    .describe(
      'IFC file below artifacts/, such as imports/house.ifc. `plumbline import FILE` copies a file there.',
    ),
  as: BranchName.describe(
    'Name of a new branch that receives the import. It is forked from `branch` with all of its elements. Default: `branch` itself, if it has no elements but references, or the import is a reference.',
  ).optional(),
  reference: z
    .boolean()
    .describe(
      'Imports a reference model: structure, services or a neighbouring building, placed by its coordinates. Default: false.',
    )
    .default(false),
  only: z
    .strictObject({
      categories: Names.describe('Categories of elements, e.g. Walls.').optional(),
      levels: Names.describe('Names of storeys of the file.').optional(),
    })
    .describe('Imports only these elements, and what they need. Default: all.')
    .optional(),
  ...RevisionArguments,
});

/** Imports files below `artifacts/`. */
export function importIfcOf(files: IfcFiles): ToolValue<BuildingView> {
  return defineCommand({
    name: 'import_ifc',
    title: 'Import an IFC file',
    description:
      'Imports the building of an IFC file (STEP or IFCZIP) as elements that can be edited. A product is parametric only if the solid of its parameters equals that of the file; the scorecard counts the others by reason. Always needs an approval. Its levels are new. `reference` places a model of others next to the building: it is seen by clashes, drawings and questions, but nothing of it may change. `supersedes` imports a new revision of an imported file.',
    action: 'CREATE',
    showsPending: true,
    plan_ms: PLAN_MS,
    input: Arguments,
    output: Imported,
    refusals: {
      ...hintsFor('INVALID_ARGUMENT', 'BRANCH_EXISTS', 'OUT_OF_RANGE', 'NO_EFFECT'),
      MERGE_CONFLICT:
        'pass `matches` for each product of data.ambiguous, and `resolve` for each element of data.conflicts',
      UNSUPPORTED_FORMAT: 'give an IFC file of IFC2X3, IFC4 or IFC4X3 as STEP text or IFCZIP',
    },
    async plan(input, view: BuildingView, { refuse, ids, assertOnBranch, ...caller }) {
      const { path, as, only } = input;
      const revising = await revisingOf(input, view, refuse);
      const reference = revising?.superseded.event.payload.reference ?? input.reference;
      const created =
        as === undefined ? null : branchCreation(as, view, view, { refuse, assertOnBranch });
      if (created === null && revising === null && !reference) requireNoBuilding(view, refuse);
      const below = await files.pathOf({ path }, { refuse });
      const bytes = await files.read(below, { refuse, principal: caller.principal });
      const superseded = revising?.superseded.rows ?? [];
      const choices = {
        name: nameOf(below),
        import_id: ids.next('import'),
        only: { categories: only?.categories ?? null, levels: only?.levels ?? null },
        ...takenNames(view, superseded),
        has_site: reference || hasOtherSite(view, superseded),
        reference,
        shift: shiftOn(view, reference),
      };
      const { made, events, revision } = await recognised(bytes, choices, revising, {
        view,
        refuse,
      });
      const { record, blobs } = made;
      const event: PlannedEvent = {
        type: 'model.imported',
        aggregate_id: record.import_id,
        payload: record,
      };
      const branch = as ?? view.branch;
      return {
        events: [...(created === null ? [] : [created]), event, ...events],
        data: { ...dataOf(made), branch, revision },
        warnings: [
          ...mixtureWarnings({ created, reference, revising }, view),
          ...warningsOf(made),
          ...ownWarnings(revision),
        ],
        blobs,
        // The branch must still be as planned when the import is committed; a new reference changes nothing of it.
        ...(created === null
          ? { exclusive: !reference || revising !== null }
          : { on_branch: branch }),
      };
    },
  });
}

/** The import that the arguments supersede; null without one. Refuses `reference` for the import of a building. */
async function revisingOf(
  input: z.output<z.ZodObject<typeof RevisionArguments>> & { readonly reference: boolean },
  view: BuildingView,
  refuse: Refuse<'INVALID_ARGUMENT'>,
): Promise<Revising | null> {
  const asked = revisionInput(input, refuse);
  if (asked === null) return null;
  const superseded = await requireSuperseded(asked.supersedes, view, refuse);
  if (!input.reference || superseded.event.payload.reference) return { asked, superseded };
  return refuse(
    'INVALID_ARGUMENT',
    'received `reference` with the import of a building in `supersedes`, expected that of a reference model',
  );
}

/** Refuses INVALID_ARGUMENT for a branch with elements other than those of reference models. */
function requireNoBuilding(view: BuildingView, refuse: Refuse<'INVALID_ARGUMENT'>): void {
  const count = ownView(view).count();
  if (count === 0) return;
  refuse(
    'INVALID_ARGUMENT',
    `branch \`${view.branch}\` has ${count} elements; expected one without elements, \`as\` with the name of a new branch, which then also has these elements, \`reference\`, or, for a new revision of an imported file, \`supersedes\` with the id of its import${importsIn(view)}`,
  );
}

/** Whether the branch has a site that is not that of the superseded import. */
function hasOtherSite(view: BuildingView, superseded: readonly ManifestRow[]): boolean {
  const isOwn = superseded.some(({ element }) => element?.id === SITE_ID);
  return view.element(SITE_ID) !== undefined && !isOwn;
}

/** Name of the file without its folders. */
function nameOf(path: string): string {
  const name = path.replaceAll('\\', '/').split('/').at(-1) ?? path;
  return name.slice(-MAX_NAME).toWellFormed();
}

function dataOf({ record, scorecard, levels, guid_clashes }: Import) {
  const { file, frame, manifest } = record;
  const { x, y, z: up } = frame.origin;
  return {
    import_id: record.import_id,
    reference: record.reference,
    file: { name: record.name, ...file },
    elements: manifest.elements,
    counts: record.counts,
    scorecard: {
      classes: scorecard.classes,
      reasons: scorecard.reasons.slice(0, REASONS_MAX),
      more_reasons: Math.max(0, scorecard.reasons.length - REASONS_MAX),
      guid_clashes,
    },
    levels: levels.map(({ id, name, elements }) => ({ level_id: id, name, elements })),
    levels_renamed: levels.flatMap(({ id, name, renamed }) =>
      renamed === null ? [] : [{ level_id: id, from: renamed, to: name }],
    ),
    shift: { x: 0 - x, y: 0 - y, z: 0 - up },
  };
}
