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
import { productFacet } from '../facets.ts';
import { relative } from '../frame.ts';
import { setStatedOfPart } from '../labels/derived-properties.ts';
import { moveTo } from '../places.ts';
import { shapeOf } from '../shapes.ts';
import { addBrep } from '../solids.ts';
import { boxInFile, boxOfItems } from './part-boxes.ts';
import { pairedByBox } from './part-pairs.ts';
import { addStyles, type Finish, finishesOf, finishOf, hasOtherPanels } from './part-styles.ts';
import { rigidMotion } from './rigid-motion.ts';

/** Largest number of classes that a refusal names. */
const MAX_NAMED = 10;

/** Whether an element is written by its parts, or as a whole. */
export function isWhole({ row, after, before }: Changed): boolean {
  if (isOfParts(after)) return true;
  return before.kind === 'wall' && gridOf(before.params) !== null && row.record !== 0;
}

/**
 * Writes the place or shape of a whole; returns false if it could not be written, which is noted. `isRaised`: whether a
 * storey was moved, with what is placed on it.
 */
export function writeWhole(editing: Editing, one: Changed, isRaised: boolean): boolean {
  const { before, after } = one;
  const [was, is] = [editing.changes.base.mesh(before.id), editing.view.mesh(after.id)];
  if (was === null || is === null) return true;
  const isOther = hasOtherPanels(one);
  const isSame =
    !isOther && deepEqual(was.positions, is.positions) && deepEqual(was.triangles, is.triangles);
  if (isSame && !isRaised) return true;
  const motion = isSame ? IDENTITY : isOther ? null : rigidMotion(was, is);
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

/**
 * Gives the parts of a product that its kind writes their new bodies, or one of them the whole body if they are others.
 * Parts of other classes, such as the strings of a stair, keep their shape.
 */
function reshape(editing: Editing, one: Changed, mesh: Mesh): void {
  const { before, after, row } = one;
  const product = editing.parts.rowOf(row);
  const files = editing.parts.partsOf(product);
  const is = partsIn(after, editing.view);
  const was = partsIn(before, editing.changes.base);
  const own = is === null ? [] : files.filter((file) => isOneOf(editing, file, was ?? is));
  const hasBody = representationOf(editing.target, product, 'Body') !== null;
  if (is === null || files.length === 0 || (own.length === 0 && hasBody)) {
    setSingleBody(editing, product, mesh, styleOf(editing, one, finishesOf(is ?? [])));
  } else {
    if (own.length === 0) throw new PatchFault(otherParts(editing, files, was ?? is));
    if (hasBody) throw new PatchFault('the product and its parts have bodies in the file');
    const paired = pairsOf(editing, { one, own }, { was, is });
    if (paired === null) replaceParts(editing, { one, product, files, own }, mesh);
    else setParts(editing, { one, product, own, paired }, was ?? []);
    editing.patch.noteShaped(product);
  }
}

/** Whether a part of the file has the class of one of the parts that a kind writes. */
function isOneOf(editing: Editing, file: number, parts: readonly IfcPart[]): boolean {
  return parts.some(({ entity }) => editing.patch.isA(file, entity[editing.patch.schema.name]));
}

/** Why none of the parts of a product can get the new body. */
function otherParts(
  { patch }: Editing,
  files: readonly number[],
  parts: readonly IfcPart[],
): string {
  const got = [...new Set(files.map((file) => patch.typeName(file)))].slice(0, MAX_NAMED);
  const expected = [...new Set(parts.map(({ entity }) => entity[patch.schema.name]))];
  return `its parts in the file are ${got.join(', ')}, expected ${expected.join(', ')}`;
}

/** The parts that a kind writes; null if it writes one body. */
function partsIn(element: Element, view: ModelView): readonly IfcPart[] | null {
  const ifc = productFacet(element, view);
  if (ifc === null || ifc.parts === 'none') return null;
  const level = levelOf(element, view);
  return level === null ? null : ifc.parts(element, level, view);
}

function levelOf({ id }: Element, view: ModelView) {
  return view.levels().find((level) => level.id === view.levelOf(id)) ?? null;
}

/** The parts that a kind writes before and after an edit; null before it if the whole had the mesh of its file. */
type Parts = { readonly was: readonly IfcPart[] | null; readonly is: readonly IfcPart[] };

/**
 * The row of each part that a kind writes now, by its key. The parts of the file are in no order, so each is the one that
 * had its place before the edits.
 * @returns null if the whole has parts that it had not before, or the file has another number of parts of a class
 * @throws {PatchFault} if parts of the file cannot be told from each other
 */
function pairsOf(
  { patch, changes: { base }, shapes }: Editing,
  { one: { before }, own: files }: { readonly one: Changed; readonly own: readonly number[] },
  { was, is }: Parts,
): ReadonlyMap<string, number> | null {
  const parts = was ?? is;
  const known = new Set(parts.map(({ key }) => key));
  if (files.length !== parts.length || !is.every(({ key }) => known.has(key))) return null;
  const whole = was === null ? null : shapeOf(before, base);
  const boxOf = ({ items }: IfcPart) =>
    whole === null ? null : boxOfItems(items ?? whole.items, whole.place);
  const rows = new Map<string, number>();
  const entityOf = ({ entity }: IfcPart): string => entity[patch.schema.name];
  for (const entity of new Set(parts.map(entityOf))) {
    const own = parts.filter((part) => entityOf(part) === entity);
    const others = files.filter((file) => patch.isA(file, entity));
    if (own.length !== others.length) return null;
    const pairs = pairedByBox(
      own.map(boxOf),
      others.map((file) => boxInFile(shapes, file)),
    );
    if (pairs === null) {
      throw new PatchFault('its parts cannot be told from each other in the file');
    }
    for (const [i, { key }] of own.entries()) rows.set(key, others[pairs[i] ?? -1] ?? -1);
  }
  return rows;
}

/** A whole in the file: its product, and the parts of the classes that its kind writes. */
type Whole = { readonly one: Changed; readonly product: number; readonly own: readonly number[] };

/** Writes each part of a whole, and removes those that it has no more. A part that was glass and is solid gets its style. */
function setParts(
  editing: Editing,
  { one, product, own, paired }: Whole & { readonly paired: ReadonlyMap<string, number> },
  was: readonly IfcPart[],
): void {
  const kept = new Set<number>();
  const before = new Map(was.map((part) => [part.key, part]));
  for (const part of partsIn(one.after, editing.view) ?? []) {
    const row = paired.get(part.key) ?? -1;
    const isSame = finishOf(before.get(part.key)) === finishOf(part) && !isMapped(editing, row);
    setPart(editing, row, { one, part, style: isSame ? null : finishesOf([part]) });
    kept.add(row);
  }
  removeParts(
    editing,
    product,
    own.filter((row) => !kept.has(row)),
  );
}

/** Whether the body of a part is that of its type, whose styles a new body does not get. */
function isMapped({ patch, target }: Editing, row: number): boolean {
  const body = representationOf(target, row, 'Body');
  return (
    body !== null && patch.refs(body, 'Items').some((item) => patch.isA(item, 'IfcMappedItem'))
  );
}

/**
 * Removes parts of a product, which its new body replaces.
 * @throws {PatchFault} if other products that are kept are parts of them
 */
function removeParts(editing: Editing, product: number, rows: readonly number[]): void {
  if (rows.length === 0) return;
  for (const row of rows) {
    const kept = editing.parts.directParts(row).find((part) => !rows.includes(part));
    if (kept === undefined) continue;
    const [part, whole] = [nameIn(editing, kept), nameIn(editing, row)];
    throw new PatchFault(
      `${part} is kept and is a part of ${whole}, which the new body would replace`,
    );
  }
  editing.patch.replaceProducts(product, rows);
}

function nameIn({ patch }: Editing, row: number): string {
  return `#${patch.idText(row)} (${patch.typeName(row)})`;
}

/** A part of a whole, and the finishes of its items if their styles change. */
type Part = {
  readonly one: Changed;
  readonly part: IfcPart;
  readonly style: readonly Finish[] | null;
};

/** Adds styles to new items; null if these keep the styles of the old ones. */
function styleOf(editing: Editing, { after }: Changed, finishes: readonly Finish[] | null) {
  if (finishes === null) return null;
  return (rows: readonly number[]): void => {
    addStyles(editing, after, rows, finishes);
  };
}

/** Writes the body and axis of one part, and what its properties state. */
function setPart(editing: Editing, row: number, { one, part, style }: Part): void {
  const whole = shapeOf(one.after, editing.view);
  if (whole === null) return;
  const items = (part.items ?? whole.items).flatMap((item) => apart(item));
  const shape = { place: whole.place, items };
  const edit = { was: shape, is: shape, isNew: true, style: styleOf(editing, one, style) };
  setBody(editing.target, row, edit);
  const { axis } = part;
  if (axis !== undefined) setAxis(editing.target, row, { place: whole.place, axis });
  setStatedOfPart(editing, row, one, part.properties ?? {});
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
function setSingleBody(
  editing: Editing,
  product: number,
  mesh: Mesh,
  style: ReturnType<typeof styleOf> = null,
): void {
  const items = apart({ item: 'mesh', mesh });
  const shape = { place: { origin: { x: 0, y: 0, z: 0 }, x: { x: 1, y: 0 } }, items };
  setBody(editing.target, product, { was: shape, is: shape, isNew: true, style });
}

/**
 * Gives the first part of the class of the main part, such as the flight of a stair, the whole body, and removes the other
 * parts that the kind writes. A curtain wall gets the body itself.
 * @throws {PatchFault} if no part has a body, or a curtain wall has other parts
 */
function replaceParts(
  editing: Editing,
  { one, product, own, files }: Whole & { readonly files: readonly number[] },
  mesh: Mesh,
): void {
  if (one.after.kind === 'wall') {
    const isHost = editing.parts.directParts(product).some((part) => !files.includes(part));
    if (isHost) throw new PatchFault('the parts around its doors and windows cannot be written');
    if (own.length < files.length) {
      throw new PatchFault('it has other parts in the file, which a single body would intersect');
    }
    const items = addSingleBody(editing, { product, files }, mesh);
    const finishes = finishesOf(partsIn(one.after, editing.view) ?? []);
    styleOf(editing, one, finishes)?.(items);
    removeParts(editing, product, own);
    return;
  }
  const [main] = partsIn(one.after, editing.view) ?? [];
  const entity = main?.entity[editing.patch.schema.name] ?? '';
  const first = own.find(
    (row) =>
      editing.patch.isA(row, entity) && representationOf(editing.target, row, 'Body') !== null,
  );
  if (first === undefined) throw new PatchFault(`no ${entity} in it has a body in the file`);
  setSingleBody(editing, first, mesh);
  // The one flight has the risers and treads of the whole.
  const facet = productFacet(one.after, editing.view);
  const sets = facet?.properties(one.after, editing.view) ?? {};
  const totals = Object.fromEntries(Object.values(sets).flatMap((set) => Object.entries(set)));
  for (const set of Object.keys(main?.properties ?? {})) {
    setStatedOfPart(editing, first, one, { [set]: totals });
  }
  removeParts(
    editing,
    product,
    own.filter((row) => row !== first),
  );
}

/** Adds a body to a product in the context of those of its parts; returns its items. */
function addSingleBody(
  { patch, target, frame }: Editing,
  { product, files }: { readonly product: number; readonly files: readonly number[] },
  mesh: Mesh,
): readonly number[] {
  const context = files.flatMap((part) => {
    const body = representationOf(target, part, 'Body');
    const own = body === null ? null : patch.ref(body, 'ContextOfItems');
    return own === null ? [] : [own];
  })[0];
  if (context === undefined) throw new PatchFault('its parts have no bodies in the file');
  const into = relative(frame.place(patch, product), IDENTITY);
  const items = meshParts(mesh).map((part) => addBrep(target, meshOf(part), into));
  const body = patch.add('IfcShapeRepresentation', {
    ContextOfItems: ref(context),
    RepresentationIdentifier: text('Body'),
    RepresentationType: text('Brep'),
    Items: refs(items),
  });
  const shape = patch.add('IfcProductDefinitionShape', { Representations: refs([body]) });
  patch.setAttribute(product, 'Representation', ref(shape));
  return items;
}
