/** @module wholes: writes the places and shapes of elements that consist of parts, such as stairs of flights. */
import { deepEqual } from '../../../../base/canonical/deep-equal.ts';
import { type MeshPart, meshParts } from '../../../../building/geometry/mesh/mesh-parts.ts';
import type { Mesh } from '../../../../building/geometry/mesh/mesh.ts';
import type { Element } from '../../../../building/kinds/elements.ts';
import type { IfcItem, IfcPart } from '../../../../building/kinds/facets/ifc.ts';
import { gridOf } from '../../../../building/kinds/wall/curtain/params.ts';
import type { ModelView } from '../../../../building/model/view.ts';
import { PatchFault } from '../../patch/patch-fault.ts';
import { ref, refs, text } from '../../patch/patch-value.ts';
import { IDENTITY, product as times } from '../../shape/matrix.ts';
import { isOfParts } from '../aspects.ts';
import { representationOf, setAxis, setBody } from '../bodies.ts';
import type { Changed } from '../changes.ts';
import type { Editing } from '../editing.ts';
import { relative } from '../frame.ts';
import { moveTo } from '../openings.ts';
import { shapeOf } from '../shapes.ts';
import { addBrep } from '../solids.ts';
import { boxInFile, boxOfItems } from './part-boxes.ts';
import { pairedByBox } from './part-pairs.ts';
import { rigidMotion } from './rigid-motion.ts';

/** Whether an element is written by its parts, or as a whole. */
export function isWhole(editing: Editing, { row, after, before }: Changed): boolean {
  if (isOfParts(after)) return true;
  if (before.kind !== 'wall' || gridOf(before.params) === null || row.record === 0) return false;
  return editing.parts.partsOf(editing.parts.rowOf(row)).length > 0;
}

/**
 * Writes the place or shape of a whole; returns false if it could not be written, which is noted. `isRaised`: whether a
 * storey was moved, with what is placed on it.
 */
export function writeWhole(editing: Editing, one: Changed, isRaised: boolean): boolean {
  const { before, after } = one;
  const [was, is] = [editing.changes.base.mesh(before.id), editing.view.mesh(after.id)];
  if (was === null || is === null) return true;
  const isSame = deepEqual(was.positions, is.positions) && deepEqual(was.triangles, is.triangles);
  if (isSame && !isRaised) return true;
  const motion = isSame ? IDENTITY : rigidMotion(was, is);
  if (motion === null) return editing.attempt(after.id, () => reshape(editing, one, is));
  const move = (): void => {
    const product = editing.parts.rowOf(one.row);
    const places = [product, ...editing.parts.partsOf(product)].map(
      (part) => [part, editing.shapes.place(part)] as const,
    );
    for (const [part, place] of places) moveTo(editing.target, part, times(motion, place));
  };
  if (!isSame) return editing.attempt(after.id, move);
  editing.tryQuietly(move);
  return true;
}

/** Gives the parts of a product their new bodies, or the product one body if it consists of other parts. */
function reshape(editing: Editing, one: Changed, mesh: Mesh): void {
  const { before, after, row } = one;
  const product = editing.parts.rowOf(row);
  const files = editing.parts.partsOf(product);
  const parts = partsIn(after, editing.view);
  if (parts === null || files.length === 0) {
    setSingleBody(editing, product, mesh);
  } else {
    const rows = rowsOfParts(editing, { before, files }, parts);
    if (rows === null) replaceParts(editing, { product, files }, mesh);
    else for (const [i, part] of parts.entries()) setPart(editing, rows[i] ?? -1, { one, part });
  }
  setFacts(editing, product, [before, after]);
}

/** The parts that a kind writes; null if it writes one body. */
function partsIn(element: Element, view: ModelView): readonly IfcPart[] | null {
  const { ifc } = view.kinds.of(element);
  if (ifc === 'none' || ifc.as === 'storey' || ifc.as === 'grid_axis' || ifc.parts === 'none') {
    return null;
  }
  const level = levelOf(element, view);
  return level === null ? null : ifc.parts(element, level, view);
}

function levelOf({ id }: Element, view: ModelView) {
  return view.levels().find((level) => level.id === view.levelOf(id)) ?? null;
}

/**
 * The row of each part that a kind writes now. The parts of the file are in no order, so each is the one that had its
 * place before the edits.
 * @returns null if the whole had other parts, or the file has others, by number and class
 * @throws {PatchFault} if parts of the file cannot be told from each other
 */
function rowsOfParts(
  { patch, source: { model }, changes: { base }, shapes }: Editing,
  { before, files }: { readonly before: Element; readonly files: readonly number[] },
  parts: readonly IfcPart[],
): readonly number[] | null {
  const was = partsIn(before, base);
  if (!isSameKeys(was, parts) || files.length !== parts.length) return null;
  const whole = shapeOf(before, base);
  const boxes = new Map(
    (was ?? []).map(({ key, items }) => [
      key,
      whole === null ? null : boxOfItems(items ?? whole.items, whole.place),
    ]),
  );
  const rows = new Map<string, number>();
  for (const entity of new Set(parts.map((part) => part.entity[model.schema.name]))) {
    const own = parts.filter((part) => part.entity[model.schema.name] === entity);
    const others = files.filter((file) => patch.isA(file, entity));
    if (own.length !== others.length) return null;
    const pairs = pairedByBox(
      own.map(({ key }) => boxes.get(key) ?? null),
      others.map((file) => boxInFile(shapes, file)),
    );
    if (pairs === null) {
      throw new PatchFault('its parts cannot be told from each other in the file');
    }
    for (const [i, { key }] of own.entries()) rows.set(key, others[pairs[i] ?? -1] ?? -1);
  }
  return parts.map(({ key }) => rows.get(key) ?? -1);
}

