/** @module export_gltf: the branch as a binary glTF file. */
import * as z from 'zod';

import { defineJob, type ToolValue } from '../../../governance/tool/define.ts';
import { glbOf } from '../../../kernel/gltf/glb.ts';
import { drained } from '../../building/drained.ts';
import type { BuildingView } from '../../building/view.ts';
import { FilePath } from '../arguments.ts';
import type { ArtefactStore } from '../artefacts/artefact-store.ts';
import { modelHead } from '../model-head.ts';
import { FILE_REFUSALS, FileOutput, writtenFile } from '../written.ts';

/** Exports to glTF. */
export function exportGltfOf(store: ArtefactStore): ToolValue<BuildingView> {
  return defineJob({
    name: 'export_gltf',
    title: 'Export to glTF',
    description:
      'Writes the bodies of the branch as it is now as binary glTF 2.0 (.glb, metres, y up) below artifacts/ and links to it; each node has element id, IFC GUID, category and level. Previews unless dry_run is false. A file at path is replaced only where an export wrote it.',
    action: 'CREATE',
    openWorld: false,
    branched: true,
    previews: true,
    replaces: true,
    input: z.strictObject({
      spaces: z.boolean().describe('With rooms, translucent.').default(false),
      path: FilePath,
    }),
    output: z.object({
      ...FileOutput,
      elements: z.number(),
      triangles: z.number(),
      spaces_left_out: z.number(),
    }),
    refusals: FILE_REFUSALS,
    async run({ spaces, path }, view: BuildingView, context) {
      const head = await modelHead(view);
      const { bytes, ...counts } = await drained(glbOf(view, { spaces }), context);
      const written = await writtenFile(
        {
          tool: 'export_gltf',
          type: 'export.created',
          options: { spaces },
          path,
          folder: 'models',
          stem: view.branch,
          ending: '.glb',
          media_type: 'model/gltf-binary',
          content: bytes,
          head,
          counts,
          warnings: [],
        },
        store,
        view,
        context,
      );
      return { ...written, data: { ...written.data, ...counts } };
    },
  });
}
