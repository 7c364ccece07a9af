/** @module draw view: the drawing of a view as the model is now. */
import type { ViewDefinition } from '../../schemas/views.ts';
import type { Steps } from '../findings/steps.ts';
import { cameraView } from './camera/camera-view.ts';
import type { Drawing } from './drawing.ts';
import { elevationView, sectionView } from './lines/upright-view.ts';
import { planView } from './plan/plan-view.ts';
import type { DrawnView } from './plan/storey.ts';
import { notShown } from './text/fonts.ts';

/**
 * Draws a view of the model; null when what it shows (the level of a plan) is not in the view. The same definition and
 * the same model give the same drawing. What the view does not show is not drawn.
 */
export function* drawView(definition: ViewDefinition, view: DrawnView): Steps<Drawing | null> {
  switch (definition.view) {
    case 'plan':
      return withWarnings(yield* planView(definition, view));
    case 'section':
      return withWarnings(yield* sectionView(definition, view));
    case 'elevation':
      return withWarnings(yield* elevationView(definition, view));
    case 'camera':
      return yield* cameraView(definition, view);
    default:
      return definition satisfies never;
  }
}

/** The drawing with what is to be said of its text. */
function withWarnings(drawing: Drawing | null): Drawing | null {
  if (drawing === null) return null;
  const texts = drawing.items.flatMap((item) => (item.shape === 'text' ? [item.text] : []));
  const missing = notShown(texts);
  if (missing.length === 0) return drawing;
  const shown = missing.slice(0, 10).join(' ');
  const warning = `${missing.length} characters are written as their numbers in PDF and PNG, because the font has none or does not join them: ${shown}`;
  return { ...drawing, warnings: [...drawing.warnings, warning] };
}
