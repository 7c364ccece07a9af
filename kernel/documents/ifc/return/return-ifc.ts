/** @module return ifc: the file of an import with the edits of a branch; all other bytes are those of the file. */
import type { ImportRecord } from '../../../../schemas/events.ts';
import type { ManifestRow } from '../../../../schemas/imports.ts';
import { deepEqual } from '../../../base/canonical/deep-equal.ts';
import { checkpoint } from '../../../base/work/checkpoint.ts';
import type { Element, ElementOf } from '../../../building/kinds/elements.ts';
import type { IfcShape } from '../../../building/kinds/facets/ifc.ts';
import type { ModelView } from '../../../building/model/view.ts';
import { PatchFault } from '../patch/patch-fault.ts';
import { FilePatch, type PatchContext, type PatchSummary } from '../patch/patch.ts';
import type { StaleFact } from '../patch/stale.ts';
import type { IfcModel } from '../read/ifc-model.ts';
import { IDENTITY, product as times } from '../shape/matrix.ts';
import { ShapeReader } from '../shape/read-shape.ts';
import { addElements, freeGuids } from './additions.ts';
import { affectedBy } from './affected.ts';
import { isMember, isShape } from './aspects.ts';
import { setAxis, setBody } from './bodies.ts';
import { type Changed, type Changes, changesOf } from './changes.ts';
import { moveToStorey, movesOf } from './containers.ts';
import { FileFrame } from './frame.ts';
import { holeOf } from './holes.ts';
import { setNames, setOwnProperties, setStandardProperties } from './labels.ts';
import { displaced, displacementOf, isSameShape, raiseStorey } from './levels.ts';
import { propertyNumbers } from './measures.ts';
import { bodyMotion, motionOf } from './motions.ts';
import { followHole, type HoleEdit, moveTo, resizeFilling, resizeOpening } from './openings.ts';
import { FileParts } from './parts.ts';
import { refreshQuantities } from './quantities.ts';

/** The source of a patch: the bytes of the file and the model read from them, and what its import recorded. */
export type ReturnSource = {
  readonly bytes: Buffer;
  readonly model: IfcModel;
  readonly frame: ImportRecord['frame'];
  readonly rows: readonly ManifestRow[];
  /** Whether another import brought an element of the branch. */
  readonly isForeign?: (id: string) => boolean;
};

/** Something of an element that the file does not have after the patch, and why. */
type NotExpressible = { readonly element_id: string; readonly why: string };

/** A patched file. */
export type ReturnedFile = {
  /** In order; most of them are parts of the source file. */
  readonly pieces: readonly Uint8Array[];
  readonly records: PatchSummary;
  readonly not_expressible: readonly NotExpressible[];
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
  const changes = changesOf(source.rows, view, source.isForeign ?? (() => false));
  const writer = new Returning(source, { view, changes, context });
  return writer.write();
}

type Task = { readonly view: ModelView; readonly changes: Changes; readonly context: PatchContext };

class Returning {
  readonly #source: ReturnSource;
  readonly #view: ModelView;
  readonly #changes: Changes;
  readonly #context: PatchContext;
  readonly #patch: FilePatch;
  readonly #frame: FileFrame;
  readonly #shapes: ShapeReader;
  readonly #left = new Map<string, string[]>();
  readonly #parts: FileParts;
  /** Whether a storey was moved, with all that is placed on it. */
  #isRaised = false;
  /** Ids of elements whose shape is not that of the branch. */
  readonly #unshaped = new Set<string>();

  constructor(source: ReturnSource, { view, changes, context }: Task) {
    this.#source = source;
    this.#view = view;
    this.#changes = changes;
    this.#context = context;
    this.#frame = new FileFrame(source.frame);
    const measure = propertyNumbers({ model: source.model, frame: this.#frame });
    this.#patch = new FilePatch(source.model, source.bytes, { ...context, measure });
    this.#parts = new FileParts(source.model, source.rows);
    const { x, y, z } = source.frame.origin;
    this.#shapes = new ShapeReader(source.model, { x: 0 - x, y: 0 - y, z: 0 - z });
  }

  write(): ReturnedFile {
    this.#remove();
    this.#raise();
    this.#shape();
    this.#move(this.#add());
    this.#removeStoreys();
    this.#measure();
    this.#label();
    const pieces = this.#patch.pieces();
    return {
      pieces,
      records: this.#patch.summary(),
      not_expressible: [...this.#left].flatMap(([element_id, whys]) =>
        whys.map((why) => ({ element_id, why })),
      ),
      stale: this.#patch
        .stale()
        .map((fact) => Object.assign({}, fact, { record: `#${this.#patch.idText(fact.product)}` })),
    };
  }

  #leave(id: string, why: string): void {
    const known = this.#left.get(id) ?? [];
    this.#left.set(id, known);
    if (!known.includes(why)) known.push(why);
  }

  /** Runs the edits of one element; if one of them is refused, none is done. Returns whether they were done. */
  #attempt(id: string, edits: () => void): boolean {
    try {
      this.#patch.together(edits);
      return true;
    } catch (error) {
      if (!(error instanceof PatchFault) && !(error instanceof RangeError)) throw error;
      this.#leave(id, error.message);
      return false;
    }
  }

