/** @module export_gltf: writes the branch as a binary glTF file. */
import * as z from 'zod';

import { defineJob, type ToolValue } from '../../../governance/tool/define.ts';
import { leftOutReferences, ownView } from '../../../kernel/building/view/own-view.ts';
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
      'Writes the bodies of the current model as binary glTF 2.0 (.glb, metres, y up) with element id, IFC GUID, category and level of each element.',
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
      structure: z
        .enum(['elements', 'merged'])
        .describe(
          'How elements are stored: elements (one node each) or merged (one mesh per level, with feature ids). Default: elements up to 2,000 elements, else merged.',
        )
        .optional(),
      path: FilePath,
    }),
    output: z.object({
      ...FileOutput,
      structure: z.enum(['elements', 'merged']),
      elements: z.number(),
      triangles: z.number(),
      spaces_left_out: z.number(),
    }),
    refusals: FILE_REFUSALS,
    async run({ spaces, structure, path }, view: BuildingView, context) {
      const head = await modelHead(view);
      const {
        bytes,
        structure: written_as,
        ...counts
      } = glbOf(ownView(view), { spaces, structure });
      const written = await fileResult(
        {
          tool: 'export_gltf',
          type: 'export.created',
          options: { spaces, structure: written_as },
          path,
          folder: 'models',
          stem: view.branch,
          ending: '.glb',
          media_type: 'model/gltf-binary',
          content: bytes,
          head,
          counts,
          warnings: leftOutReferences(view),
        },
        store,
        view,
        context,
      );
      return { ...written, data: { ...written.data, structure: written_as, ...counts } };
    },
  });
}
