/** @module lost-appearances: warnings about imported elements that are no longer shown with the mesh of their file. */
import { listed } from '../../../base/text/id-list.ts';
import type { Element } from '../../kinds/elements.ts';
import type { FrameSite } from '../../kinds/facets/file-mesh.ts';
import { appearanceOf, currentAppearance, otherValues } from '../../kinds/shared/appearance.ts';
import type { StateView } from '../state-view.ts';

type Sides = { readonly before: StateView; readonly after: StateView };

/**
 * Warns of these elements, of their hosts, and of elements in them, whose appearance of the file ends: one warning for each set of values
 * that changed.
 */
export function lostAppearances(sides: Sides, ids: readonly string[]): readonly string[] {
  const all = new Set(
    ids.flatMap((id) => [
      id,
      ...sides.after.hostedBy(id).map((one) => one.id),
      ...[sides.before, sides.after].flatMap((view) => hostOf(id, view) ?? []),
    ]),
  );
  const reasons = new Map<string, string[]>();
  for (const id of all) {
    const reason = lossOf(sides, id);
    if (reason === null) continue;
    const known = reasons.get(reason) ?? [];
    known.push(id);
    reasons.set(reason, known);
  }
  return [...reasons].map(
    ([reason, lost]) =>
      `the appearance of the file ends for ${listed(lost)}: ${reason}; pictures and files show the own body of ${lost.length === 1 ? 'the element' : 'these elements'}`,
  );
}

function hostOf(id: string, view: StateView): string | null {
  const element = view.element(id);
  return element === undefined ? null : view.kinds.references(element).host;
}

function siteOf(view: StateView): FrameSite {
  return { element: (id) => view.element(id), contents: (id) => view.hostedBy(id) };
}

/** Why the mesh of the file is no longer shown; null if it is, or was not before. */
function lossOf({ before, after }: Sides, id: string): string | null {
  const [was, is] = [before.element(id), after.element(id)];
  if (was === undefined || is === undefined || appearanceOf(was) === null) return null;
  if (!isShown(was, before) || isShown(is, after)) return null;
  const appearance = appearanceOf(is);
  const facet = after.kinds.of(is).file_mesh;
  if (appearance === null || facet === 'none') return '`appearance` is null';
  const { of, mirrored } = appearance;
  const now = facet.madeFor(is, siteOf(after), mirrored);
  const names = otherValues(of, now);
  return `it was made for another ${names.map((name) => `\`${name}\``).join(', ')}`;
}

function isShown(element: Element, view: StateView): boolean {
  return currentAppearance(element, view.kinds.of(element), siteOf(view)) !== null;
}
