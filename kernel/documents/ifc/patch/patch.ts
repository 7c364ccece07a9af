/** @module patch: edits of an IFC file, record by record; every byte that no edit concerns stays as it is. */
import { Buffer } from 'node:buffer';

import type { IfcModel } from '../read/ifc-model.ts';
import type { StepValue } from '../read/step-value.ts';
import { toWide } from '../read/wide-encoding.ts';
import type { IfcSchema } from '../schema/ifc-schema.ts';
import type { Matrix } from '../shape/matrix.ts';
import { type AxesEdit, axesMatrix } from './axes3.ts';
import type { Coordinates } from './outline.ts';
import { own, pathTo } from './own.ts';
import { OwnerHistories, type PatchAuthor } from './owner-history.ts';
import { PatchFault } from './patch-fault.ts';
import { type PatchValue, text } from './patch-value.ts';
import { placementMatrix, type PlacementOptions, setPlacement } from './placement.ts';
import { hostsOf, removedWith, type RemovalOptions } from './products.ts';
import {
  hasProperty,
  type PropertyInput,
  type SetContext,
  setProperty,
  setQuantity,
} from './properties.ts';
import { type PatchValues, Records } from './records.ts';
import { collect, isOrphan, removeRecords } from './remove.ts';
import {
  type BoxEdit,
  type ExtrusionEdit,
  type ItemPlace,
  type ItemsEdit,
  removeRepresentation,
  scaleMapped,
  type ScaleEdit,
  setBox,
  setCurve,
  setExtrusion,
  setItems,
} from './solids.ts';
import { type StaleFact, StaleFacts } from './stale.ts';
import { appendLines } from './text/append.ts';
import { dropItem } from './text/lists.ts';
import { outputOf } from './text/output.ts';

/** What the kernel does not know by itself. */
export type PatchContext = {
  /** Time of the edit, ISO 8601. */
  readonly time: string;
  /** Who edits; null: LastModifyingUser of changed records is `$`. */
  readonly author: PatchAuthor | null;
  /** The GlobalId of an added record, from a text that is unique in the file. */
  readonly guid: (text: string) => string;
  /** Name and version of the program, for FILE_NAME. */
  readonly preprocessor: string;
  /** The number of a property in the unit of the file, by the name of its type. Default: as it is given. */
  readonly measure?: (type: string, value: number) => number;
};

/** Numbers of records after a patch. */
export type PatchSummary = {
  /** Records of the file whose bytes are unchanged. */
  readonly identical: number;
  readonly changed: number;
  readonly removed: number;
  /** Added records, copies included. */
  readonly added: number;
  /** Copies of records that others use too. */
  readonly copied: number;
  /** References to removed records; always 0. */
  readonly dangling: number;
  /** Records that lost their last user by the patch and could not be removed, because they cannot be read. */
  readonly orphans: number;
};

/**
 * Edits of one file. A record is identified by its row: its position in the file, from 0; added records have the rows
 * after those. Edits that copy a shared record give the copy a row of its own, so a nested record is looked up again
 * after an edit. Each edit is done whole, or refused with a `PatchFault` and nothing is changed.
 */
export class FilePatch {
  readonly #records: Records;
  readonly #bytes: Buffer;
  readonly #context: PatchContext;
  readonly #sets: SetContext;
  readonly #histories: OwnerHistories;
  readonly #stale: StaleFacts;
  /** Products whose nested records were changed. */
  readonly #touched = new Set<number>();
  readonly #isWritable: boolean;

  /**
   * `bytes`: the file that the model was read from.
   * @throws {RangeError} if the time is malformed, or these are other bytes
   */
  constructor(model: IfcModel, bytes: Buffer, context: PatchContext) {
    this.#records = new Records(model);
    this.#bytes = bytes;
    this.#context = { ...context, time: new Date(context.time).toISOString().slice(0, 19) };
    const time = Date.parse(context.time);
    this.#histories = new OwnerHistories(this.#records, time, context.author);
    const { guid, measure = (_, value) => value } = context;
    this.#sets = { records: this.#records, histories: this.#histories, guid, measure };
    this.#stale = new StaleFacts(this.#records);
    const { bytes: read } = model.file;
    const isText = toWide(read, bytes) === read;
    if (isText && read !== bytes && !read.equals(bytes)) {
      throw new RangeError('expected the bytes from which the model was read');
    }
    this.#isWritable = isText || toWide(read, bytes).equals(bytes);
  }

  /** The schema of the file. */
  get schema(): IfcSchema {
    return this.#records.model.schema;
  }

