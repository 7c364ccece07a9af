/** @module get_import: returns what became of the products of an imported file. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import { KINDS } from '../../../kernel/building/kinds/elements.ts';
import { isUndone } from '../../../kernel/building/view/imported-file.ts';
import type { BuildingView, ImportedFile } from '../../../kernel/building/view/view.ts';
import { scorecardOfRows } from '../../../kernel/documents/ifc/recognise/scorecard.ts';
import { OUTCOMES } from '../../../schemas/imports.ts';
import type { Refuse } from '../../../schemas/plan.ts';
import { ElementId, idOf } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';
import { importsIn } from '../../building/imports-in.ts';
import { Cursor, Limit, PageFields } from '../../building/paging.ts';
import { ProductRow, productsPage } from '../import-products.ts';

/** Most reasons in an answer. */
const REASONS_MAX = 100;

const Count = z.number().int();
const Point = z.object({ x: z.number(), y: z.number(), z: z.number() });

/** Reads an import. */
export const getImport = defineQuery({
  name: 'get_import',
  title: 'Read an import',
  description:
    'Returns the scorecard of an imported file: per class, how many products became parametric elements, bodies or data only, and why; also the file, its frame, and how many of its elements the branch still has. `products` lists single products with the reason and the differences from the file; only its first page has the scorecard.',
  branched: true,
  input: z.strictObject({
    import_id: idOf(
      'Import to read, from the answer of import_ifc. Default: the newest of the branch.',
    ).optional(),
    products: z
      .strictObject({
        class: z.string().min(1).max(100).describe('IFC class as in the scorecard.').optional(),
        outcome: z.enum(OUTCOMES).describe('Outcome of the products.').optional(),
        element_id: ElementId.describe('Element of the products, and of parts of it.').optional(),
      })
      .describe(
        'Lists the products of the file that match, with outcome, reason and proof; {} lists all. Default: none.',
      )
      .optional(),
    limit: Limit,
    cursor: Cursor,
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
    /** Left out of pages of `products` after the first. */
    scorecard: z
      .object({
        classes: z.record(
          z.string(),
          z.object({ parametric: Count, body: Count, data_only: Count, refused: Count }),
        ),
        reasons: z.array(
          z.object({ class: z.string(), outcome: z.string(), reason: z.string(), count: Count }),
        ),
        more_reasons: Count,
      })
      .optional(),
    /** One page; only if `products` was given. */
    products: z.array(ProductRow).optional(),
    total: PageFields.total.optional(),
    next_cursor: PageFields.next_cursor.optional(),
  }),
  refusals: {
    ...hintsFor('INVALID_ARGUMENT'),
    OPERATION_NOT_FOUND:
      'use an import_id from the answer of import_ifc or from get_history, and its branch',
  },
  async answer({ import_id: given, products, ...paging }, view: BuildingView, { refuse }) {
    const import_id = given ?? newestImport(view, refuse);
    const found = await view.importedFile(import_id);
    if (found === null) {
      return refuse(
        'OPERATION_NOT_FOUND',
        `there is no import \`${import_id}\` that you may read${importsIn(view)}`,
      );
    }
    const { event, rows } = found;
    const { name, file, frame, recogniser, reference, supersedes } = event.payload;
    const isLaterPage = products !== undefined && paging.cursor !== undefined;
    const page =
      products === undefined
        ? null
        : productsPage(rows, { import_id, ...products }, paging, { view, refuse });
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
        ...(isLaterPage ? {} : { scorecard: scorecardOf(rows) }),
        ...page?.data,
      },
      warnings: page?.warnings ?? [],
    };
  },
});

/** The scorecard of an answer, with the first reasons. */
function scorecardOf(rows: ImportedFile['rows']) {
  const { classes, reasons } = scorecardOfRows(rows);
  return {
    classes,
    reasons: reasons.slice(0, REASONS_MAX),
    more_reasons: Math.max(0, reasons.length - REASONS_MAX),
  };
}

/** Id of the newest import of the branch. Refuses OPERATION_NOT_FOUND if the caller sees none. */
function newestImport(view: BuildingView, refuse: Refuse<'OPERATION_NOT_FOUND'>): string {
  const newest = view.imports().at(-1);
  if (newest !== undefined) return newest.import_id;
  return refuse(
    'OPERATION_NOT_FOUND',
    `branch \`${view.branch}\` has no import that you may list; expected \`import_id\`, or a branch with an imported building`,
  );
}

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
