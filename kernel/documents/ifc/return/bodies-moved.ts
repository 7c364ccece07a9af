/** @module bodies-moved: places and mirrors the products of bodies. */
import type { ManifestRow } from '../../../../schemas/imports.ts';
import { PatchFault } from '../patch/patch-fault.ts';
import { reals, ref, refs, text } from '../patch/patch-value.ts';
import { IDENTITY, type Matrix, product as times } from '../shape/matrix.ts';
import { isShape } from './aspects.ts';
import { representationOf } from './bodies.ts';
import type { Changed } from './changes.ts';
import type { Editing } from './editing.ts';
import { bodyMotion } from './motions.ts';
import { moveTo } from './places.ts';
import type { Target } from './solids.ts';

/** The mirroring of a product in its own xz plane. */
const MIRROR: Matrix = [1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0];

/** Moves of bodies. */
export class BodyMoves {
  readonly #editing: Editing;
  /** Whether a storey or a body was moved, on which other products may be placed. */
  readonly #isMoving: boolean;
  /** Ids of bodies that are mirrored in the file now. */
  readonly #mirrored = new Set<string>();

  constructor(editing: Editing, isRaised: boolean) {
    this.#editing = editing;
    this.#isMoving = isRaised || editing.changes.changed.some(isMovedBody);
  }

  /** Places the body of a row where the model has it, also if it did not move but what it is placed on did. */
  place({ row, before, after }: Changed): void {
    if (before.kind !== 'body' || after.kind !== 'body') return;
    const editing = this.#editing;
    const motion = bodyMotion(before, after);
    const move = (): void => {
      const place = this.#placeOf(row);
      if (!isMirroring(motion)) {
        moveWhole(editing.target, place, motion);
        return;
      }
      placeMirrored(editing.target, place, motion);
      if (this.#mirrored.has(after.id)) return;
      mirrorBody(editing.target, place.product);
      this.#mirrored.add(after.id);
    };
    if (!isStill(motion)) editing.attempt(after.id, move);
    else if (this.#isMoving) editing.tryQuietly(move);
  }

  /** Places bodies again that were placed before what they are placed on. */
  settle(all: readonly Changed[]): void {
    if (this.#isMoving) for (const one of all) this.place(one);
  }

  #placeOf(row: ManifestRow): Placed {
    const { parts, shapes } = this.#editing;
    const product = parts.rowOf(row);
    const at = (one: number): Placed['parts'][number] => ({
      product: one,
      place: shapes.place(one),
    });
    return { ...at(product), parts: parts.partsOf(product).map(at) };
  }
}

function isMovedBody({ after, params }: Changed): boolean {
  return after.kind === 'body' && params.some((param) => isShape(after, param));
}

/** A product of a body before the edits: its place in the model, mm, and those of its parts that are no elements. */
type Placed = {
  readonly product: number;
  readonly place: Matrix;
  readonly parts: readonly { readonly product: number; readonly place: Matrix }[];
};

/** Whether a motion mirrors. */
function isMirroring([a, b, , , e, f]: Matrix): boolean {
  return a * f - b * e < 0;
}

/** Moves a product and its parts by a motion of the model, mm. */
function moveWhole(target: Target, { product, place, parts }: Placed, motion: Matrix): void {
  moveTo(target, product, times(motion, place));
  for (const part of parts) moveTo(target, part.product, times(motion, part.place));
}

/**
 * Places a product for a motion that mirrors, relative to its own xz plane.
 * @throws {PatchFault} if other products are placed on it, which would not be mirrored
 */
function placeMirrored(target: Target, { product, place, parts }: Placed, motion: Matrix): void {
  const { patch } = target;
  const placement = patch.ref(product, 'ObjectPlacement');
  const isBase =
    placement !== null &&
    patch.users(placement).some((user) => patch.ref(user, 'PlacementRelTo') === placement);
  if (parts.length > 0 || isBase) {
    throw new PatchFault('a mirrored body on which others are placed cannot be written');
  }
  moveTo(target, product, times(times(motion, place), MIRROR));
}

/**
 * Mirrors the body of a product in its own xz plane: a map of its items with the y axis reversed.
 * @throws {PatchFault} if it has no body of its own
 */
function mirrorBody({ patch, frame }: Target, product: number): void {
  const body = representationOf({ patch, frame }, product, 'Body');
  const context = body === null ? null : patch.ref(body, 'ContextOfItems');
  if (body === null || context === null) {
    throw new PatchFault('the product has no body of its own in the file');
  }
  const type = patch.value(body, 'RepresentationType');
  const mapped = patch.add('IfcShapeRepresentation', {
    ContextOfItems: ref(context),
    RepresentationIdentifier: text('Body'),
    ...(type.kind === 'text' ? { RepresentationType: text(type.value) } : {}),
    Items: refs(patch.refs(body, 'Items')),
  });
  const origin = patch.add('IfcCartesianPoint', { Coordinates: reals([0, 0, 0]) });
  const axis = (ratios: readonly number[]) =>
    ref(patch.add('IfcDirection', { DirectionRatios: reals(ratios) }));
  const map = patch.add('IfcRepresentationMap', {
    MappingOrigin: ref(patch.add('IfcAxis2Placement3D', { Location: ref(origin) })),
    MappedRepresentation: ref(mapped),
  });
  const operator = patch.add('IfcCartesianTransformationOperator3D', {
    Axis1: axis([1, 0, 0]),
    Axis2: axis([0, -1, 0]),
    LocalOrigin: ref(origin),
    Axis3: axis([0, 0, 1]),
  });
  const item = patch.add('IfcMappedItem', {
    MappingSource: ref(map),
    MappingTarget: ref(operator),
  });
  patch.setItems({ product, item: body }, { items: [item], type: 'MappedRepresentation' });
}

/** Whether a body is at its place of the import. */
function isStill(motion: Matrix): boolean {
  return motion.every((value, i) => value === IDENTITY[i]);
}
