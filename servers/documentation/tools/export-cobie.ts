/** @module export_cobie: writes the branch as a COBie 2.4 workbook. */
import * as z from 'zod';

import { defineJob, type ToolValue } from '../../../governance/tool/define.ts';
import { leftOutReferences, ownView } from '../../../kernel/building/view/own-view.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import type { CobieFault } from '../../../kernel/documents/cobie/check.ts';
import type { CobieSource, StatedContact } from '../../../kernel/documents/cobie/source.ts';
import { type Cobie, cobieOf, cobieWorkbook } from '../../../kernel/documents/cobie/workbook.ts';
import { MAX_ROWS } from '../../../kernel/documents/schedules/print/xlsx/sheet.ts';
import type { JsonObject } from '../../../schemas/events.ts';
import type { Principal } from '../../../schemas/governance.ts';
import type { Refuse } from '../../../schemas/plan.ts';
import { idOf } from '../../building/arguments.ts';
import { FilePath } from '../arguments.ts';
import type { ArtefactStore } from '../artefacts/artefact-store.ts';
import { issuesOf, recordedIn } from '../cobie-source.ts';
import { modelHead, NEVER } from '../model-head.ts';
import { jsonOf } from '../options-of.ts';
import { FILE_REFUSALS, FileOutput, fileResult } from '../written.ts';

/** Maximum number of contacts in a call. */
const CONTACTS_MAX = 200;

function text(most: number): z.ZodString {
  return z.string().min(1).max(most);
}

const Contact = z.strictObject({
  of: text(255).describe(
    'Your own name, the id of a user or agent, or a company or address that a property names.',
  ),
  email: text(255).describe('Address of the contact.').optional(),
  category: text(255).describe('Role, such as 34-25 21: Architect.').optional(),
  company: text(255).describe('Name of the company.').optional(),
  phone: text(60).describe('Telephone number of the contact.').optional(),
  given_name: text(255).describe('First name of a person.').optional(),
  family_name: text(255).describe('Last name of a person.').optional(),
});

const Facility = z.strictObject({
  category: text(255).describe('Classification, such as 11-17 24: Office.').optional(),
  currency: text(60).describe('Currency unit, such as Euros.').optional(),
  project_name: text(255).describe('Name of the project. Default: Plumbline.').optional(),
  phase: text(255).describe('Phase of the project.').optional(),
  description: text(2000).describe('Description of the building.').optional(),
  project_description: text(2000).describe('Description of the project.').optional(),
  site_description: text(2000).describe('Description of the site.').optional(),
});

const Output = z.object({
  ...FileOutput,
  /** The sheets between Instruction and PickLists, in order, with their numbers of rows; `why` an empty one is. */
  sheets: z.array(z.object({ sheet: z.string(), rows: z.number(), why: z.string().optional() })),
  /** Rules of COBie that the workbook breaks at this stage or, with `handover`, at handover only. */
  open: z.array(
    z.object({
      sheet: z.string(),
      column: z.string().nullable(),
      rule: z.string(),
      stage: z.enum(['design', 'handover']),
      rows: z.number(),
      first: z.array(z.string()),
      expected: z.string(),
    }),
  ),
  /** What a reader needs to know about the sheets; the first sheet has it too. */
  notes: z.array(z.string()),
});

/** Exports to COBie. */
export function exportCobieOf(
  store: ArtefactStore,
  project: () => string,
): ToolValue<BuildingView> {
  return defineJob({
    name: 'export_cobie',
    title: 'Export to COBie',
    description:
      'Writes the current model as a COBie 2.4 workbook (.xlsx) of 20 sheets for facility management. Identifiers are those of export_ifc. Unknown values are n/a; open lists the rules of COBie that they break.',
    action: 'CREATE',
    openWorld: false,
    branched: true,
    previews: true,
    replaces: true,
    input: z.strictObject({
      validation_run_id: idOf('Run whose findings are the sheet Issue. Default: none.').optional(),
      contacts: z
        .array(Contact)
        .max(CONTACTS_MAX)
        .describe('What the log does not state about contacts. Default: n/a.')
        .optional(),
      facility: Facility.describe(
        'What the model does not state about it. Default: n/a.',
      ).optional(),
      path: FilePath,
    }),
    output: Output,
    refusals: {
      ...FILE_REFUSALS,
      RUN_NOT_FOUND: 'use a validation_run_id from the answer of a check or from get_history',
    },
    async run(
      { validation_run_id, contacts = [], facility = {}, path },
      view: BuildingView,
      context,
    ) {
      const { refuse, principal } = context;
      const head = await modelHead(view);
      const run =
        validation_run_id === undefined ? null : await issuesOf(validation_run_id, view, refuse);
      const cobie = cobieOf({
        ...(await recordedIn(view, store.sightOf(principal))),
        view: ownView(view),
        project: project(),
        at: head.at ?? NEVER,
        issues: run?.issues ?? null,
        contacts: contacts.map((one) => withId(one, principal)),
        facility,
      });
      requireSheets(cobie, refuse);
      const sheets = sheetsOf(cobie);
      const written = await fileResult(
        {
          tool: 'export_cobie',
          type: 'export.created',
          options: optionsOf({ validation_run_id, contacts, facility }),
          path,
          folder: 'cobie',
          stem: view.branch,
          ending: '.xlsx',
          media_type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
          content: cobieWorkbook(cobie),
          head,
          of_files: run?.of_files ?? false,
          counts: Object.fromEntries(sheets.map(({ sheet, rows }) => [sheet, rows])),
          warnings: leftOutReferences(view),
        },
        store,
        view,
        context,
      );
      const open = cobie.faults.map(shownFault);
      const data = { ...written.data, sheets, open, notes: [...cobie.notes] };
      return { ...written, data };
    },
  });
}

/** A contact about the caller by name, with the id that rows have. */
function withId(contact: StatedContact, { name, agent_id, user_id }: Principal): StatedContact {
  return contact.of === name ? { ...contact, of: agent_id ?? user_id } : contact;
}

type Given = Pick<CobieSource, 'contacts' | 'facility'> & {
  readonly validation_run_id: string | undefined;
};

/** The arguments as they are recorded: of contacts only their number, because they are personal data. */
function optionsOf({ validation_run_id, contacts, facility }: Given): JsonObject {
  const given = Object.keys(facility).length > 0;
  return jsonOf({
    validation_run_id,
    contacts: contacts.length === 0 ? undefined : contacts.length,
    facility: given ? facility : undefined,
  });
}

type ShownSheet = z.input<typeof Output>['sheets'][number];

function sheetsOf({ tables, empty }: Cobie): ShownSheet[] {
  return [...tables].map(([sheet, { length: rows }]) => {
    const why = empty.get(sheet);
    return why === undefined ? { sheet, rows } : { sheet, rows, why };
  });
}

function shownFault({ first, ...fault }: CobieFault): z.input<typeof Output>['open'][number] {
  return { ...fault, first: [...first] };
}

function requireSheets({ tables }: Cobie, refuse: Refuse<'EXPORT_FAILED'>): void {
  for (const [sheet, rows] of tables) {
    if (rows.length < MAX_ROWS) continue;
    refuse(
      'EXPORT_FAILED',
      `sheet ${sheet} has ${rows.length} rows, expected fewer than ${MAX_ROWS}`,
    );
  }
}
