/** @module picks: elements of a view that tests edit or compare. */
import type { ElementOf } from '../../../../../kernel/building/kinds/elements.ts';
import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import type { IfcModel } from '../../../../../kernel/documents/ifc/read/ifc-model.ts';
import type { Read } from './returned.ts';

/** Ids of elements that are parts of stairs and other assemblies, with which they stay. */
export function partsIn({ model, rows }: Read['source']): ReadonlySet<string> {
  return new Set(
    rows.flatMap(({ element, record }) =>
      element !== null && isPart(model, record) ? [element.id] : [],
    ),
  );
}

/** Whether a product is part of another one. */
function isPart(model: IfcModel, record: number): boolean {
  const row = model.file.rowOf(record);
  return row >= 0 && model.referrers(row, 'IfcRelAggregates', 'RelatedObjects').length > 0;
}

/** The highest level and the next lower one; null without two levels at other heights. */
export function topLevels(
  view: StateView,
): readonly [ElementOf<'level'>, ElementOf<'level'>] | null {
  const levels = view.levels().toSorted((a, b) => b.params.elevation - a.params.elevation);
  const [top] = levels;
  const below = levels.find(
    ({ params }) => top !== undefined && params.elevation < top.params.elevation - 1000,
  );
  return top === undefined || below === undefined ? null : [top, below];
}

/** Straight walls. */
export function straight(view: StateView): readonly ElementOf<'wall'>[] {
  return [...view.elementsOf('wall')].filter(({ params }) => (params.via ?? null) === null);
}

/** Parameters that release the ends of a wall. */
export function unpinned({ params }: ElementOf<'wall'>): { readonly pins?: null } {
  return (params.pins ?? null) === null ? {} : { pins: null };
}

/** Walls with other ends at other heights, whose bodies are not recognised, and what they host. */
export function banded(view: StateView): readonly string[] {
  return [...view.elementsOf('wall')]
    .filter(({ id }) => view.footprint(id)?.bands !== undefined)
    .flatMap(({ id }) => [id].concat(view.hostedBy(id).map((hosted) => hosted.id)));
}
