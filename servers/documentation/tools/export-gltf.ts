/** @module export_gltf: writes the branch as a binary glTF file. */
import * as z from 'zod';

import { defineJob, type ToolValue } from '../../../governance/tool/define.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { glbOf } from '../../../kernel/documents/gltf/glb.ts';
import { FilePath } from '../arguments.ts';
import type { ArtefactStore } from '../artefacts/artefact-store.ts';
import { modelHead } from '../model-head.ts';
import { FILE_REFUSALS, FileOutput, fileResult } from '../written.ts';

/** Exports to glTF. */
export function exportGltfOf(store: ArtefactStore): ToolValue<BuildingView> {
  return defineJob({
    name: 'export_gltf',
    title: 'Export to glTF',
    description:
      'Writes the bodies of the current model as binary glTF 2.0 (.glb, metres, y up); each node has element id, IFC GUID, category and level.',
    action: 'CREATE',
    openWorld: false,
    branched: true,
    previews: true,
    replaces: true,
    input: z.strictObject({
      spaces: z
        .boolean()
        .describe('Whether rooms are included, as translucent bodies.')
        .default(false),
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
      const { bytes, ...counts } = glbOf(view, { spaces });
      const written = await fileResult(
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
