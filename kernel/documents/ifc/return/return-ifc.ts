/** @module return ifc: the file of an import with the edits of a branch; all other bytes are those of the file. */
import type { ManifestRow } from '../../../../schemas/imports.ts';
import { deepEqual } from '../../../base/canonical/deep-equal.ts';
import { checkpoint } from '../../../base/work/checkpoint.ts';
import type { IfcShape } from '../../../building/kinds/facets/ifc.ts';
import { isOf } from '../../../building/kinds/kind.ts';
import { site as siteKind } from '../../../building/kinds/site/site.ts';
import type { ModelView } from '../../../building/model/view.ts';
import { PatchFault } from '../patch/patch-fault.ts';
import type { PatchContext, PatchSummary } from '../patch/patch.ts';
import type { StaleFact } from '../patch/stale.ts';
import { product as times } from '../shape/matrix.ts';
import { type Added, addElements, NOTHING_ADDED } from './additions.ts';
import { affectedBy } from './affected.ts';
import { isMember, isShape, isShaped } from './aspects.ts';
import { BodyMoves } from './bodies-moved.ts';
import { representationOf, setAxis, setBody } from './bodies.ts';
import { RoomBounds } from './boundaries/room-bounds.ts';
import { type Changed, changesOf } from './changes.ts';
import { moveToStorey, movesOf } from './containers.ts';
import { Editing, isLevel, type NotExpressible, type ReturnSource } from './editing.ts';
import { writeGridLines } from './grids/grid-lines.ts';
import { removeGroups, writeGroupEdits } from './groups/group-edits.ts';
import { BakedHoles, hasFaces, openedHosts } from './hosted/baked.ts';
import { writeHosted } from './hosted/hosted.ts';
import { followProperties } from './labels/derived-properties.ts';
import { writeLabels } from './labels/label-edits.ts';
import { displaced, displacementOf, isSameShape, raiseStorey } from './levels.ts';
import { motionOf } from './motions.ts';
import { SITE_KEPT } from './parts.ts';
import { moveTo } from './places.ts';
import { type Recomputed, refreshQuantities } from './quantities/quantities.ts';
import { removeDeleted, removeStoreys } from './removal.ts';
import { drawnAxis, shapeOf } from './shapes.ts';
import { Retyped } from './types/retyped.ts';
import { listDeletedTypes, writeTypeEdits } from './types/type-edits.ts';
import { isWhole, writeWhole } from './wholes/wholes.ts';

/** A patched file. */
export type ReturnedFile = {
  /** In order; most of them are parts of the source file. */
  readonly pieces: readonly Uint8Array[];
  readonly records: PatchSummary;
  readonly not_expressible: readonly NotExpressible[];
  /** Quantities of the standard sets that were computed again. */
  readonly recomputed: readonly (Recomputed & { readonly record: string })[];
  /** Facts of the file that the edits made wrong: names, proprietary quantities, relations. */
  readonly stale: readonly (StaleFact & { readonly record: string })[];
};

/**
 * Writes the edits of a branch into the file of its import. Without an edit the bytes are those of the file. What
 * cannot be expressed is listed and left as it is in the file.
 */
export function returnIfc(
  source: ReturnSource,
  view: ModelView,
  context: PatchContext,
): ReturnedFile {
  const changes = changesOf(source.rows, view);
  // Walls whose holes would be lost keep their bodies, so the file is written again without these edits.
  const kept = new Set<string>();
  for (;;) {
    const writer = new Returning(new Editing(source, { view, changes, context }), kept);
    const made = writer.write();
    if (writer.closed.size === 0) return made;
    for (const id of writer.closed) kept.add(id);
  }
}

class Returning {
  readonly #editing: Editing;
  /** Whether a storey was moved, with all that is placed on it. */
  #isRaised = false;
  readonly #baked: BakedHoles;
  #retyped: Retyped | null = null;
  /** Ids of elements whose shape is not that of the branch. */
  readonly #unshaped = new Set<string>();
  /** Ids of hosts in which edits change or remove holes. */
  readonly #opened: ReadonlySet<unknown>;

