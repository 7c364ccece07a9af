import type { ModelView } from '../../../../kernel/building/model/view.ts';
/** @module dark-pixels: counts the edges in a picture of a model. */
import { drawView } from '../../../../kernel/documents/drawings/draw-view.ts';
import type { ViewDefinition } from '../../../../schemas/views.ts';

/** Number of pixels as dark as edges in a view from above. */
export function darkPixels(view: ModelView): number {
  const definition: ViewDefinition = {
    view: 'camera',
    kind: 'axonometric',
    direction: { x: 0, y: 0.001, z: -1 },
    scale: null,
  };
  const item = drawView(definition, view)?.items[0];
  if (item?.shape !== 'picture') throw new Error('no picture');
  const { rgb } = item.raster;
  let count = 0;
  for (let at = 0; at < rgb.length; at += 3) if ((rgb[at] ?? 255) < 125) count += 1;
  return count;
}