/** Whether a whole has the same parts as before; also if it was shown with the mesh of its file. */
function isSameKeys(was: readonly IfcPart[] | null, is: readonly IfcPart[]): boolean {
  if (was === null) return true;
  const keys = new Set(was.map(({ key }) => key));
  return was.length === is.length && is.every(({ key }) => keys.has(key));
}

/** Writes the body and axis of one part, and what its properties state. */
function setPart(
  editing: Editing,
  row: number,
  { one: { after }, part }: { readonly one: Changed; readonly part: IfcPart },
): void {
  const { ifc } = editing.view.kinds.of(after);
  const level = levelOf(after, editing.view);
  if (ifc === 'none' || ifc.as === 'storey' || ifc.as === 'grid_axis' || level === null) return;
  if (ifc.shape === 'panel') return;
  const whole = ifc.shape(after, level, editing.view);
  const items = (part.items ?? whole.items).flatMap((item) => apart(item));
  const shape = { place: whole.place, items };
  setBody(editing.target, row, { was: shape, is: shape, isNew: true });
  const { axis } = part;
  if (axis !== undefined) setAxis(editing.target, row, { place: whole.place, axis });
  setStated(editing, row, part.properties ?? {});
}

/** An item of several closed surfaces as one item for each. */
function apart(item: IfcItem): readonly IfcItem[] {
  if (item.item !== 'mesh') return [item];
  return meshParts(item.mesh).map((one) => ({ item: 'mesh', mesh: meshOf(one) }));
}

function meshOf({ points, triangles }: MeshPart): Mesh {
  return {
    positions: Float64Array.from(points.flatMap(({ x, y, z }) => [x, y, z])),
    triangles: Uint32Array.from(triangles.flat()),
  };
}

/** Gives a product without parts a body in the place of the old one. */
function setSingleBody(editing: Editing, product: number, mesh: Mesh): void {
  const items = apart({ item: 'mesh', mesh });
  const shape = { place: { origin: { x: 0, y: 0, z: 0 }, x: { x: 1, y: 0 } }, items };
  setBody(editing.target, product, { was: shape, is: shape, isNew: true });
}

/** Removes the parts of a product, which then has one body of its own. */
function replaceParts(
  editing: Editing,
  { product, files }: { readonly product: number; readonly files: readonly number[] },
  mesh: Mesh,
): void {
  const { patch, target } = editing;
  const isHost = editing.source.model
    .referrers(product, 'IfcRelDecomposes', 'RelatingObject')
    .flatMap((relation) => patch.refs(relation, 'RelatedObjects'))
    .some((part) => !files.includes(part));
  if (isHost) throw new PatchFault('the parts around its doors and windows cannot be written');
  const context = files.flatMap((part) => {
    const body = representationOf(target, part, 'Body');
    const own = body === null ? null : patch.ref(body, 'ContextOfItems');
    return own === null ? [] : [own];
  })[0];
  if (context === undefined) throw new PatchFault('its parts have no bodies in the file');
  const into = relative(editing.frame.place(patch, product), IDENTITY);
  const items = meshParts(mesh).map((part) => addBrep(target, meshOf(part), into));
  const body = patch.add('IfcShapeRepresentation', {
    ContextOfItems: ref(context),
    RepresentationIdentifier: text('Body'),
    RepresentationType: text('Brep'),
    Items: refs(items),
  });
  const shape = patch.add('IfcProductDefinitionShape', { Representations: refs([body]) });
  patch.setAttribute(product, 'Representation', ref(shape));
  patch.removeProducts(files);
}

/** Writes standard properties of an element that follow from its shape, where the file states them. */
function setFacts(editing: Editing, product: number, [before, after]: readonly [Element, Element]) {
  const { ifc } = editing.view.kinds.of(after);
  if (ifc === 'none' || ifc.as === 'storey' || ifc.as === 'grid_axis') return;
  const was = ifc.properties(before, editing.changes.base);
  for (const [set, values] of Object.entries(ifc.properties(after, editing.view))) {
    const changed = Object.entries(values).filter(
      ([name, value]) => !deepEqual(was[set]?.[name] ?? null, value ?? null),
    );
    setStated(editing, product, { [set]: Object.fromEntries(changed) });
  }
}

/** Sets the properties that the file states of a product. */
function setStated(editing: Editing, row: number, sets: NonNullable<IfcPart['properties']>): void {
  for (const [set, values] of Object.entries(sets)) {
    for (const [name, value] of Object.entries(values)) {
      if (typeof value === 'object' && value !== null) continue;
      if (!states(editing, row, { set, name })) continue;
      editing.patch.setProperty(row, set, name, value ?? null);
    }
  }
}

function states(
  { source: { model } }: Editing,
  row: number,
  { set, name }: { readonly set: string; readonly name: string },
): boolean {
  return model
    .referrers(row, 'IfcRelDefinesByProperties', 'RelatedObjects')
    .flatMap((relation) => model.refs(relation, 'RelatingPropertyDefinition'))
    .some(
      (one) =>
        model.text(one, 'Name') === set &&
        model.has(one, 'HasProperties') &&
        model.refs(one, 'HasProperties').some((each) => model.text(each, 'Name') === name),
    );
}
