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
import { addElements } from './additions.ts';
import { affectedBy } from './affected.ts';
import { isMember, isShape } from './aspects.ts';
import { setAxis, setBody } from './bodies.ts';
import { type Changed, type Changes, changesOf } from './changes.ts';
import { FileFrame } from './frame.ts';
import { holeOf } from './holes.ts';
import { setNames, setOwnProperties, setStandardProperties } from './labels.ts';
import { bodyMotion, motionOf } from './motions.ts';
import { followHole, type HoleEdit, moveTo, resizeFilling, resizeOpening } from './openings.ts';
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
  /** Ids of elements with holes in their own bodies. */
  readonly #baked = new Set<unknown>();
  /** By id of an element, the rows of openings that are parts of it. */
  readonly #holes = new Map<string, ManifestRow[]>();
  /** Rows of openings that only shape the bodies of their hosts, such as the mitred ends of walls. */
  readonly #shaping = new Set<number>();
  /** Ids of elements whose shape is not that of the branch. */
  readonly #unshaped = new Set<string>();

  constructor(source: ReturnSource, { view, changes, context }: Task) {
    this.#source = source;
    this.#view = view;
    this.#changes = changes;
    this.#context = context;
    this.#patch = new FilePatch(source.model, source.bytes, context);
    this.#frame = new FileFrame(source.frame);
    for (const row of source.rows) {
      if (row.record === 0 && row.element !== null) this.#baked.add(row.element.params['host_id']);
      if (!isHole(row)) continue;
      const isShaping = row.element === null && row.outcome !== 'parametric';
      if (row.part_of === null && isShaping) {
        this.#shaping.add(source.model.file.rowOf(row.record));
      }
      if (row.part_of === null) continue;
      const known = this.#holes.get(row.part_of);
      if (known === undefined) this.#holes.set(row.part_of, [row]);
      else known.push(row);
    }
    const { x, y, z } = source.frame.origin;
    this.#shapes = new ShapeReader(source.model, { x: 0 - x, y: 0 - y, z: 0 - z });
  }

  write(): ReturnedFile {
    this.#remove();
    this.#shape();
    this.#add();
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

  /** The row of a product in the file. @throws {PatchFault} if no product is the element */
  #rowOf({ record }: ManifestRow): number {
    const row = record === 0 ? -1 : this.#source.model.file.rowOf(record);
    if (row < 0) throw new PatchFault('it is not a product of the file');
    return row;
  }

  /** Removes what was deleted: storeys last, when they are empty. */
  #remove(): void {
    const { deleted } = this.#changes;
    const products: [id: string, row: number][] = [];
    for (const row of deleted) {
      if (isLevel(row)) continue;
      const { id } = row.element ?? { id: '' };
      this.#attempt(id, () => {
        products.push([id, this.#rowOf(row)]);
      });
    }
    this.#removeAll(products);
    for (const row of deleted.filter(isLevel)) {
      this.#attempt(row.element?.id ?? '', () => {
        this.#patch.removeProduct(this.#rowOf(row));
      });
    }
  }

  /** Removes products at once, or one by one if one of them cannot be removed. */
  #removeAll(products: readonly (readonly [id: string, row: number])[]): void {
    if (products.length === 0) return;
    try {
      this.#patch.removeProducts(products.map(([, row]) => row));
    } catch (error) {
      if (!(error instanceof PatchFault)) throw error;
      for (const [id, row] of products) {
        this.#attempt(id, () => {
          if (!this.#patch.isRemoved(row)) this.#patch.removeProduct(row);
        });
      }
    }
  }

  /** Writes the shapes that differ: hosts before what they host. */
  #shape(): void {
    const { view } = this;
    const { base } = this.#changes;
    const affected = affectedBy(this.#changes, this.#source.rows, view);
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
    if (before.kind === 'body' && after.kind === 'body') {
      this.#moveBody(row, before, after);
      return;
    }
    const [was, is] = [shapeOf(before, base), shapeOf(after, this.#view)];
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
      const product = this.#rowOf(row);
      if (!isSameBody) {
        this.#requireNoBakedHoles(after.id);
        const motion = isMember(after) ? motionOf(was, is) : null;
        if (motion !== null && motion.deeper === 0) {
          moveTo(target, product, times(motion.matrix, this.#shapes.place(product)));
        } else {
          setBody(target, product, { was, is });
          this.#removeShaping(product);
        }
      }
      if (newAxis !== null && (!isSameBody || !deepEqual(oldAxis, newAxis))) {
        setAxis(target, product, { place: is.place, axis: newAxis });
      }
    });
    if (!isDone) this.#unshaped.add(after.id);
  }

  /** Removes the openings whose cuts the new body of a product has. */
  #removeShaping(product: number): void {
    const { model } = this.#source;
    const openings = model
      .referrers(product, 'IfcRelVoidsElement', 'RelatingBuildingElement')
      .flatMap((relation) => model.refs(relation, 'RelatedOpeningElement'))
      .filter(
        (row) =>
          this.#shaping.has(row) &&
          model.referrers(row, 'IfcRelFillsElement', 'RelatingOpeningElement').length === 0,
      );
    if (openings.length > 0) this.#patch.removeProducts(openings);
  }

  #moveBody(row: ManifestRow, before: ElementOf<'body'>, after: ElementOf<'body'>): void {
    this.#attempt(after.id, () => {
      const motion = bodyMotion(before, after);
      if (motion === null) throw new PatchFault('a mirrored body cannot be written');
      if (deepEqual(motion, IDENTITY)) return;
      const product = this.#rowOf(row);
      const target = { patch: this.#patch, frame: this.#frame };
      moveTo(target, product, times(motion, this.#shapes.place(product)));
    });
  }

  /** Writes new elements. */
  #add(): void {
    const [patch, frame] = [this.#patch, this.#frame];
    const added = this.#changes.added.filter((element) => {
      const { host } = this.#view.kinds.references(element);
      const isKept = host !== null && this.#unshaped.has(host);
      if (isKept) this.#leave(element.id, 'its host keeps the shape that it has in the file');
      return !isKept;
    });
    if (added.length === 0) return;
    const { model, rows } = this.#source;
    const target = { patch, frame, model, rows, context: this.#context };
    try {
      const { lost, leftOut } = addElements(target, added, this.#view);
      for (const { element_id, why } of lost) this.#leave(element_id, why);
      for (const { element, name, why } of leftOut) {
        this.#leave(element.id, `\`${name}\` is left out: ${why}`);
      }
    } catch (error) {
      if (!(error instanceof PatchFault)) throw error;
      for (const { id } of added) this.#leave(id, error.message);
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

  /** A hole in the body of a wall itself would be lost with its old body. */
  #requireNoBakedHoles(id: string): void {
    if (this.#baked.has(id)) {
      throw new PatchFault('the file has its openings in its body and not as products');
    }
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
    const [was, is] = [holeOf(before, base), holeOf(after, this.#view)];
    if (was === null || is === null) {
      if (params.some((param) => isShape(after, param))) {
        this.#leave(
          after.id,
          'only openings of straight walls and level floors can be changed in the file',
        );
      }
      return;
    }
    if (deepEqual(was, is)) return;
    const edit: HoleEdit = { before: was, after: is };
    const target = { patch: this.#patch, frame: this.#frame };
    this.#attempt(after.id, () => {
      if (!deepEqual(was.outline, is.outline)) {
        throw new PatchFault('the outline of an opening cannot be changed');
      }
      const product = this.#rowOf(row);
      const openings = this.#openingsOf(row, after);
      for (const opening of openings) {
        followHole(target, opening, this.#shapes.place(opening), edit);
        resizeOpening(target, opening, edit);
      }
      if (openings.includes(product)) return;
      if (openings.length === 0) throw new PatchFault('it fills no opening of the file');
      followHole(target, product, this.#shapes.place(product), edit);
      resizeFilling(target, product, edit);
    });
  }

  /** Rows of the openings that are the hole of an element. */
  #openingsOf(row: ManifestRow, { id }: Element): readonly number[] {
    const parts = this.#holes.get(id) ?? [];
    return (isHole(row) ? [row, ...parts] : parts).map((one) => this.#rowOf(one));
  }

  /** Writes names and properties. */
  #label(): void {
    const { changed, base } = this.#changes;
    for (const one of changed) {
      const { id } = one.after;
      this.#attempt(id, () => {
        const row = this.#rowOf(one.row);
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

function isHole({ entity }: ManifestRow): boolean {
  return entity.startsWith('IfcOpening');
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
