/** @module export_ifc: writes the branch as an IFC file. */
import { Buffer } from 'node:buffer';

import * as z from 'zod';

import { defineJob, type ToolValue } from '../../../governance/tool/define.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { exportIfc } from '../../../kernel/documents/ifc/write/export-ifc.ts';
import { FilePath } from '../arguments.ts';
import type { ArtefactStore } from '../artefacts/artefact-store.ts';
import { modelHead } from '../model-head.ts';
import { FILE_REFUSALS, FileOutput, fileResult } from '../written.ts';

/** Time stamp in the file of a branch without events. */
const NEVER = '1970-01-01T00:00:00.000Z';
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

/** Exports to IFC. */
export function exportIfcOf(store: ArtefactStore, project: () => string): ToolValue<BuildingView> {
  return defineJob({
    name: 'export_ifc',
    title: 'Export to IFC',
    description:
      'Writes the current model as an IFC file (IFC2X3, IFC4 or IFC4X3); warnings list what IFC cannot express. GUIDs never change.',
    action: 'CREATE',
    openWorld: false,
    branched: true,
    previews: true,
    replaces: true,
    input: z.strictObject({
      schema: z
        .enum(['IFC2X3', 'IFC4', 'IFC4X3', 'IFC2x3', 'IFC4.3'])
        .describe('Schema version of the IFC file; 2x3 and 4.3 are other spellings.'),
      path: FilePath,
    }),
    output: z.object({
      ...FileOutput,
      schema: z.string(),
      entities: z.number(),
      /** Numbers of entities, by entity name. */
      counts: z.record(z.string(), z.number()),
    }),
    refusals: FILE_REFUSALS,
    async run({ schema: given, path }, view: BuildingView, context) {
      const schema = SCHEMAS[given];
      const head = await modelHead(view);
      const options = { schema, project: project(), head: { at: head.at ?? NEVER } };
      const file = exportIfc(view, options);
      const counts = Object.fromEntries(file.counts);
      const { warnings } = file;
      const more = warnings.length - WARNED;
      const written = await fileResult(
        {
          tool: 'export_ifc',
          type: 'export.created',
          options: { schema },
          path,
          folder: 'models',
          stem: `${view.branch} ${schema}`,
          ending: '.ifc',
          media_type: 'application/x-step',
          content: Buffer.concat(file.chunks),
          head,
          counts,
          warnings:
            more > 0 ? [...warnings.slice(0, WARNED), `and ${more} more warnings`] : warnings,
        },
        store,
        view,
        context,
      );
      const entities = [...file.counts.values()].reduce((sum, count) => sum + count, 0);
      return { ...written, data: { ...written.data, schema, entities, counts } };
    },
  });
}
