/** @module export_drawing: writes a view, a sheet or a camera picture to a file. */
import * as z from 'zod';

import { defineJob, type ToolValue } from '../../../governance/tool/define.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import type { Drawing } from '../../../kernel/documents/drawings/drawing.ts';
import { worldDxf } from '../../../kernel/documents/drawings/print/dxf.ts';
import { inWorld } from '../../../kernel/documents/drawings/print/world.ts';
import type { JsonObject } from '../../../schemas/events.ts';
import type { Refuse } from '../../../schemas/plan.ts';
import { siteIn } from '../../building/site-place.ts';
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
      georeferenced: z
        .boolean()
        .default(false)
        .describe(
          'Writes the coordinates of a plan as eastings and northings of the site; only dxf. Default: mm of the model.',
        ),
      path: FilePath,
    }),
    output: z.object({
      ...FileOutput,
      format: z.string(),
      width_mm: z.number(),
      height_mm: z.number(),
    }),
    refusals: { ...FILE_REFUSALS, ...DRAWN_REFUSALS },
    async run(input, view: BuildingView, context) {
      const { view_id, sheet_id, camera, format, georeferenced, path } = input;
      const { drawing, of } = await drawSubject({ view_id, sheet_id, camera }, view, context);
      const { title, width_mm, height_mm, items, warnings } = drawing;
      const written = await fileResult(
        {
          tool: 'export_drawing',
          type: 'export.created',
          options: { ...of, format, ...(georeferenced ? { georeferenced } : {}) },
          path,
          folder: 'drawings',
          stem: title,
          ending: `.${format}`,
          media_type: DRAWING_FORMATS[format].media_type,
          content: georeferenced
            ? worldFile(drawing, { of, format }, view, context)
            : DRAWING_FORMATS[format].print(drawing),
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

/** The subject of a drawing, if it is a view. */
const Subject = z.looseObject({ definition: z.looseObject({ view: z.unknown() }).optional() });

/** A plan as a DXF file in the map of the site. Refuses other drawings and formats, and a model without a place. */
function worldFile(
  drawing: Drawing,
  { of, format }: { readonly of: JsonObject; readonly format: string },
  view: BuildingView,
  { refuse }: { readonly refuse: Refuse<'INVALID_ARGUMENT'> },
): string {
  if (format !== 'dxf') {
    return refuse(
      'INVALID_ARGUMENT',
      `received \`georeferenced\` with \`${format}\`, expected \`dxf\``,
    );
  }
  const { definition } = Subject.parse(of);
  if (definition?.view !== 'plan') {
    return refuse(
      'INVALID_ARGUMENT',
      'received `georeferenced` for a drawing that is no plan, expected the `view_id` of a plan',
    );
  }
  const site = siteIn(view);
  if (site?.georeference === null || site?.georeference === undefined) {
    return refuse(
      'INVALID_ARGUMENT',
      'received `georeferenced`, but no site with a georeference is set or visible to you; set_site sets it',
    );
  }
  const world = inWorld(drawing, { ...site, georeference: site.georeference });
  if (world === null) throw new Error('a plan has the coordinates of the building');
  return worldDxf(world);
}
