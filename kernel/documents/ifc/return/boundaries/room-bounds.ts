/** @module room bounds: the boundaries of spaces that edits add or change, in files that have boundaries. */
import type { Point3 } from '../../../../building/geometry/vector.ts';
import type { Element } from '../../../../building/kinds/elements.ts';
import { PatchFault } from '../../patch/patch-fault.ts';
import type { Matrix } from '../../shape/matrix.ts';
import { Contacts } from '../../write/boundaries/contacts.ts';
import type { Bounding } from '../../write/content.ts';
import { EXISTING_FROM, type Ref } from '../../write/step/step-value.ts';
import { levelsOf } from '../affected.ts';
import type { Editing } from '../editing.ts';

const RELATION = 'IfcRelSpaceBoundary';
/** Names of second-level boundaries: `2ndLevel`, in old files `Second Level`. */
const SECOND = /^(?:2nd|second)\s*level/iu;

/** Boundaries that have a parent. */
const PARENTS = ['IfcRelSpaceBoundary1stLevel', 'IfcRelSpaceBoundary2ndLevel'] as const;

/** A room whose sides were compared: what bounds it now, and with what its boundaries differ. */
type Compared = {
  readonly room: Element;
  readonly now: ReadonlySet<string>;
  readonly differing: ReadonlySet<string>;
};

/** The boundaries of rooms on the levels of edits. */
export class RoomBounds {
  readonly #editing: Editing;
  readonly #compared = new Map<string, Compared>();
  /** Ids of elements with which the boundaries of a room differ. */
  readonly #differing = new Set<string>();
  /** By element, the rooms that it bounded before the edits. */
  readonly #bounded = new Map<string, Set<string>>();
  readonly bounding: Bounding;

  /** `isKept`: elements whose shape in the file is not that of the branch. */
  constructor(editing: Editing, isKept: (id: string) => boolean) {
    this.#editing = editing;
    const { model } = editing.source;
    const all = model.rows(RELATION);
    const hasSecond = all.some((row) => this.#isSecond(row));
    const hasFirst = all.some((row) => !this.#isSecond(row));
    if (all.length > 0) this.#compare(isKept);
    // Both sides of a wall are written together.
    const spaces = [...this.#compared.values()].filter(({ now, differing }) =>
      hasSecond ? [...now].some((id) => this.#differing.has(id)) : differing.size > 0,
    );
    this.bounding = {
      spaces: spaces.map(({ room }) => room),
      isFirst: (space, element) =>
        hasFirst && this.#compared.get(space)?.differing.has(element) === true,
      isSecond: (element) => hasSecond && this.#differing.has(element),
      parentOf: (space, wall, level) => this.#parentOf(space, wall, level === 'second'),
    };
  }

  /** Removes the boundaries of the file in whose place others were written. Others of these rooms are up to date. */
  replace(): void {
    const { patch, parts } = this.#editing;
    const removed = new Set<number>();
    for (const { room, now, differing } of this.#compared.values()) {
      const space = parts.productOf(room.id);
      if (space === null || patch.isRemoved(space)) continue;
      for (const id of new Set([...now, ...differing])) {
        const bounds = this.#between(space, id);
        const [first, second] = [false, true].map((isSecond) =>
          bounds.filter((row) => this.#isSecond(row) === isSecond),
        );
        const isGone = !now.has(id);
        const isStale = differing.has(id);
        this.#settle(first ?? [], { isStale, isGone, removed });
        const isAcross = this.#differing.has(id);
        const isRewritten = this.#hadSecond(id) && this.#isPlaced(id);
        this.#settle(second ?? [], { isStale: isAcross, isGone: isRewritten, removed });
      }
    }
    if (removed.size > 0) patch.removeRecords([...removed]);
  }

  /** Keeps boundaries that are up to date, and collects those of the file that are replaced or gone. */
  #settle(
    bounds: readonly number[],
    {
      isStale,
      isGone,
      removed,
    }: { readonly isStale: boolean; readonly isGone: boolean; readonly removed: Set<number> },
  ): void {
    const old = bounds.filter((row) => !this.#isNew(row));
    const isReplaced = old.length < bounds.length;
    for (const row of old) {
      if (!isStale) this.#editing.patch.keepFresh(row);
      else if (isReplaced || isGone) removed.add(row);
    }
  }

  /** The boundaries of a space with an element. */
  #between(space: number, id: string): readonly number[] {
    const { patch } = this.#editing;
    const products = this.#productsOf(id);
    return patch
      .users(space)
      .filter(
        (row) =>
          patch.isA(row, RELATION) &&
          patch.ref(row, 'RelatingSpace') === space &&
          products.has(patch.ref(row, 'RelatedBuildingElement') ?? -1),
      );
  }

  /** The boundary of the file between a room and a wall, in which new ones are; null if it has none or several. */
  #parentOf(room: string, wall: string, isSecond: boolean): Ref | null {
    const { parts, source, patch } = this.#editing;
    const space = parts.productOf(room);
    if (space === null || patch.isRemoved(space)) return null;
    const [row, another] = this.#between(space, wall).filter(
      (one) => this.#isSecond(one) === isSecond,
    );
    if (row === undefined || another !== undefined) return null;
    const entity = source.model.typeOf(row);
    const hasParents = PARENTS.some((type) => type === entity);
    return hasParents ? { number: EXISTING_FROM + row, entity } : null;
  }

  /** Whether the model had second-level boundaries of an element before the edits: what is not written then is gone. */
  #hadSecond(id: string): boolean {
    const { base } = this.#editing.changes;
    const element = base.element(id);
    const host = element === undefined ? null : base.kinds.references(element).host;
    const wall = base.elementOf(host ?? id, 'wall');
    if (wall === undefined) return false;
    const rooms = this.#bounded.get(id)?.size ?? 0;
    return rooms > 1 || (rooms === 1 && wall.params.usage === 'exterior');
  }

