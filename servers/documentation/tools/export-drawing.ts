/** @module export_drawing: a view or a sheet as a file. */
import * as z from 'zod';

import { defineJob, type ToolValue } from '../../../governance/tool/define.ts';
import { drained } from '../../building/drained.ts';
import type { BuildingView } from '../../building/view.ts';
import { FilePath, SheetId, ViewId } from '../arguments.ts';
import type { ArtefactStore } from '../artefacts/artefact-store.ts';
import { Camera } from '../camera.ts';
import { DRAWING_FORMATS } from '../drawing-formats.ts';
import { drawn, DRAWN_REFUSALS } from '../drawn.ts';
import { modelHead } from '../model-head.ts';
import { FILE_REFUSALS, FileOutput, writtenFile } from '../written.ts';

/** Writes a drawing. */
export function exportDrawingOf(store: ArtefactStore): ToolValue<BuildingView> {
  return defineJob({
    name: 'export_drawing',
    title: 'Export a drawing',
    description:
      'Writes a view, a sheet or a picture in space, drawn from the model as it is now, below artifacts/ and links to it. svg, pdf, dxf are true to scale. Previews unless dry_run is false.',
    action: 'CREATE',
    openWorld: false,
    branched: true,
    previews: true,
    replaces: true,
    input: z.strictObject({
      view_id: ViewId.optional(),
      sheet_id: SheetId.optional(),
      camera: Camera.optional(),
      format: z.enum(['svg', 'pdf', 'dxf', 'png']).describe('Of the file.').default('svg'),
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
      const { drawing, of } = await drawn({ view_id, sheet_id, camera }, view, context);
      const { title, width_mm, height_mm, items, warnings } = drawing;
      const written = await writtenFile(
        {
          tool: 'export_drawing',
          type: 'export.created',
          options: { ...of, format },
          path,
          folder: 'drawings',
          stem: title,
          ending: `.${format}`,
          media_type: DRAWING_FORMATS[format].media_type,
          content: await drained<string | Uint8Array>(
            DRAWING_FORMATS[format].print(drawing),
            context,
          ),
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
