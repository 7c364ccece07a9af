/** @module plan: a storey as SVG, as `create_plan` draws it. */
import { drawView } from '../../../kernel/documents/drawings/draw-view.ts';
import type { Drawing } from '../../../kernel/documents/drawings/drawing.ts';
import { svg } from '../../../kernel/documents/drawings/print/svg.ts';
import { visible } from '../../../kernel/documents/drawings/shapes.ts';
import { Refusal } from '../../../schemas/errors.ts';
import { DEFAULT_CUT_MM, DEFAULT_SCALE } from '../../../schemas/views.ts';
import { ASKS } from '../protocol/asks.ts';
import { bytesAnswer } from './answer.ts';

/**
 * The plan of a level. The attribute `data-scale` of its root maps a point of the drawing to the model: x to the east is
 * `x × scale` mm, and y to the north is `−y × scale` mm. Refuses LEVEL_NOT_FOUND for a hidden level as for an unknown one.
 */
export const planAnswer = bytesAnswer('plan', ASKS.plan, async ({ at, level_id }, looking) => {
  const { view } = await looking.at(at);
  const drawing = drawView(
    { view: 'plan', level_id, scale: DEFAULT_SCALE, cut_height: DEFAULT_CUT_MM },
    view,
  );
  if (drawing === null) {
    throw new Refusal('LEVEL_NOT_FOUND', `no level \`${level_id}\``, 'choose one of the storeys');
  }
  const text = svg(withVisibleTexts(drawing));
  const mapped = text.replace('<svg ', `<svg data-scale="${DEFAULT_SCALE}" `);
  return { media_type: 'image/svg+xml', bytes: new TextEncoder().encode(mapped) };
});

/** Names are untrusted: characters that are invisible or that reorder others are written as their numbers. */
function withVisibleTexts(drawing: Drawing): Drawing {
  const items = drawing.items.map((item) =>
    item.shape === 'text' ? { ...item, text: visible(item.text) } : item,
  );
  return { ...drawing, title: visible(drawing.title), items };
}
