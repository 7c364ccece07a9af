/** @module plan: a storey as SVG, as `create_plan` draws it. */
import { xmlAttribute } from '../../../kernel/base/text/xml-text.ts';
import type { ElementOf } from '../../../kernel/building/kinds/elements.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { drawView } from '../../../kernel/documents/drawings/draw-view.ts';
import type { Drawing } from '../../../kernel/documents/drawings/drawing.ts';
import { cutWall } from '../../../kernel/documents/drawings/plan/cut-walls.ts';
import { svg } from '../../../kernel/documents/drawings/print/svg.ts';
import { visible } from '../../../kernel/documents/drawings/shapes.ts';
import { Refusal } from '../../../schemas/errors.ts';
import type { PlanPoint } from '../../../schemas/units.ts';
import { DEFAULT_CUT_MM, DEFAULT_SCALE } from '../../../schemas/views.ts';
import { ASKS } from '../protocol/asks.ts';
import { storeysOf } from '../shapes/storeys.ts';
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
  const root = `<svg data-scale="${DEFAULT_SCALE}" `;
  const end = [...pickShapes(level_id, view), '</svg>'].join('\n');
  const mapped = text.replace('<svg ', root).replace(/<\/svg>\s*$/u, () => `${end}\n`);
  return { media_type: 'image/svg+xml', bytes: new TextEncoder().encode(mapped) };
});

/**
 * Transparent shapes of the cut walls. Walls that touch are drawn as one area, which stands for none of them; these shapes make
 * each of them selectable.
 */
function pickShapes(level_id: string, view: BuildingView): readonly string[] {
  const level = view.elementOf(level_id, 'level');
  if (level === undefined) return [];
  const cut = level.params.elevation + DEFAULT_CUT_MM;
  const lines: string[] = [];
  for (const { wall, foot } of wallsIn(view)) {
    const isCut = cut >= foot && cut <= foot + wall.params.height;
    const pieces = isCut ? (cutWall(wall, cut, view)?.pieces ?? []) : [];
    if (pieces.length === 0) continue;
    const data = pieces.map((ring) => `M${ring.map(onPaper).join(' ')}Z`).join('');
    lines.push(
      `<path data-id="${xmlAttribute(wall.id)}" data-layer="PICK" fill="#fff" fill-opacity="0" stroke-width="0.5" d="${data}"/>`,
    );
  }
  return lines;
}

/** The walls with the elevations of their feet, mm. Storeys are known, so that hidden walls take no time. */
function* wallsIn(
  view: BuildingView,
): Generator<{ readonly wall: ElementOf<'wall'>; readonly foot: number }> {
  for (const { level, elements } of storeysOf(view)) {
    if (level === null) continue;
    for (const element of elements) {
      if (element.kind !== 'wall') continue;
      yield { wall: element, foot: level.params.elevation + element.params.base_offset };
    }
  }
}

/** A point of the building in the coordinates of the drawing, on a grid of 0.001 mm. */
function onPaper({ x, y }: PlanPoint): string {
  const [right, down] = [x, 0 - y].map((mm) => Math.round((mm * 1000) / DEFAULT_SCALE) / 1000 + 0);
  return `${right} ${down}`;
}

/** Names are untrusted: characters that are invisible or that reorder others are written as their numbers. */
function withVisibleTexts(drawing: Drawing): Drawing {
  const items = drawing.items.map((item) =>
    item.shape === 'text' ? { ...item, text: visible(item.text) } : item,
  );
  return { ...drawing, title: visible(drawing.title), items };
}
