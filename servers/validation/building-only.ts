/** @module building-only: checks of the building of a branch, to which reference models are obstacles. */
import { ownView } from '../../kernel/building/view/own-view.ts';
import type { BuildingView } from '../../kernel/building/view/view.ts';
import type { Checked } from './checked-run.ts';

/** What reference models are to a check. */
const ROLE = 'obstacles and supports; they are not checked';

/** The result of a check of the building; its summary counts the reference models, if the branch has any. */
export function buildingOnly(view: BuildingView, check: (own: BuildingView) => Checked): Checked {
  const checked = check(ownView(view));
  const references = view.references();
  if (references.length === 0) return checked;
  const elements = references.reduce((sum, reference) => sum + reference.elements, 0);
  const summary = {
    ...checked.summary,
    references: { models: references.length, elements, role: ROLE },
  };
  return { ...checked, summary };
}