  /** Current value of an attribute; `OMITTED` if the record does not have it. */
  value(row: number, attribute: string): StepValue {
    return this.#records.value(row, attribute);
  }

  /** Row that an attribute refers to now; null without a reference. */
  ref(row: number, attribute: string): number | null {
    return this.#records.ref(row, attribute);
  }

  /** Rows that a list refers to now. */
  refs(row: number, attribute: string): readonly number[] {
    return this.#records.refs(row, attribute);
  }

  /** Numbers of a list now; empty if the attribute has none. */
  numbers(row: number, attribute: string): readonly number[] {
    return this.#records.numbers(row, attribute);
  }

  /** Whether a record is of an entity or a subtype. */
  isA(row: number, entity: string): boolean {
    return this.#records.isA(row, entity);
  }

  /** Whether the entity of a record has an attribute. */
  hasAttribute(row: number, attribute: string): boolean {
    return this.#records.position(row, attribute) >= 0;
  }

  /** The entity of a record, spelled as in the schema. */
  typeName(row: number): string {
    return this.#records.typeOf(row);
  }

  /** Adds a copy of a rooted record with a GlobalId of its own; returns its row. */
  twin(row: number, guid: string): number {
    return this.#edit(() => {
      const made = this.#records.derive(row);
      this.#records.set(made, 'GlobalId', text(guid));
      return made;
    });
  }

  /** The matrix of an IfcAxis2Placement3D now, in units of the file. */
  axes(row: number): Matrix {
    return axesMatrix(this.#records, row);
  }

  /**
   * From the coordinates of a product to those of the file now, in units of the file.
   * @throws {PatchFault} if it or what it is placed on has no local placement in space
   */
  place(product: number): Matrix {
    return placementMatrix(this.#records, product);
  }

  /** Rows of the records that refer to a record now. */
  users(row: number): readonly number[] {
    return this.#records.usersOf(row);
  }

  isRemoved(row: number): boolean {
    return this.#records.isRemoved(row);
  }

  /** The digits after `#` of a record. */
  idText(row: number): string {
    return this.#records.idText(row);
  }

  /**
   * Sets an attribute; returns whether this changes it. A record that this takes the last user from is removed by the
   * next edit, so its new user must be set before it.
   */
  setAttribute(row: number, attribute: string, value: PatchValue): boolean {
    return this.#edit(() => this.#records.set(row, attribute, value));
  }

  /** Adds a record and returns its row. An attribute that is missing becomes `$`. */
  add(entity: string, values: PatchValues): number {
    return this.#edit(() => this.#records.add(entity, values));
  }

  /**
   * Copies each record of a path that has several users, so that only the first record leads to the copies. Each record
   * refers to the next one. Returns the path with the copies.
   */
  own(path: readonly number[]): readonly number[] {
    return this.#whole(() => {
      const owned = own(this.#records, path);
      const [owner] = owned;
      if (owner !== undefined && owned.some((row, i) => row !== path[i])) this.#touch(owner);
      return owned;
    });
  }

  /** Runs several edits; if one of them is refused, none is done. */
  together<T>(edits: () => T): T {
    return this.#edit(edits);
  }

  /** Sets Name, LongName or both; returns whether this changes anything. */
  rename(row: number, names: { readonly Name?: string; readonly LongName?: string }): boolean {
    return this.#whole(() => {
      const changes = Object.entries(names).map(([attribute, name]) =>
        this.#records.set(row, attribute, text(name)),
      );
      return changes.includes(true);
    });
  }

  /**
   * Removes a product with its parts, its openings, the opening that it fills, and all that only they use. Returns the
   * rows of the products that are removed.
   */
  removeProduct(product: number, options: RemovalOptions = {}): readonly number[] {
    return this.removeProducts([product], options);
  }

  /** The same for several products: lists that name many of them are shortened once. */
  removeProducts(products: readonly number[], options: RemovalOptions = {}): readonly number[] {
    return this.#whole(() => {
      const records = this.#records;
      const doomed = [...new Set(products.flatMap((one) => removedWith(records, one, options)))];
      const hosts = doomed.flatMap((one) => hostsOf(records, one));
      removeRecords(records, doomed);
      for (const host of hosts) this.#stale.cut(host);
      return doomed;
    });
  }

  /** Removes products that the new body of another one replaces, which `stale` lists. */
  replaceProducts(product: number, rows: readonly number[]): void {
    this.#whole(() => {
      const doomed = rows.flatMap((row) => removedWith(this.#records, row, {}));
      this.#stale.replaced(product, [...new Set(doomed)]);
      this.removeProducts(rows);
    });
  }

  /** Notes that the shape of a product changed, although only its parts have bodies. */
  noteShaped(product: number): void {
    this.#edit(() => this.#stale.shaped(product));
  }

  /** Removes a group or a relation; the objects that it relates stay. */
  dissolve(row: number): void {
    this.#whole(() => {
      const records = this.#records;
      if (!records.isA(row, 'IfcGroup') && !records.isA(row, 'IfcRelationship')) {
        throw new PatchFault(`got ${records.label(row)}, expected a group or a relation`);
      }
      removeRecords(records, [row]);
    });
  }

  /**
   * Adds records as lines of a STEP file, which refer to each other by their numbers. `rowOf` returns the row of any
   * other number. `cut`: products in which they make openings. Returns the rows of the records by their numbers.
   */
  append(
    lines: Buffer,
    { rowOf, cut }: { readonly rowOf: (number: number) => number; readonly cut: readonly number[] },
  ): ReadonlyMap<number, number> {
    return this.#whole(() => {
      const rows = appendLines(this.#records, lines, rowOf);
      for (const product of cut) this.#stale.cut(product);
      return rows;
    });
  }

  /** The row of the owner history of records that are added to a product; null if the product has none. */
  addedHistory(owner: number): number | null {
    return this.#edit(() => this.#histories.addedRow(owner));
  }

  /** Sets a property of an object or a type; null removes it. Returns whether this changes anything. */
  setProperty(row: number, set: string, name: string, value: PropertyInput | null): boolean {
    return this.#whole(() => {
      const isChanged = setProperty(this.#sets, { row, set, name }, value);
      this.#stale.freshProperty(row, set, name);
      return isChanged;
    });
  }

  /** Whether a property set of an object or type has a property now. */
  hasProperty(row: number, set: string, name: string): boolean {
    return hasProperty(this.#records, { row, set, name });
  }

  /** Sets a quantity that an object has, in units of the file; returns whether this changes it. */
  setQuantity(row: number, set: string, name: string, value: number): boolean {
    return this.#whole(() => {
      const isChanged = setQuantity(this.#sets, { row, set, name }, value);
      this.#stale.freshQuantity(row, set, name);
      return isChanged;
    });
  }

  /** Moves a product, relative to what it is placed on; returns whether this changes its placement. */
  setPlacement(product: number, edit: AxesEdit, options: PlacementOptions = {}): boolean {
    return this.#ofProduct(product, () => {
      const isChanged = setPlacement(this.#records, product, edit, options);
      if (isChanged) this.#stale.placed(product, options.keepChildren === true);
      return isChanged;
    });
  }

  /** Changes an extrusion in the shape of a product; returns whether this changes it. */
  setExtrusion(place: ItemPlace, edit: ExtrusionEdit): boolean {
    return this.#ofShape(place.product, () => setExtrusion(this.#records, place, edit));
  }

  /** Replaces the items of a representation of a product; those that describe its body are then up to date. */
  setItems(place: ItemPlace, edit: ItemsEdit): void {
    const isBody = this.#records.text(place.item, 'RepresentationIdentifier') !== 'Axis';
    const change = (): boolean => {
      setItems(this.#records, place, edit);
      return true;
    };
    if (isBody) this.#ofShape(place.product, change);
    else this.#describing(place, change);
  }

  /** Scales a mapped item of a product; returns whether this changes it. */
  scaleMapped(place: ItemPlace, edit: ScaleEdit): boolean {
    return this.#ofShape(place.product, () => scaleMapped(this.#records, place, edit));
  }

  /** Removes a representation of a product, such as its body. */
  removeRepresentation(product: number, representation: number): void {
    this.#ofShape(product, () => {
      removeRepresentation(this.#records, product, representation);
      return true;
    });
  }

  /** Changes the points of a polyline of a product that only describes its body, such as its Axis. */
  setCurve(place: ItemPlace, points: readonly Coordinates[]): boolean {
    return this.#describing(place, () => setCurve(this.#records, place, points));
  }

  /** Changes the bounding box of a product. */
  setBox(place: ItemPlace, edit: BoxEdit): boolean {
    return this.#describing(place, () => setBox(this.#records, place, edit));
  }

  /** Notes that a relation or quantity of an edited product is up to date. */
  keepFresh(fact: number): void {
    this.#edit(() => this.#stale.freshFact(fact));
  }

  /** Notes that the new body of a product has the form of the old one, except for its openings. */
  keepForm(product: number): void {
    this.#edit(() => this.#stale.sameForm(product));
  }

  /** Removes records that are no products, and what only they use. */
  removeRecords(rows: readonly number[]): void {
    this.#whole(() => removeRecords(this.#records, rows));
  }

  /** Takes a record out of a list of a relation, which is removed if nothing is left. */
  takeOut(relation: number, list: string, item: number): void {
    this.#whole(() => {
      if (dropItem(this.#records, relation, list, item) === 0) this.#records.remove(relation);
    });
  }

  /**
   * Facts that the edits made wrong and that were not set again. `isOwn`: parts of products that are edited for
   * themselves, so that they need not follow their whole.
   */
  stale(isOwn: (row: number) => boolean = () => false): readonly StaleFact[] {
    return this.#stale.list(isOwn);
  }

  /** Numbers of records as `write` would leave them. */
  summary(): PatchSummary {
    this.#finish();
    const records = this.#records;
    const removed = [...records.removedRows];
    const added = range(records.file.count, records.count).filter((row) => !records.isRemoved(row));
    const changed = records.changedRows.filter((row) => !records.isRemoved(row)).length;
    const gone = removed.filter((row) => !records.isAdded(row)).length;
    return {
      identical: records.file.count - gone - changed,
      changed,
      removed: gone,
      added: added.length,
      copied: added.filter((row) => records.isCopy(row)).length,
      dangling: removed.reduce((sum, row) => sum + records.usersOf(row).length, 0),
      orphans: records.keptRows.filter((row) => isOrphan(records, row)).length,
    };
  }

  /** The patched file; the same bytes if nothing is changed. */
  write(): Buffer {
    const pieces = this.pieces();
    const [only] = pieces;
    return only === this.#bytes ? this.#bytes : Buffer.concat(pieces);
  }

  /** The patched file in pieces, most of which are parts of the file: for large files, of which `write` makes a copy. */
  pieces(): readonly Uint8Array[] {
    const { changed, removed, added, dangling } = this.summary();
    if (dangling > 0) throw new Error(`the patch leaves ${dangling} references to removed records`);
    if (changed + removed + added === 0) return [this.#bytes];
    const { file } = this.#records;
    const { time, preprocessor } = this.#context;
    const pieces = outputOf(this.#records, { time, preprocessor });
    if (file.bytes === this.#bytes) return pieces;
    return [toWide(Buffer.concat(pieces), this.#bytes)];
  }

  /** Removes what is of no use any more, and gives changed records their owner history. */
  #finish(): void {
    if (!this.#isWritable) return;
    this.#whole(() => false);
    const records = this.#records;
    const rooted = [...this.#touched, ...records.changedRows].filter(
      (row) => row < records.file.count && !records.isRemoved(row) && records.isA(row, 'IfcRoot'),
    );
    this.#whole(() => {
      for (const row of new Set(rooted)) this.#histories.modify(row);
    });
  }

  /** An edit of the shape of a product. */
  #ofShape(product: number, edit: () => boolean): boolean {
    return this.#ofProduct(product, () => {
      const isChanged = edit();
      if (isChanged) this.#stale.shaped(product);
      return isChanged;
    });
  }

  /** An edit of a representation that describes the body of a product. */
  #describing({ product, item }: ItemPlace, edit: () => boolean): boolean {
    return this.#ofProduct(product, () => {
      const [, , representation = -1] = pathTo(this.#records, product, item);
      const name = this.#records.text(representation, 'RepresentationIdentifier') ?? '';
      const isChanged = edit();
      this.#stale.freshShape(product, name);
      return isChanged;
    });
  }

  #ofProduct(product: number, edit: () => boolean): boolean {
    return this.#whole(() => {
      this.#records.content(product);
      const isChanged = edit();
      if (isChanged) this.#touch(product);
      return isChanged;
    });
  }

  /** Notes that nested records of a product were changed, unless the edit is undone. */
  #touch(product: number): void {
    this.#records.note(this.#touched, product);
  }

  /** A whole edit, after which nothing of no use is left. */
  #whole<T>(edit: () => T): T {
    return this.#edit(() => {
      const result = edit();
      collect(this.#records);
      return result;
    });
  }

  #edit<T>(edit: () => T): T {
    if (!this.#isWritable) {
      throw new PatchFault('the file has malformed characters in UTF-16 or UTF-32');
    }
    return this.#records.attempt(edit);
  }
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}