  /** Whether boundaries with an element can be written: nothing is written on a host that the file does not place. */
  #isPlaced(id: string): boolean {
    const { view, parts, patch, frame } = this.#editing;
    const element = view.element(id);
    if (element === undefined) return true;
    const row = parts.productOf(view.kinds.references(element).host ?? id);
    if (row === null || patch.isRemoved(row)) return true;
    try {
      frame.place(patch, row);
      return true;
    } catch (error) {
      if (error instanceof PatchFault) return false;
      throw error;
    }
  }

  /** Compares the sides of the rooms on the levels of edits before and after these. */
  #compare(isKept: (id: string) => boolean): void {
    const { changes, view, parts } = this.#editing;
    const [before, after] = [new Contacts(changes.base), new Contacts(view)];
    for (const { element } of changes.deleted) {
      const room = element?.kind === 'room' ? changes.base.element(element.id) : undefined;
      if (room === undefined) continue;
      const sides = before.of(room, ORIGIN);
      this.#note(room.id, sides.keys());
      for (const id of sides.keys()) this.#differing.add(id);
    }
    const unplaced = new Map<Element, string>();
    for (const room of this.#rooms()) {
      if (isKept(room.id)) continue;
      const origins = this.#originsOrFault(parts.productOf(room.id));
      if (origins instanceof PatchFault) {
        unplaced.set(room, origins.message);
        continue;
      }
      const [was, is] = origins;
      const old = changes.base.element(room.id);
      const [then, now] = [
        old === undefined ? new Map<string, string>() : before.of(old, was),
        after.of(room, is),
      ];
      const differing = [...new Set([...then.keys(), ...now.keys()])].filter(
        (id) => then.get(id) !== now.get(id) && !isKept(id) && !this.#isHoleKept(id, isKept),
      );
      for (const id of differing) this.#differing.add(id);
      this.#note(room.id, then.keys());
      const compared = { room, now: new Set(now.keys()), differing: new Set(differing) };
      this.#compared.set(room.id, compared);
    }
    this.#leaveUnplaced(unplaced);
  }

  /** Lists rooms without a place in the file that have boundaries with what differs: these stay as they are. */
  #leaveUnplaced(unplaced: ReadonlyMap<Element, string>): void {
    if (unplaced.size === 0) return;
    const { patch, parts } = this.#editing;
    const products = new Set<number>();
    for (const id of this.#differing) {
      for (const product of this.#productsOf(id)) products.add(product);
    }
    for (const [room, why] of unplaced) {
      const space = parts.productOf(room.id);
      const bounds = space === null ? [] : patch.users(space);
      const isStale = bounds.some(
        (row) =>
          patch.isA(row, RELATION) && products.has(patch.ref(row, 'RelatedBuildingElement') ?? -1),
      );
      if (isStale) this.#editing.leave(room.id, `its boundaries stay as they are: ${why}`);
    }
  }

  /** Notes what bounded a room before the edits. */
  #note(room: string, elements: Iterable<string>): void {
    for (const id of elements) {
      const known = this.#bounded.get(id);
      if (known === undefined) this.#bounded.set(id, new Set([room]));
      else known.add(room);
    }
  }

  /** Whether an element has a hole that the file has elsewhere. */
  #isHoleKept(id: string, isKept: (one: string) => boolean): boolean {
    return this.#editing.view.hostedBy(id).some((one) => isKept(one.id));
  }

  /** Rooms on the levels of edits; all rooms if slabs differ, which bound rooms of two levels. */
  #rooms(): readonly Element[] {
    const { changes, view, source } = this.#editing;
    const edited = [
      ...changes.changed.flatMap(({ before, after }) => [before, after]),
      ...changes.added,
      ...changes.deleted.flatMap(({ element }) => changes.base.element(element?.id ?? '') ?? []),
    ];
    const isAll = edited.some(
      (one) => one.kind === 'level' || view.kinds.of(one).covers !== 'none',
    );
    const levels = levelsOf(changes, view);
    const known = source.rows.flatMap(({ element, record }) =>
      element?.kind === 'room' && record !== 0 ? (view.element(element.id) ?? []) : [],
    );
    const rooms = [...known, ...changes.added.filter(({ kind }) => kind === 'room')];
    return rooms.filter(({ id }) => isAll || levels.has(view.levelOf(id)));
  }

  /** The origin of a space before and after the edits, mm: its boundaries move with it. */
  #origins(product: number | null): readonly [Point3, Point3] {
    const { patch, frame, shapes } = this.#editing;
    if (product === null) return [ORIGIN, ORIGIN];
    return [originOf(shapes.place(product)), originOf(frame.place(patch, product))];
  }

  /** The origins of a space, or why the file does not place it. */
  #originsOrFault(product: number | null): readonly [Point3, Point3] | PatchFault {
    try {
      return this.#origins(product);
    } catch (error) {
      if (error instanceof PatchFault) return error;
      throw error;
    }
  }

  /** The products of an element: also the openings that it fills. */
  #productsOf(id: string): ReadonlySet<number> {
    const { parts, source } = this.#editing;
    const row = parts.productOf(id);
    if (row === null) return new Set();
    const openings = source.model
      .referrers(row, 'IfcRelFillsElement', 'RelatedBuildingElement')
      .flatMap((relation) => source.model.refs(relation, 'RelatingOpeningElement'));
    return new Set([row, ...openings]);
  }

  #isNew(row: number): boolean {
    return row >= this.#editing.source.model.file.count;
  }

  #isSecond(row: number): boolean {
    const { patch, source } = this.#editing;
    const isTyped = patch.isA(row, 'IfcRelSpaceBoundary2ndLevel');
    if (isTyped || !this.#isNew(row)) {
      return isTyped || SECOND.test(source.model.text(row, 'Name') ?? '');
    }
    const name = patch.value(row, 'Name');
    return name.kind === 'text' && SECOND.test(name.value);
  }
}

const ORIGIN: Point3 = { x: 0, y: 0, z: 0 };

function originOf(matrix: Matrix): Point3 {
  return { x: matrix[3], y: matrix[7], z: matrix[11] };
}
