/** @module grid-placements: products at intersections of grid axes get a placement of their own before either is moved. */
import type { ManifestRow } from '../../../../../schemas/imports.ts';
import { inverseOf } from '../../patch/axes3.ts';
import { ref } from '../../patch/patch-value.ts';
import { product as times } from '../../shape/matrix.ts';
import type { Changes } from '../changes.ts';
import type { Editing } from '../editing.ts';
import { addAxes } from '../solids.ts';

/**
 * Gives all products of an intersection a local placement at the same place if one of them, what is in it, or one of the
 * axes is edited: afterwards the grid does not move them, as in the model. `moved`: rows of the axes that are edited.
 */
export function freeFromGrids(editing: Editing, moved: ReadonlySet<number>): void {
  const { source, patch } = editing;
  const all = source.model.rows('IfcGridPlacement');
  if (all.length === 0) return;
  const edited = editedProducts(editing.changes, source.rows, editing);
  for (const placement of all) {
    const axes = axesOf(editing, placement);
    const isEdited =
      axes.some((axis) => moved.has(axis)) ||
      placedOn(editing, placement).some((product) => edited.has(product));
    if (isEdited && !patch.isRemoved(placement)) free(editing, placement);
  }
}

/** The axes that determine a placement. */
function axesOf({ source: { model } }: Editing, placement: number): readonly number[] {
  return ['PlacementLocation', 'PlacementRefDirection'].flatMap((attribute) => {
    const row = model.ref(placement, attribute);
    return row === null || !model.isA(row, 'IfcVirtualGridIntersection')
      ? []
      : model.refs(row, 'IntersectingAxes');
  });
}

/** The products that are placed on a placement, also through others. */
function placedOn({ source: { model } }: Editing, placement: number): readonly number[] {
  const placements = new Set([placement]);
  for (const one of placements) {
    for (const child of model.referrers(one, 'IfcLocalPlacement', 'PlacementRelTo')) {
      placements.add(child);
    }
  }
  return [...placements].flatMap((one) => model.referrers(one, 'IfcProduct', 'ObjectPlacement'));
}

/** The products that edits may place elsewhere, shape, or cut: of a wall also its neighbours. */
function editedProducts(
  { changed, deleted, added, base }: Changes,
  rows: readonly ManifestRow[],
  { parts, view }: Editing,
): ReadonlySet<number> {
  const shaped = changed.filter(({ params }) =>
    params.some((param) => param !== 'name' && param !== 'properties'),
  );
  const elements = [
    ...shaped.map(({ after }) => after),
    ...added,
    ...deleted.flatMap(({ element }) => base.element(element?.id ?? '') ?? []),
  ];
  const hosts = elements.flatMap((one) => [
    base.kinds.references(one).host ?? '',
    view.kinds.references(one).host ?? '',
  ]);
  const isWalled = elements.some(({ kind }) => kind === 'wall');
  const walls = isWalled
    ? rows.flatMap(({ element }) => (element?.kind === 'wall' ? [element.id] : []))
    : [];
  const ids = new Set([...elements.map(({ id }) => id), ...hosts, ...walls]);
  return new Set([...ids].flatMap((id) => parts.productOf(id) ?? []));
}

/** Replaces a placement on a grid by a local one in the coordinates of the file. */
function free(editing: Editing, placement: number): void {
  const { patch, frame, shapes, source, target } = editing;
  const [product] = source.model.referrers(placement, 'IfcProduct', 'ObjectPlacement');
  if (product === undefined) return;
  editing.tryQuietly(() => {
    const place = times(inverseOf(frame.shift()), shapes.place(product));
    const local = patch.add('IfcLocalPlacement', {
      RelativePlacement: ref(addAxes(target, place)),
    });
    for (const user of patch.users(placement)) {
      if (patch.isA(user, 'IfcProduct')) patch.setAttribute(user, 'ObjectPlacement', ref(local));
      if (patch.isA(user, 'IfcObjectPlacement')) {
        patch.setAttribute(user, 'PlacementRelTo', ref(local));
      }
    }
    patch.removeRecords([placement]);
  });
}