  /** Removes what was deleted, and the assemblies that have no parts then. */
  #remove(): void {
    const products: [id: string, row: number][] = [];
    const ids = new Set<unknown>(this.#changes.deleted.map(({ element }) => element?.id));
    for (const row of this.#changes.deleted) {
      // A hole in the body of a deleted host is no product.
      const isGone = row.record === 0 && ids.has(row.element?.params['host_id']);
      if (isLevel(row) || isGone) continue;
      const { id } = row.element ?? { id: '' };
      this.#attempt(id, () => {
        products.push([id, this.#parts.rowOf(row)]);
      });
    }
    this.#allOrEach(
      products,
      ([id]) => id,
      (some) => {
        const rows = some.map(([, row]) => row).filter((row) => !this.#patch.isRemoved(row));
        if (rows.length > 0) this.#patch.removeProducts(rows);
      },
    );
    const isRemoved = (row: number): boolean => this.#patch.isRemoved(row);
    const gone = products.map(([, row]) => row).filter(isRemoved);
    const emptied = this.#parts.emptiedBy(gone, isRemoved);
    for (const one of emptied) {
      try {
        this.#patch.removeProduct(one);
      } catch (error) {
        // An assembly that cannot be removed stays without parts: no element of the branch is it.
        if (!(error instanceof PatchFault)) throw error;
      }
    }
  }

