/** @module export_ifc: writes the branch as an IFC file. */
import { Buffer } from 'node:buffer';

import * as z from 'zod';

import { defineJob, type ToolValue } from '../../../governance/tool/define.ts';
import { leftOutReferences, ownView } from '../../../kernel/building/view/own-view.ts';
import type { BuildingView, ImportedFile } from '../../../kernel/building/view/view.ts';
import type { IfcSchemaName } from '../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { exportIfc } from '../../../kernel/documents/ifc/write/export-ifc.ts';
import type { Refuse } from '../../../schemas/plan.ts';
import { FilePath } from '../arguments.ts';
import type { ArtefactStore } from '../artefacts/artefact-store.ts';
import { modelHead, NEVER } from '../model-head.ts';
import { patchedIfc } from '../patched-ifc.ts';
import { placeWarnings } from '../place-warnings.ts';
import { factWarnings, groupedFacts } from '../stale-facts.ts';
import { unwrittenProducts } from '../unwritten-products.ts';
import { FILE_REFUSALS, FileOutput, fileResult } from '../written.ts';

/** Maximum number of listed warnings; further ones are only counted. */
const WARNED = 50;

/** Accepted names of schemas, including other common spellings. */
const SCHEMAS = {
  IFC2X3: 'IFC2X3',
  IFC4: 'IFC4',
  IFC4X3: 'IFC4X3',
  IFC2x3: 'IFC2X3',
  'IFC4.3': 'IFC4X3',
} as const;

const Records = z.object({
  identical: z.number(),
  changed: z.number(),
  added: z.number(),
  removed: z.number(),
  copied: z.number(),
});

const Output = z.object({
  ...FileOutput,
  schema: z.string(),
  mode: z.enum(['patch', 'new']),
  entities: z.number(),
  /** Numbers of entities, by entity name; empty for a patch. */
  counts: z.record(z.string(), z.number()),
  /** Numbers of records of the imported file that a patch left, changed, added, removed and copied; null for a new file. */
  records: Records.nullable(),
  /** Edits that are not in a patched file. */
  not_exported: z.array(z.object({ element_id: z.string(), why: z.string() })),
  more_not_exported: z.number(),
  /** Facts of the imported file that the edits may have made wrong and that are not corrected, by product and kind. */
  stale: z.array(
    z.object({
      record: z.string(),
      element_id: z.string().nullable(),
      kind: z.string(),
      names: z.array(z.string()),
    }),
  ),
  more_stale: z.number(),
});

const NO_PATCH = {
  records: null,
  not_exported: [],
  more_not_exported: 0,
  stale: [],
  more_stale: 0,
} as const;

/** Maximum numbers of listed edits that are not exported, and of stale facts. */
const [LEFT, STALE] = [200, 100];

/** Exports to IFC. */
export function exportIfcOf(store: ArtefactStore, project: () => string): ToolValue<BuildingView> {
  return defineJob({
    name: 'export_ifc',
    title: 'Export to IFC',
    description:
      'Writes the current model as an IFC file. An imported branch is written into the file of its import: untouched records keep their bytes, and not_exported lists edits that it cannot express. Imported elements keep GUIDs of their file that are valid and not repeated; other GUIDs are derived from element ids.',
    action: 'CREATE',
    openWorld: false,
    branched: true,
    previews: true,
    replaces: true,
    input: z.strictObject({
      schema: z
        .enum(['IFC2X3', 'IFC4', 'IFC4X3', 'IFC2x3', 'IFC4.3'])
        .optional()
        .describe(
          'Schema version of the IFC file; 2x3 and 4.3 are other spellings. Required for a new file; a patch has that of its import.',
        ),
      mode: z
        .enum(['patch', 'new'])
        .optional()
        .describe(
          '`patch`: the imported file with the edits of the branch; needs an unrestricted READ. `new`: a new file of the whole model. Default: `patch` for an imported branch if you may, else `new`.',
        ),
      path: FilePath,
    }),
    output: Output,
    refusals: FILE_REFUSALS,
    async run({ schema: given, mode, path }, view: BuildingView, context) {
      const head = await modelHead(view);
      const asked = given === undefined ? null : SCHEMAS[given];
      const source = mode === 'new' ? null : await sourceOf(view, mode, context.refuse);
      const made =
        source === null
          ? newFile(
              ownView(view),
              { schema: asked, project: project(), at: head.at },
              context.refuse,
            )
          : await patchOf(source, ownView(view), { schema: asked, at: head.at }, context.refuse);
      const { data, content, counts } = made;
      const lost = data.mode === 'new' ? await unwrittenProducts(view) : [];
      const warnings = [...leftOutReferences(view), ...lost, ...made.warnings];
      const more = warnings.length - WARNED;
      const written = await fileResult(
        {
          tool: 'export_ifc',
          type: 'export.created',
          options: { schema: data.schema, ...(data.mode === 'new' ? {} : { mode: data.mode }) },
          path,
          folder: 'models',
          stem: `${view.branch} ${data.schema}`,
          ending: '.ifc',
          media_type: 'application/x-step',
          content,
          head,
          counts,
          warnings:
            more > 0 ? [...warnings.slice(0, WARNED), `and ${more} more warnings`] : warnings,
        },
        store,
        view,
        context,
      );
      return { ...written, data: { ...written.data, ...data } };
    },
  });
}

