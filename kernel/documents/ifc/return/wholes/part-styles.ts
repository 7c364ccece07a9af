/** @module part-styles: the styles of new items of a curtain wall, so that its panels are glass or solid in the file. */
import { deepEqual } from '../../../../base/canonical/deep-equal.ts';
import type { Element } from '../../../../building/kinds/elements.ts';
import type { IfcItem, IfcPart } from '../../../../building/kinds/facets/ifc.ts';
import { gridOf } from '../../../../building/kinds/wall/curtain/params.ts';
import { styleLines } from '../../write/into/style-lines.ts';
import { EXISTING_FROM } from '../../write/step/step-value.ts';
import type { Changed } from '../changes.ts';
import type { Editing } from '../editing.ts';

/** What an item is of: glass or frame; undefined for one without a style of its own. */
export type Finish = IfcItem['finish'];

/** Whether panels of a curtain wall are glass, solid or open that were not: its body may be the same. */
export function hasOtherPanels({ before, after }: Changed): boolean {
  if (before.kind !== 'wall' || after.kind !== 'wall') return false;
  return !deepEqual(gridOf(before.params)?.panels ?? [], gridOf(after.params)?.panels ?? []);
}

/** The finishes of the items of parts, in their order; null if none has one. */
export function finishesOf(parts: readonly IfcPart[]): readonly Finish[] | null {
  const all = parts.flatMap(({ items }) => (items ?? []).map(({ finish }) => finish));
  return all.some((finish) => finish !== undefined) ? all : null;
}

/** The finish of a part whose items have the same one; undefined without one. */
export function finishOf(part: IfcPart | undefined): Finish {
  return part?.items?.[0]?.finish;
}

/**
 * Gives new items of an element the styles of their finishes, which are in the same order. If there is another number
 * of items, these get no styles, which is noted.
 */
export function addStyles(
  editing: Editing,
  element: Element,
  rows: readonly number[],
  finishes: readonly Finish[],
): void {
  const { patch, view } = editing;
  if (rows.length !== finishes.length) {
    const why = 'its panels and mullions are one body in the file, without their colours';
    editing.leave(element.id, why);
    return;
  }
  const items = rows.map((row, i) => ({ row, entity: patch.typeName(row), finish: finishes[i] }));
  const lines = styleLines(patch.schema, items, element, view);
  patch.append(lines, { rowOf: (number) => number - EXISTING_FROM, cut: [] });
}
