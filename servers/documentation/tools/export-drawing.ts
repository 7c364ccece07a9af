/** @module export_drawing: writes a view, a sheet or a camera picture to a file. */
import * as z from 'zod';

import { defineJob, type ToolValue } from '../../../governance/tool/define.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { FilePath, SheetId, ViewId } from '../arguments.ts';
import type { ArtefactStore } from '../artefacts/artefact-store.ts';
import { Camera } from '../camera.ts';
import { DRAWING_FORMATS } from '../drawing-formats.ts';
import { drawSubject, DRAWN_REFUSALS } from '../drawn.ts';
import { modelHead } from '../model-head.ts';
import { FILE_REFUSALS, FileOutput, fileResult } from '../written.ts';

/** Writes a drawing. */
export function exportDrawingOf(store: ArtefactStore): ToolValue<BuildingView> {
  return defineJob({
    name: 'export_drawing',
    title: 'Export a drawing',
    description:
      'Writes a view, a sheet or a picture in space, drawn from the current model; svg, pdf and dxf true to scale.',
    action: 'CREATE',
    openWorld: false,
    branched: true,
    previews: true,
    replaces: true,
    input: z.strictObject({
      view_id: ViewId.optional(),
      sheet_id: SheetId.optional(),
      camera: Camera.optional(),
      format: z.enum(['svg', 'pdf', 'dxf', 'png']).describe('Format of the file.').default('svg'),
      path: FilePath,
    }),
    output: z.object({
      ...FileOutput,
      format: z.string(),
      width_mm: z.number(),
      height_mm: z.number(),
    }),
    refusals: { ...FILE_REFUSALS, ...DRAWN_REFUSALS },
    async run({ view_id, sheet_id, camera, format, path }, view: BuildingView, context) {
      const { drawing, of } = await drawSubject({ view_id, sheet_id, camera }, view, context);
      const { title, width_mm, height_mm, items, warnings } = drawing;
      const written = await fileResult(
        {
          tool: 'export_drawing',
          type: 'export.created',
          options: { ...of, format },
          path,
          folder: 'drawings',
          stem: title,
          ending: `.${format}`,
          media_type: DRAWING_FORMATS[format].media_type,
          content: DRAWING_FORMATS[format].print(drawing),
          head: await modelHead(view),
          counts: { shapes: items.length },
          warnings,
        },
        store,
        view,
        context,
      );
      return { ...written, data: { ...written.data, format, width_mm, height_mm } };
    },
  });
}
