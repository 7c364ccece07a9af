/** @module draw view: draws a view of the current model. */
import type { ViewDefinition } from '../../../schemas/views.ts';
import type { ModelView } from '../../building/model/view.ts';
import { cameraView } from './camera/camera-view.ts';
import type { Drawing } from './drawing.ts';
import { elevationView, sectionView } from './lines/upright-view.ts';
import { planView } from './plan/plan-view.ts';
import { notShown } from './text/fonts.ts';

/**
 * Draws a view of the model; returns null if its subject (the level of a plan) is not in the view. The result is
 * deterministic: the same definition and the same model give the same drawing. Elements outside the view are not drawn.
 */
export function drawView(definition: ViewDefinition, view: ModelView): Drawing | null {
  switch (definition.view) {
    case 'plan':
      return withWarnings(planView(definition, view));
    case 'section':
      return withWarnings(sectionView(definition, view));
    case 'elevation':
      return withWarnings(elevationView(definition, view));
    case 'camera':
      return cameraView(definition, view);
    default:
      return definition satisfies never;
  }
}

/** Adds a warning to the drawing if the fonts of PDF and PNG cannot show some of its characters. */
function withWarnings(drawing: Drawing | null): Drawing | null {
  if (drawing === null) return null;
  const texts = drawing.items.flatMap((item) => (item.shape === 'text' ? [item.text] : []));
  const missing = notShown(texts);
  if (missing.length === 0) return drawing;
  const shown = missing.slice(0, 10).join(' ');
  const warning = `${missing.length} characters are written as their numbers in PDF and PNG, because the font has no glyph for them or does not join them: ${shown}`;
  return { ...drawing, warnings: [...drawing.warnings, warning] };
}