type Refusing = Refuse<'INVALID_ARGUMENT'>;
type Made = {
  readonly content: Uint8Array;
  readonly warnings: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
  readonly data: Omit<z.input<typeof Output>, keyof typeof FileOutput>;
};

/** The import whose file is patched; null for a new file. */
async function sourceOf(
  view: BuildingView,
  mode: 'patch' | undefined,
  refuse: Refusing,
): Promise<ImportedFile | null> {
  const isAsked = mode === 'patch';
  if (!view.whole) {
    if (!isAsked) return null;
    return refuse(
      'INVALID_ARGUMENT',
      'received mode `patch` with a restricted READ, expected mode `new`: the imported file shows the whole building',
    );
  }
  const [record, another] = view.imports().filter(({ reference }) => !reference);
  if (record !== undefined && another === undefined) {
    return await view.importedFile(record.import_id);
  }
  if (!isAsked) return null;
  const found = record === undefined ? 'no imported file' : 'several imported files';
  return refuse(
    'INVALID_ARGUMENT',
    `received mode \`patch\` for branch \`${view.branch}\` with ${found}, expected exactly one, or mode \`new\``,
  );
}

function newFile(
  view: BuildingView,
  {
    schema,
    project,
    at,
  }: {
    readonly schema: IfcSchemaName | null;
    readonly project: string;
    readonly at: string | null;
  },
  refuse: Refusing,
): Made {
  if (schema === null) {
    return refuse(
      'INVALID_ARGUMENT',
      'received no `schema`, expected `IFC2X3`, `IFC4` or `IFC4X3` for a new file',
    );
  }
  const file = exportIfc(view, { schema, project, head: { at: at ?? NEVER } });
  const counts = Object.fromEntries(file.counts);
  const entities = [...file.counts.values()].reduce((sum, count) => sum + count, 0);
  const data = { schema, mode: 'new', entities, counts, ...NO_PATCH } as const;
  return {
    content: Buffer.concat(file.chunks),
    warnings: [...placeWarnings(view), ...file.warnings],
    counts,
    data: { ...data, not_exported: [], stale: [] },
  };
}

async function patchOf(
  source: ImportedFile,
  view: BuildingView,
  { schema: asked, at }: { readonly schema: IfcSchemaName | null; readonly at: string | null },
  refuse: Refusing,
): Promise<Made> {
  const { schema } = source.event.payload.file;
  if (asked !== null && asked !== schema) {
    return refuse(
      'INVALID_ARGUMENT',
      `received schema \`${asked}\`, expected \`${schema}\`, that of the imported file, or mode \`new\``,
    );
  }
  const patched = await patchedIfc(source, view, at ?? NEVER);
  if (patched === null) throw new Error('the file of an import is not in the ledger');
  const { identical, changed, added, removed, copied } = patched.records;
  const records = { identical, changed, added, removed, copied };
  const { not_expressible: left, content } = patched;
  const stale = groupedFacts(patched.stale, source);
  return {
    content,
    warnings: [
      ...left.map(
        ({ element_id, why }) => `an edit of \`${element_id}\` is not in the file: ${why}`,
      ),
      ...factWarnings(patched, source),
    ],
    counts: records,
    data: {
      schema,
      mode: 'patch',
      entities: identical + changed + added,
      counts: {},
      records,
      not_exported: left.slice(0, LEFT),
      more_not_exported: Math.max(0, left.length - LEFT),
      stale: stale.slice(0, STALE),
      more_stale: Math.max(0, stale.length - STALE),
    },
  };
}