  /** Ids of walls that must keep the bodies of the file. */
  readonly #kept: ReadonlySet<string>;
  /** Ids of walls that got a body without the holes of their old one, although these could not be written. */
  readonly closed = new Set<string>();

  constructor(editing: Editing, kept: ReadonlySet<string>) {
    this.#editing = editing;
    this.#kept = kept;
    this.#opened = openedHosts(editing.changes);
    this.#baked = new BakedHoles(editing);
  }

  write(): ReturnedFile {
    removeDeleted(this.#editing);
    writeGridLines(this.#editing);
    this.#raise();
    this.#shape();
    const { storeys, products } = this.#add();
    this.#move(storeys);
    removeGroups(this.#editing);
    writeGroupEdits(this.#editing, products);
    writeTypeEdits(this.#editing);
    removeStoreys(this.#editing);
    const recomputed = this.#measure();
    this.#follow();
    writeLabels(this.#editing, { baked: this.#baked, retyped: this.#retyped });
    const { patch } = this.#editing;
    const pieces = patch.pieces();
    const named = <T extends { readonly product: number }>(facts: readonly T[]) =>
      facts.map((fact) => Object.assign({}, fact, { record: `#${patch.idText(fact.product)}` }));
    listDeletedTypes(this.#editing);
    return {
      pieces,
      records: patch.summary(),
      not_expressible: this.#editing.left(),
      recomputed: named(recomputed),
      stale: named(patch.stale((row) => this.#editing.parts.isElement(row))),
    };
  }

  /** Moves the storeys whose elevation differs; those that are placed on one of them keep their heights. */
  #raise(): void {
    const heights = new Map<string, number>();
    for (const { before, after } of this.#editing.changes.changed) {
      if (before.kind !== 'level' || after.kind !== 'level') continue;
      const height = after.params.elevation - before.params.elevation;
      if (height !== 0) heights.set(after.id, height);
    }
    if (heights.size === 0) return;
    this.#isRaised = true;
    const { target } = this.#editing;
    for (const row of this.#editing.source.rows.filter(isLevel)) {
      const id = row.element?.id ?? '';
      const height = heights.get(id) ?? 0;
      if (height === 0 && row.record === 0) continue;
      this.#editing.attempt(id, () => {
        const storey = this.#editing.parts.rowOf(row);
        if (this.#editing.patch.isRemoved(storey)) return;
        raiseStorey(target, storey, { was: this.#editing.shapes.place(storey), height });
      });
    }
  }

  /** Contains elements in the storeys of their levels. `added`: rows of new storeys by level. */
  #move(added: ReadonlyMap<string, number>): void {
    const moves = movesOf(this.#editing.changes.changed);
    if (moves.size === 0) return;
    const levels = new Map(
      this.#editing.source.rows.flatMap((row) =>
        row.element?.kind === 'level' ? [[row.element.id, row]] : [],
      ),
    );
    const { guid } = this.#editing;
    for (const [level, elements] of moves) {
      const move = (some: readonly Changed[]): void => {
        const known = levels.get(level);
        const storey =
          added.get(level) ?? (known === undefined ? -1 : this.#editing.parts.rowOf(known));
        if (storey < 0) throw new PatchFault('its level has no storey in the file');
        const products = some.map(({ row }) => this.#editing.parts.rowOf(row));
        this.#editing.patch.together(() =>
          moveToStorey(this.#editing.patch, { products, storey }, guid),
        );
      };
      this.#editing.allOrEach(elements, ({ after }) => after.id, move);
    }
  }

  /** Writes the shapes that differ: hosts before what they host. */
  #shape(): void {
    const { view } = this;
    const { base } = this.#editing.changes;
    const { rows } = this.#editing.source;
    const affected = affectedBy(this.#editing.changes, { rows, view, isAll: this.#isRaised });
    const isHosted = ({ after }: Changed): boolean => view.kinds.references(after).host !== null;
    const ordered = [
      ...affected.filter((one) => !isHosted(one)),
      ...affected.filter((one) => isHosted(one)),
    ];
    const bodies = new BodyMoves(this.#editing, this.#isRaised);
    for (const [done, one] of ordered.entries()) {
      checkpoint({ done, total: ordered.length, doing: 'writing edits' });
      bodies.place(one);
      const { host } = view.kinds.references(one.after);
      if (host === null) {
        this.#shapeOne(one, base);
        continue;
      }
      writeHosted(this.#editing, one, { baked: this.#baked, isKept: this.#unshaped.has(host) });
    }
    bodies.settle(ordered);
  }

  get view(): ModelView {
    return this.#editing.view;
  }

  #shapeOne(one: Changed, base: ModelView): void {
    const { row, before, after, params } = one;
    if (!isShaped(after)) return;
    if (isWhole(one)) {
      if (!writeWhole(this.#editing, one, this.#isRaised)) this.#unshaped.add(after.id);
      return;
    }
    const is = shapeOf(after, this.#editing.view);
    const was = this.#displaced(row, shapeOf(before, base), is);
    if (was === null || is === null) {
      if (params.some((param) => isShape(after, param))) {
        this.#editing.leave(after.id, 'its shape cannot be written');
        this.#unshaped.add(after.id);
      }
      return;
    }
    const isSameForm = deepEqual(was.items, is.items) && deepEqual(was.place, is.place);
    const isSameBody =
      isSameForm &&
      !this.#baked.isTouched(after.id) &&
      // A hole that is no longer there would stay in a body of faces.
      !(
        this.#opened.has(after.id) && hasFaces(this.#editing.target, this.#editing.parts.rowOf(row))
      );
    const axes = [was, is].map((shape) => drawnAxis(shape, shape === was ? before : after));
    const [oldAxis = null, newAxis = null] = axes;
    if (isSameBody && deepEqual(oldAxis, newAxis)) return;
    const { target } = this.#editing;
    let isOpened = false;
    const isDone = this.#editing.attempt(after.id, () => {
      const product = this.#editing.parts.rowOf(row);
      if (!isSameBody) {
        const motion = isMember(after) ? motionOf(was, is) : null;
        if (motion !== null && motion.deeper === 0) {
          moveTo(
            target,
            product,
            times(motion.matrix, this.#editing.frame.place(this.#editing.patch, product)),
          );
        } else {
          const isNew = this.#baked.isBaked(after.id);
          if (isNew && this.#kept.has(after.id)) {
            throw new PatchFault('the holes in its body cannot be written as openings');
          }
          const { parts } = this.#editing;
          const hasBody = representationOf(target, product, 'Body') !== null;
          const body = parts.bodyOf(product, after.id, hasBody);
          const shaping = [...new Set([product, body])].flatMap((opened) =>
            parts.shapingOf(opened, after.kind),
          );
          setBody(target, body, { was, is, isNew });
          if (isSameForm) this.#editing.patch.keepForm(body);
          isOpened = isNew;
          if (shaping.length > 0) this.#editing.patch.replaceProducts(body, shaping);
        }
      }
      if (newAxis !== null && (!isSameBody || !deepEqual(oldAxis, newAxis))) {
        setAxis(target, product, { place: is.place, axis: newAxis });
      }
    });
    if (!isDone) this.#unshaped.add(after.id);
    else if (isOpened) this.#baked.open(after.id);
  }

  /** The shape before the edits, moved with its storey; `is` if it then has that shape. */
  #displaced(row: ManifestRow, was: IfcShape | null, is: IfcShape | null): IfcShape | null {
    if (!this.#isRaised || was === null || is === null || row.record === 0) return was;
    const { target } = this.#editing;
    const product = this.#editing.parts.rowOf(row);
    const by = displacementOf(target, product, this.#editing.shapes.place(product));
    if (by === null) return was;
    const moved = displaced(was, by);
    return isSameShape(moved, is) ? is : moved;
  }

  /** Why nothing new can be in a host; null if it can. */
  #obstacleIn(host: string): string | null {
    if (this.#unshaped.has(host)) return 'its host keeps the shape that it has in the file';
    const { parts, target } = this.#editing;
    const product = parts.productOf(host);
    if (product === null || representationOf(target, product, 'Body') !== null) return null;
    // An opening of an assembly would not cut its parts.
    return parts.partsOf(product).length > 0 ? 'its host consists of parts in the file' : null;
  }

  /** Notes that a new element was not written. */
  #lose(id: string, why: string): void {
    this.#editing.leave(id, why);
    const element = this.#editing.view.element(id);
    const host = element === undefined ? null : this.#editing.view.kinds.references(element).host;
    if (host !== null && this.#baked.isHoleOf(id, host)) this.closed.add(host);
  }

  /** Writes new elements; returns the rows of new storeys, by level, and of products. */
  #add(): Added {
    const [patch, frame] = [this.#editing.patch, this.#editing.frame];
    this.#baked.leaveKept();
    const all = [...this.#editing.changes.added, ...this.#baked.added()];
    const added = all.filter((element) => {
      if (isOf(siteKind, element)) {
        this.#editing.leave(element.id, SITE_KEPT);
        return false;
      }
      const { host } = this.#editing.view.kinds.references(element);
      const why = host === null ? null : this.#obstacleIn(host);
      if (why !== null) this.#editing.leave(element.id, why);
      return why === null;
    });
    const isKept = (id: string): boolean => this.#unshaped.has(id) || this.#editing.isLeft(id);
    const bounds = new RoomBounds(this.#editing, isKept);
    const retyped = new Retyped(this.#editing);
    this.#retyped = retyped;
    const isNothing = added.length === 0 && retyped.elements.length === 0;
    if (isNothing && bounds.bounding.spaces.length === 0) {
      bounds.replace();
      return NOTHING_ADDED;
    }
    const { model, rows } = this.#editing.source;
    const { bounding } = bounds;
    const { context, guid } = this.#editing;
    const { elements } = retyped;
    const target = { patch, frame, model, rows, bounding, context, guid, retyped: elements };
    try {
      const { lost, leftOut, storeys, products } = addElements(target, added, this.#editing.view);
      bounds.replace();
      retyped.settle();
      for (const { element_id, why } of lost) this.#lose(element_id, why);
      for (const { element, users, name, why } of leftOut) {
        for (const { id } of users ?? [element]) {
          this.#editing.leave(id, `\`${name}\` is left out: ${why}`);
        }
      }
      return { storeys, products };
    } catch (error) {
      if (!(error instanceof PatchFault)) throw error;
      for (const { id } of [...added, ...elements]) this.#lose(id, error.message);
      return NOTHING_ADDED;
    }
  }

  /** Brings quantities of the standard sets up to date, also those of hosts of changed openings. */
  #measure(): readonly Recomputed[] {
    const { base } = this.#editing.changes;
    const view = this.#editing.view;
    const byRow = new Map<number, string>();
    for (const { element, record } of this.#editing.source.rows) {
      if (element === null || record === 0 || this.#editing.isLeft(element.id)) continue;
      byRow.set(this.#editing.source.model.file.rowOf(record), element.id);
    }
    return refreshQuantities(this.#editing.patch, (product) => {
      const id = byRow.get(product) ?? '';
      const [before, after] = [base.element(id), view.element(id)];
      return before === undefined || after === undefined ? null : { before, after, base, view };
    });
  }

  /** Brings properties up to date that follow from shapes and hosts, also those of what was not changed. */
  #follow(): void {
    const { changes, source, view } = this.#editing;
    for (const one of affectedBy(changes, { rows: source.rows, view, isAll: this.#isRaised })) {
      followProperties(this.#editing, one);
    }
  }
}
