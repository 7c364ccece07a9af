/** @module draw view: draws a view of the current model. */
import type { ViewDefinition } from '../../../schemas/views.ts';
import type { ModelView } from '../../building/model/view.ts';
import { cameraView } from './camera/camera-view.ts';
import type { Drawing, Item, Picture } from './drawing.ts';
import { elevationView, sectionView } from './lines/upright-view.ts';
import { LAYERS } from './pens.ts';
import { planView } from './plan/plan-view.ts';
import { notShown } from './text/fonts.ts';

/**
 * Draws a view of the model; returns null if its subject (the level of a plan) is not in the view. The result is
 * deterministic: the same definition and the same model give the same drawing. Elements outside the view are not drawn;
 * a warning says if nothing is visible.
 */
export function drawView(definition: ViewDefinition, view: ModelView): Drawing | null {
  if (definition.view === 'camera') {
    const { drawing, isEmpty } = cameraView(definition, view);
    return isEmpty ? withWarning(drawing, emptyWarning(view)) : drawing;
  }
  const drawing = onPaper(definition, view);
  if (drawing === null) return null;
  const shown = withFontWarning(drawing);
  return drawing.items.some((item) => isOfModel(item, view))
    ? shown
    : withWarning(shown, emptyWarning(view));
}

function onPaper(
  definition: Exclude<ViewDefinition, { readonly view: 'camera' }>,
  view: ModelView,
): Drawing | null {
  switch (definition.view) {
    case 'plan':
      return planView(definition, view);
    case 'section':
      return sectionView(definition, view);
    case 'elevation':
      return elevationView(definition, view);
    default:
      return definition satisfies never;
  }
}

/** Layers of titles, scale bars and dimensions, which are drawn without any element. */
const ANNOTATIONS: readonly string[] = [
  LAYERS.text,
  LAYERS.dimensions,
  LAYERS.frame,
  LAYERS.ground,
];

/** Whether a shape represents elements other than levels, whose marks are annotations. */
function isOfModel(item: Item, view: ModelView): boolean {
  if (item.shape === 'picture') return false;
  const { element } = item;
  if (element !== null) return view.elementOf(element, 'level') === undefined;
  return !ANNOTATIONS.includes(layerIn(item));
}

function layerIn(item: Exclude<Item, Picture>): string {
  if (item.shape === 'area') return item.fill.layer;
  return 'pen' in item ? item.pen.layer : item.layer;
}

function emptyWarning(view: ModelView): string {
  return view.count() === view.levels().length
    ? 'nothing is visible: the model has no elements to draw'
    : 'nothing is visible: no element of the model is in this view';
}

function withWarning(drawing: Drawing, warning: string): Drawing {
  return { ...drawing, warnings: [...drawing.warnings, warning] };
}

/** Adds a warning to the drawing if the fonts of PDF and PNG cannot show some of its characters. */
function withFontWarning(drawing: Drawing): Drawing {
  const texts = drawing.items.flatMap((item) => (item.shape === 'text' ? [item.text] : []));
  const missing = notShown(texts);
  if (missing.length === 0) return drawing;
  const shown = missing.slice(0, 10).join(' ');
  const warning = `${missing.length} characters are written as their numbers in PDF and PNG, because the font has no glyph for them or does not join them: ${shown}`;
  return withWarning(drawing, warning);
}