  /** Removes the storeys of deleted levels, which are empty then. */
  #removeStoreys(): void {
    for (const row of this.#changes.deleted.filter(isLevel)) {
      this.#attempt(row.element?.id ?? '', () => {
        this.#patch.removeProduct(this.#parts.rowOf(row));
      });
    }
  }

  /** Edits several elements at once, or one by one if one of them cannot be edited. */
  #allOrEach<T>(
    all: readonly T[],
    idOf: (one: T) => string,
    edit: (some: readonly T[]) => void,
  ): void {
    if (all.length === 0) return;
    try {
      edit(all);
    } catch (error) {
      if (!(error instanceof PatchFault)) throw error;
      for (const one of all) this.#attempt(idOf(one), () => edit([one]));
    }
  }

  /** Moves the storeys whose elevation differs; those that are placed on one of them keep their heights. */
  #raise(): void {
    const heights = new Map<string, number>();
    for (const { before, after } of this.#changes.changed) {
      if (before.kind !== 'level' || after.kind !== 'level') continue;
      const height = after.params.elevation - before.params.elevation;
      if (height !== 0) heights.set(after.id, height);
    }
    if (heights.size === 0) return;
    this.#isRaised = true;
    const target = { patch: this.#patch, frame: this.#frame };
    for (const row of this.#source.rows.filter(isLevel)) {
      const id = row.element?.id ?? '';
      const height = heights.get(id) ?? 0;
      if (height === 0 && row.record === 0) continue;
      this.#attempt(id, () => {
        const storey = this.#parts.rowOf(row);
        if (this.#patch.isRemoved(storey)) return;
        raiseStorey(target, storey, { was: this.#shapes.place(storey), height });
      });
    }
  }

  /** Contains elements in the storeys of their levels. `added`: rows of new storeys by level. */
  #move(added: ReadonlyMap<string, number>): void {
    const moves = movesOf(this.#changes.changed);
    if (moves.size === 0) return;
    const levels = new Map(
      this.#source.rows.flatMap((row) =>
        row.element?.kind === 'level' ? [[row.element.id, row]] : [],
      ),
    );
    const guid = freeGuids(this.#source.model, this.#context.guid);
    for (const [level, elements] of moves) {
      const move = (some: readonly Changed[]): void => {
        const known = levels.get(level);
        const storey = added.get(level) ?? (known === undefined ? -1 : this.#parts.rowOf(known));
        if (storey < 0) throw new PatchFault('its level has no storey in the file');
        const products = some.map(({ row }) => this.#parts.rowOf(row));
        this.#patch.together(() => moveToStorey(this.#patch, { products, storey }, guid));
      };
      this.#allOrEach(elements, ({ after }) => after.id, move);
    }
  }

  /** Writes the shapes that differ: hosts before what they host. */
  #shape(): void {
    const { view } = this;
    const { base } = this.#changes;
    const { rows } = this.#source;
    const affected = affectedBy(this.#changes, { rows, view, isAll: this.#isRaised });
    const isHosted = ({ after }: Changed): boolean => view.kinds.references(after).host !== null;
    const ordered = [
      ...affected.filter((one) => !isHosted(one)),
      ...affected.filter((one) => isHosted(one)),
    ];
    for (const [done, one] of ordered.entries()) {
      checkpoint({ done, total: ordered.length, doing: 'writing edits' });
      const { host } = view.kinds.references(one.after);
      if (host === null) this.#shapeOne(one, base);
      else this.#shapeHosted(one, { host, base });
    }
  }

  get view(): ModelView {
    return this.#view;
  }

  #shapeOne(one: Changed, base: ModelView): void {
    const { row, before, after, params } = one;
    if (after.kind === 'level') return;
    if (before.kind === 'body' && after.kind === 'body') {
      this.#moveBody(row, before, after);
      return;
    }
    const is = shapeOf(after, this.#view);
    const was = this.#displaced(row, shapeOf(before, base), is);
    if (was === null || is === null) {
      if (params.some((param) => isShape(after, param))) {
        this.#leave(after.id, 'its shape cannot be written');
        this.#unshaped.add(after.id);
      }
      return;
    }
    const isSameBody = deepEqual(was.items, is.items) && deepEqual(was.place, is.place);
    const axes = [was, is].map((shape) => drawnAxis(shape, shape === was ? before : after));
    const [oldAxis = null, newAxis = null] = axes;
    if (isSameBody && deepEqual(oldAxis, newAxis)) return;
    const target = { patch: this.#patch, frame: this.#frame };
    const isDone = this.#attempt(after.id, () => {
      const product = this.#parts.rowOf(row);
      if (!isSameBody) {
        if (this.#parts.isBaked(after.id)) {
          throw new PatchFault('the file has its openings in its body and not as products');
        }
        const motion = isMember(after) ? motionOf(was, is) : null;
        if (motion !== null && motion.deeper === 0) {
          moveTo(target, product, times(motion.matrix, this.#frame.place(this.#patch, product)));
        } else {
          setBody(target, product, { was, is });
          const shaping = this.#parts.shapingOf(product);
          if (shaping.length > 0) this.#patch.removeProducts(shaping);
        }
      }
      if (newAxis !== null && (!isSameBody || !deepEqual(oldAxis, newAxis))) {
        setAxis(target, product, { place: is.place, axis: newAxis });
      }
    });
    if (!isDone) this.#unshaped.add(after.id);
  }

  /** The shape before the edits, moved with its storey; `is` if it then has that shape. */
  #displaced(row: ManifestRow, was: IfcShape | null, is: IfcShape | null): IfcShape | null {
    if (!this.#isRaised || was === null || is === null || row.record === 0) return was;
    const target = { patch: this.#patch, frame: this.#frame };
    const product = this.#parts.rowOf(row);
    const by = displacementOf(target, product, this.#shapes.place(product));
    if (by === null) return was;
    const moved = displaced(was, by);
    return isSameShape(moved, is) ? is : moved;
  }

  #moveBody(row: ManifestRow, before: ElementOf<'body'>, after: ElementOf<'body'>): void {
    this.#attempt(after.id, () => {
      const motion = bodyMotion(before, after);
      if (motion === null) throw new PatchFault('a mirrored body cannot be written');
      if (deepEqual(motion, IDENTITY) && !this.#isRaised) return;
      const product = this.#parts.rowOf(row);
      const target = { patch: this.#patch, frame: this.#frame };
      moveTo(target, product, times(motion, this.#shapes.place(product)));
    });
  }

  /** Writes new elements; returns the rows of new storeys, by level. */
  #add(): ReadonlyMap<string, number> {
    const [patch, frame] = [this.#patch, this.#frame];
    const added = this.#changes.added.filter((element) => {
      const { host } = this.#view.kinds.references(element);
      const isKept = host !== null && this.#unshaped.has(host);
      if (isKept) this.#leave(element.id, 'its host keeps the shape that it has in the file');
      return !isKept;
    });
    if (added.length === 0) return new Map();
    const { model, rows } = this.#source;
    const target = { patch, frame, model, rows, context: this.#context };
    try {
      const { lost, leftOut, storeys } = addElements(target, added, this.#view);
      for (const { element_id, why } of lost) this.#leave(element_id, why);
      for (const { element, name, why } of leftOut) {
        this.#leave(element.id, `\`${name}\` is left out: ${why}`);
      }
      return storeys;
    } catch (error) {
      if (!(error instanceof PatchFault)) throw error;
      for (const { id } of added) this.#leave(id, error.message);
      return new Map();
    }
  }

  /** Brings quantities of the standard sets up to date, also those of hosts of changed openings. */
  #measure(): void {
    const { base } = this.#changes;
    const view = this.#view;
    const byRow = new Map<number, string>();
    for (const { element, record } of this.#source.rows) {
      if (element === null || record === 0 || this.#left.has(element.id)) continue;
      byRow.set(this.#source.model.file.rowOf(record), element.id);
    }
    refreshQuantities(this.#patch, (product) => {
      const id = byRow.get(product) ?? '';
      const [before, after] = [base.element(id), view.element(id)];
      return before === undefined || after === undefined ? null : { before, after, base, view };
    });
  }

  #shapeHosted(
    one: Changed,
    { host, base }: { readonly host: string; readonly base: ModelView },
  ): void {
    const { row, before, after, params } = one;
    if (this.#unshaped.has(host)) {
      this.#leave(after.id, 'its host keeps the shape that it has in the file');
      return;
    }
    const isEdited = params.some((param) => isShape(after, param));
    const [was, is] = [holeOf(before, base), holeOf(after, this.#view)];
    if (was === null || is === null) {
      if (isEdited) {
        this.#leave(
          after.id,
          'only openings of straight walls and level floors can be changed in the file',
        );
      }
      return;
    }
    // A hole in the body of its host moves with it.
    if (deepEqual(was, is) || (row.record === 0 && !isEdited)) return;
    const edit: HoleEdit = { before: was, after: is };
    const target = { patch: this.#patch, frame: this.#frame };
    this.#attempt(after.id, () => {
      if (!deepEqual(was.outline, is.outline)) {
        throw new PatchFault('the outline of an opening cannot be changed');
      }
      const product = this.#parts.rowOf(row);
      const openings = this.#parts.openingsOf(row, after.id);
      for (const opening of openings) {
        followHole(target, opening, this.#shapes.place(opening), edit);
        resizeOpening(target, opening, edit);
      }
      if (openings.includes(product)) return;
      if (openings.length === 0 && isEdited) {
        throw new PatchFault('it fills no opening of the file');
      }
      followHole(target, product, this.#shapes.place(product), edit);
      resizeFilling(target, product, edit);
    });
  }

  /** Writes names and properties. */
  #label(): void {
    const { changed, base } = this.#changes;
    for (const one of changed) {
      const { id } = one.after;
      this.#attempt(id, () => {
        const row = this.#parts.rowOf(one.row);
        setNames(this.#patch, row, one);
        for (const why of setOwnProperties(this.#patch, row, one)) this.#leave(id, why);
        const others = setStandardProperties(this.#patch, row, one, { base, view: this.#view });
        for (const name of others) this.#leave(id, `its \`${name}\` cannot be written`);
      });
    }
  }
}

function isLevel({ element }: ManifestRow): boolean {
  return element?.kind === 'level';
}

/** The shape of an element; null if its kind has none, or it has no body. */
function shapeOf(element: Element, view: ModelView): IfcShape | null {
  const { ifc } = view.kinds.of(element);
  if (ifc === 'none' || ifc.as === 'storey' || ifc.as === 'grid_axis') return null;
  if (ifc.shape === 'panel') return null;
  const level = view.levels().find(({ id }) => id === view.levelOf(element.id));
  return level === undefined ? null : ifc.shape(element, level, view);
}

/** The axis of a shape on the line on which its wall is drawn, in its local frame, mm; null without one. */
function drawnAxis({ axis, arc }: IfcShape, element: Element): IfcShape['axis'] | null {
  if (axis === undefined || arc !== undefined) return null;
  const aside = 'line_offset' in element.params ? (element.params.line_offset ?? 0) : 0;
  return axis.map(({ x, y }) => ({ x, y: y + aside }));
}
