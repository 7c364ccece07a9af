/** @module get_import: returns what became of the products of an imported file. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import { KINDS } from '../../../kernel/building/kinds/elements.ts';
import { isUndone } from '../../../kernel/building/view/imported-file.ts';
import type { BuildingView, ImportedFile } from '../../../kernel/building/view/view.ts';
import { scorecardOfRows } from '../../../kernel/documents/ifc/recognise/scorecard.ts';
import { idOf } from '../../building/arguments.ts';

/** Most reasons in an answer. */
const REASONS_MAX = 100;

const Count = z.number().int();
const Point = z.object({ x: z.number(), y: z.number(), z: z.number() });

/** Reads an import. */
export const getImport = defineQuery({
  name: 'get_import',
  title: 'Read an import',
  description:
    'Returns the scorecard of an imported file: per class, how many products became parametric elements, bodies or data only, and why; also the file, its frame, and how many of its elements the branch still has.',
  branched: true,
  input: z.strictObject({
    import_id: idOf('Import to read, from the answer of import_ifc or from get_history.'),
  }),
  output: z.object({
    import_id: z.string(),
    /** Whether it is a reference model, of which nothing may change. */
    reference: z.boolean(),
    /** Branch of the import, and its time; null for a caller who may not read that branch, as is the name of the file. */
    branch: z.string().nullable(),
    at: z.string().nullable(),
    file: z.object({
      name: z.string().nullable(),
      /** Null for a caller with a restricted READ scope, as are `bytes` and `application`. */
      sha256: z.string().nullable(),
      bytes: Count.nullable(),
      schema: z.string(),
      application: z.string().nullable(),
    }),
    frame: z.object({
      mm_per_unit: z.number(),
      /** Place of the origin of the model in the file, mm. */
      origin: Point,
    }),
    recogniser: z.object({ version: Count }),
    /** Import of which this is a revision; null without one, and for a caller who may not read its branch. */
    supersedes: z.string().nullable(),
    /** Import on the branch that is a revision of this one; null without one, and for a caller who may not see it. */
    superseded_by: z.string().nullable(),
    elements: Count,
    /** Number of its elements that the branch has. */
    elements_present: Count,
    /** Whether the branch has any of its elements. */
    on_branch: z.boolean(),
    /** Whether it was undone on the branch, whose elements then are those of other imports. A caller with a restricted READ scope reads no undone import. */
    undone: z.boolean(),
    counts: z.record(z.string(), Count),
    scorecard: z.object({
      classes: z.record(
        z.string(),
        z.object({ parametric: Count, body: Count, data_only: Count, refused: Count }),
      ),
      reasons: z.array(
        z.object({ class: z.string(), outcome: z.string(), reason: z.string(), count: Count }),
      ),
      more_reasons: Count,
    }),
  }),
  refusals: {
    OPERATION_NOT_FOUND: 'use an import_id from the answer of import_ifc or from get_history',
  },
  async answer({ import_id }, view: BuildingView, { refuse }) {
    const found = await view.importedFile(import_id);
    if (found === null) {
      return refuse('OPERATION_NOT_FOUND', `there is no import \`${import_id}\` that you may read`);
    }
    const { event, rows } = found;
    const { name, file, frame, recogniser, reference, supersedes } = event.payload;
    const { classes, reasons } = scorecardOfRows(rows);
    const undone = view.whole && isUndone(found, view);
    const { counts, elements, present: known } = countsOf(found, view);
    const present = undone ? 0 : known;
    // A branch that was forked from a hidden one has its elements, but does not reveal where they come from.
    const isReadable = view.branches().some(({ name: branch }) => branch === event.branch);
    return {
      data: {
        import_id,
        reference,
        branch: isReadable ? event.branch : null,
        at: isReadable ? event.at : null,
        file: {
          name: isReadable ? name : null,
          sha256: view.whole ? file.sha256 : null,
          bytes: view.whole ? file.bytes : null,
          schema: file.schema,
          application: view.whole ? file.application : null,
        },
        frame,
        recogniser,
        supersedes: isReadable ? (supersedes?.import_id ?? null) : null,
        superseded_by: await supersederOf(import_id, view),
        elements,
        elements_present: present,
        on_branch: present > 0,
        undone,
        counts,
        scorecard: {
          classes,
          reasons: reasons.slice(0, REASONS_MAX),
          more_reasons: Math.max(0, reasons.length - REASONS_MAX),
        },
      },
    };
  },
});

/** Id of the revision that supersedes an import on the branch; null if none does, or if the caller may not see it. */
async function supersederOf(import_id: string, view: BuildingView): Promise<string | null> {
  const revision = view.supersedingImport(import_id);
  if (revision === null) return null;
  const seen = await view.history({ element_id: revision.import_id, limit: 1 });
  return seen.length === 0 ? null : revision.import_id;
}

function countsOf({ rows }: ImportedFile, view: BuildingView) {
  const counts: Record<string, number> = {};
  let [elements, present] = [0, 0];
  for (const { element } of rows) {
    if (element === null) continue;
    const { category } = KINDS.of(element);
    counts[category] = (counts[category] ?? 0) + 1;
    elements += 1;
    if (view.element(element.id) !== undefined) present += 1;
  }
  return { counts, elements, present };
}
