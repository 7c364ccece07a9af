/** @module records: the records of a file with the changes of a patch: changed, added and removed ones. */
import { deepEqual } from '../../../base/canonical/deep-equal.ts';
import type { IfcModel } from '../read/ifc-model.ts';
import type { InstanceId } from '../read/instance-id.ts';
import { visitReferences } from '../read/spans.ts';
import type { StepFile } from '../read/step-file.ts';
import { OMITTED, type StepValue } from '../read/step-value.ts';
import type { IfcEntity } from '../schema/ifc-schema.ts';
import { requireFit } from './fits.ts';
import { PatchFault } from './patch-fault.ts';
import { encodedValue, NO_VALUE, type PatchValue } from './patch-value.ts';
import { argumentTexts, Content, withReferences } from './text/content.ts';
import { endOf, lastEnd } from './text/ends.ts';
import { Users } from './users.ts';

/** Values by attribute; an attribute that is missing becomes `$`, or `*` if a subtype derives it. */
export type PatchValues = { readonly [attribute: string]: PatchValue | undefined };

const NO_USERS = new Uint32Array();

/**
 * Undoes one change: a function; or, because an edit can remove a million records, twice the row of a removed record, or
 * one more than twice the row of one that lost a user.
 */
type Undo = number | (() => void);

/** A record that the patch adds. */
type Added = {
  readonly entity: IfcEntity;
  readonly isCopy: boolean;
  content: Content;
};

/** The records of a file and of a patch. A record is identified by its row; those of added ones follow the file's. */
export class Records {
  readonly model: IfcModel;
  readonly file: StepFile;
  readonly #changed = new Map<number, Content>();
  readonly #added: Added[] = [];
  readonly #removed = new Set<number>();
  /** Records that may have lost their last user. */
  #loose = new Set<number>();
  /** Records that lost a user and were not removed then. */
  readonly #kept = new Set<number>();
  /** Records that got a reference to a record by the patch; a superset of those that have one. */
  readonly #gained = new Map<number, Set<number>>();
  readonly #rowOfNew = new Map<InstanceId, number>();
  #users: Users | null = null;
  /** Undoes the changes of the current edit, the last one first. */
  #undo: Undo[] | null = null;

  constructor(model: IfcModel) {
    this.model = model;
    this.file = model.file;
  }

  /** Number of rows: those of the file, then those of added records. */
  get count(): number {
    return this.file.count + this.#added.length;
  }

  /** Runs an edit, and undoes all of it if it throws; an edit may be part of another one. */
  attempt<T>(edit: () => T): T {
    const isOuter = this.#undo === null;
    const undo = (this.#undo ??= []);
    const before = undo.length;
    try {
      return edit();
    } catch (error) {
      for (const one of undo.splice(before).toReversed()) this.#undoOne(one);
      throw error;
    } finally {
      if (isOuter) this.#undo = null;
    }
  }

  /** Adds a value to a set; if the edit is undone, takes it out again. */
  note<T>(set: Set<T>, value: T): void {
    if (set.has(value)) return;
    set.add(value);
    this.#undo?.push(() => {
      set.delete(value);
    });
  }

  #undoOne(one: Undo): void {
    if (typeof one === 'function') one();
    else if (one % 2 === 0) this.#removed.delete(one / 2);
    else this.#loose.delete((one - 1) / 2);
  }

  isAdded(row: number): boolean {
    return row >= this.file.count;
  }

  isCopy(row: number): boolean {
    return this.#added[row - this.file.count]?.isCopy === true;
  }

  isRemoved(row: number): boolean {
    return this.#removed.has(row);
  }

  /** The changed arguments of a record of the file; null if they are those of the file. */
  changedContent(row: number): Content | null {
    return this.#changed.get(row) ?? null;
  }

  /** Changed rows of the file, also of records that were removed later. */
  get changedRows(): readonly number[] {
    return [...this.#changed.keys()];
  }

  get removedRows(): ReadonlySet<number> {
    return this.#removed;
  }

  /** Content of an added record. */
  addedContent(row: number): Content | null {
    return this.#added[row - this.file.count]?.content ?? null;
  }

  entityOf(row: number): IfcEntity | undefined {
    return this.#added[row - this.file.count]?.entity ?? this.model.entityOf(row);
  }

  /** The type, spelled as in the schema. */
  typeOf(row: number): string {
    return this.entityOf(row)?.name ?? this.file.typeName(row);
  }

  isA(row: number, type: string): boolean {
    if (!this.isAdded(row)) return this.model.isA(row, type);
    const entity = this.entityOf(row);
    return entity !== undefined && this.model.schema.isA(entity.name, type);
  }

  /** The digits after `#` of a record. */
  idText(row: number): string {
    if (!this.isAdded(row)) return String(this.file.idOf(row));
    return String(this.#base() + BigInt(1 + row - this.file.count));
  }

  /** A record in messages: `#12 IfcWall`. */
  label(row: number): string {
    return `#${this.idText(row)} ${this.typeOf(row)}`;
  }

  /** The row of a number; -1 if there is none. */
  rowOf(id: InstanceId): number {
    const row = this.file.rowOf(id);
    return row >= 0 ? row : (this.#rowOfNew.get(id) ?? -1);
  }

  values(row: number): readonly StepValue[] {
    const content = this.#changed.get(row) ?? this.addedContent(row);
    return content === null ? this.file.values(row) : content.values;
  }

  /** Value of an attribute; `OMITTED` if the record does not have it. */
  value(row: number, attribute: string): StepValue {
    const position = this.position(row, attribute);
    return position < 0 ? OMITTED : (this.values(row)[position] ?? OMITTED);
  }

  text(row: number, attribute: string): string | null {
    const value = this.value(row, attribute);
    return value.kind === 'text' ? value.value : null;
  }

  number(row: number, attribute: string): number | null {
    const value = this.value(row, attribute);
    return value.kind === 'real' || value.kind === 'integer' ? value.value : null;
  }

  /** Numbers of a list, such as coordinates. */
  numbers(row: number, attribute: string): readonly number[] {
    const value = this.value(row, attribute);
    if (value.kind !== 'list') return [];
    return value.items.flatMap((item) =>
      item.kind === 'real' || item.kind === 'integer' ? [item.value] : [],
    );
  }

  /** Row that an attribute refers to; null without a reference or if the record does not exist. */
  ref(row: number, attribute: string): number | null {
    const value = this.value(row, attribute);
    const to = value.kind === 'ref' ? this.rowOf(value.id) : -1;
    return to < 0 || this.isRemoved(to) ? null : to;
  }

  /** Rows that the items of a list refer to, a typed list too. */
  refs(row: number, attribute: string): readonly number[] {
    const value = this.value(row, attribute);
    const inner = value.kind === 'typed' ? value.value : value;
    if (inner.kind === 'ref') return [this.rowOf(inner.id)].filter((to) => to >= 0);
    if (inner.kind !== 'list') return [];
    return inner.items.flatMap((item) => {
      const to = item.kind === 'ref' ? this.rowOf(item.id) : -1;
      return to < 0 ? [] : [to];
    });
  }

  /** Place of an attribute in the arguments; -1 if the entity does not have it. */
  position(row: number, attribute: string): number {
    return this.entityOf(row)?.attributes.findIndex(({ name }) => name === attribute) ?? -1;
  }

  /** Rows to which a record refers. */
  refsOf(row: number): ReadonlySet<number> {
    const content = this.#changed.get(row) ?? this.addedContent(row);
    if (content !== null) return content.refs;
    const { bytes, comments } = this.file;
    const to = this.file.limitOf(row);
    const found = new Set<number>();
    visitReferences({ bytes, comments }, { from: this.file.openOf(row), to }, (id) => {
      const used = this.rowOf(id);
      if (used >= 0) found.add(used);
    });
    return found;
  }

  /** Records that refer to one, each once, that are not removed. */
  *users(row: number): Generator<number, void> {
    const own = this.isAdded(row) ? NO_USERS : this.#usersOfFile().of(row);
    for (const user of own) if (this.#isUser(user, row)) yield user;
    for (const user of this.#gained.get(row) ?? []) {
      const content = this.#changed.get(user) ?? this.addedContent(user);
      const isGained = content !== null && this.#isUser(user, row);
      if (isGained && (this.isAdded(user) || !own.includes(user))) yield user;
    }
  }

  /** The same as a list, which later changes do not affect. */
  usersOf(row: number): readonly number[] {
    return [...this.users(row)];
  }

  /** Users of a type that refer to a record in an attribute. */
  usersIn(row: number, type: string, attribute: string): readonly number[] {
    const found: number[] = [];
    for (const user of this.users(row)) {
      if (this.isA(user, type) && this.refs(user, attribute).includes(row)) found.push(user);
    }
    return found;
  }

  /** Whether anything in the file referred to a record before the patch. */
  hadUsers(row: number): boolean {
    return !this.isAdded(row) && this.#usersOfFile().of(row).length > 0;
  }

  #isUser(user: number, row: number): boolean {
    if (this.#removed.has(user)) return false;
    const content = this.#changed.get(user) ?? this.addedContent(user);
    return content === null || content.refs.has(row);
  }

  /**
   * The arguments of a record that is about to be changed or copied.
   * @throws {PatchFault} if they cannot be read, or the record was removed
   */
  content(row: number): Content {
    if (!Number.isSafeInteger(row) || row < 0 || row >= this.count) {
      throw new PatchFault(`got row ${row}, expected one from 0 to ${this.count - 1}`);
    }
    if (this.#removed.has(row)) throw new PatchFault(`${this.label(row)} was removed`);
    const known = this.#changed.get(row) ?? this.addedContent(row);
    if (known !== null) return known;
    if (this.file.isComplex(row)) {
      throw new PatchFault(`${this.label(row)} is a complex instance, which cannot be changed`);
    }
    const args = this.file.isRead(row) ? argumentTexts(this.file, row) : null;
    if (args === null || args.length !== this.file.values(row).length) {
      throw new PatchFault(`${this.label(row)} cannot be read, so that it cannot be changed`);
    }
    return new Content(this.file, (id) => this.rowOf(id), args);
  }

  /**
   * Sets an attribute; returns whether this changes it.
   * @throws {PatchFault} if the record cannot be changed, or the value does not fit
   */
  set(row: number, attribute: string, value: PatchValue): boolean {
    const content = this.content(row);
    const entity = this.entityOf(row);
    const position = this.position(row, attribute);
    const slot = entity?.attributes[position];
    if (slot === undefined) {
      throw new PatchFault(`${this.label(row)} has no attribute \`${attribute}\``);
    }
    if (position >= content.args.length) {
      const { length } = content.args;
      const most = entity?.attributes.length ?? 0;
      throw new PatchFault(`${this.label(row)} has ${length} arguments, expected ${most}`);
    }
    this.#requireFit(slot, value, this.label(row));
    return this.setText(
      row,
      position,
      encodedValue(value, (to) => this.idText(to)),
    );
  }

  /** Whether an attribute has a value already. */
  equals(row: number, attribute: string, value: PatchValue): boolean {
    const content = this.content(row);
    const position = this.position(row, attribute);
    if (position < 0 || position >= content.args.length) return false;
    const after = content.with(
      position,
      encodedValue(value, (to) => this.idText(to)),
    );
    return deepEqual(after.values[position], content.values[position]);
  }

  /** Sets the text of an argument; returns whether this changes it. */
  setText(row: number, position: number, text: string): boolean {
    const before = this.content(row);
    if (before.args[position] === text) return false;
    const after = before.with(position, text);
    if (deepEqual(after.values[position], before.values[position])) return false;
    this.#replace(row, before, this.isAdded(row) ? after : this.#original(row, after, position));
    return true;
  }

  /** The arguments with the file's own text in a place where the value is again that of the file. */
  #original(row: number, after: Content, position: number): Content {
    const own = this.file.values(row)[position];
    if (own === undefined || !deepEqual(own, after.values[position])) return after;
    return after.with(position, argumentTexts(this.file, row)?.[position] ?? '');
  }

  #replace(row: number, before: Content, after: Content): void {
    const added = this.#added[row - this.file.count];
    const known = this.#changed.get(row);
    this.#undo?.push(() => {
      if (added !== undefined) added.content = before;
      else if (known === undefined) this.#changed.delete(row);
      else this.#changed.set(row, known);
    });
    if (added !== undefined) added.content = after;
    else if (this.#isOriginal(row, after)) this.#changed.delete(row);
    else this.#changed.set(row, after);
    for (const to of after.refs) if (!before.refs.has(to)) this.#gain(to, row);
    for (const to of before.refs) if (!after.refs.has(to)) this.#loosen(to);
  }

  #isOriginal(row: number, after: Content): boolean {
    if (!this.#changed.has(row)) return false;
    const args = argumentTexts(this.file, row) ?? [];
    return args.every((arg, i) => arg === after.args[i]);
  }

  /**
   * Adds a record and returns its row.
   * @throws {PatchFault} for an entity or attribute that the schema does not have, a value that does not fit, or a file
   * without a record after which others can be added
   */
  add(name: string, values: PatchValues): number {
    const { schema } = this.model;
    const entity = schema.entity(name);
    if (entity === undefined || entity.abstract) {
      const why = entity === undefined ? `has no entity \`${name}\`` : `has no records of ${name}`;
      throw new PatchFault(`${schema.name} ${why}`);
    }
    const unknown = Object.keys(values).find(
      (one) => !entity.attributes.some(({ name: attribute }) => attribute === one),
    );
    if (unknown !== undefined) throw new PatchFault(`${name} has no attribute \`${unknown}\``);
    const args = entity.attributes.map((attribute) => {
      if (attribute.derived) return '*';
      const value = values[attribute.name] ?? NO_VALUE;
      this.#requireFit(attribute, value, name);
      return encodedValue(value, (to) => this.idText(to));
    });
    return this.#append(entity, args, false);
  }

  /**
   * Adds a record with the texts of its arguments, which the caller checked, and returns its row.
   * @throws {PatchFault} for an unknown entity, or another number of arguments
   */
  addTexts(name: string, args: readonly string[]): number {
    const entity = this.model.schema.entity(name);
    if (entity === undefined || entity.attributes.length !== args.length) {
      throw new PatchFault(`got ${args.length} arguments of ${name}, expected those of the schema`);
    }
    return this.#append(entity, args, false);
  }

  /**
   * Adds a copy of a shared record and returns its row.
   * @throws {PatchFault} if the record cannot be read, or its entity is unknown
   */
  copy(row: number): number {
    return this.#twin(row, true);
  }

  /**
   * Adds a record with the arguments of another one, which is no copy of a shared record. Returns its row.
   * @throws {PatchFault} if the record cannot be read, or its entity is unknown
   */
  derive(row: number): number {
    return this.#twin(row, false);
  }

  #twin(row: number, isCopy: boolean): number {
    const entity = this.entityOf(row);
    const { args } = this.content(row);
    if (entity === undefined) {
      throw new PatchFault(`${this.label(row)} is unknown in ${this.model.schema.name}`);
    }
    return this.#append(entity, args, isCopy);
  }

  #append(entity: IfcEntity, args: readonly string[], isCopy: boolean): number {
    if (this.#added.length === 0) lastEnd(this.file);
    const row = this.count;
    const content = new Content(this.file, (id) => this.rowOf(id), args);
    const digits = this.idText(row);
    const id = Number.isSafeInteger(Number(digits)) ? Number(digits) : digits;
    this.#added.push({ entity, isCopy, content });
    this.#rowOfNew.set(id, row);
    this.#undo?.push(() => {
      this.#added.pop();
      this.#rowOfNew.delete(id);
    });
    for (const to of content.refs) this.#gain(to, row);
    return row;
  }

  /**
   * Removes a record; references to it stay until they are removed too.
   * @throws {PatchFault} if the record cannot be read, or shares its number with another one
   */
  remove(row: number): void {
    if (this.#removed.has(row)) return;
    if (this.isRepeated(row)) {
      throw new PatchFault(`the number of ${this.label(row)} is used twice`);
    }
    if (this.isAnchored(row)) {
      throw new PatchFault(`${this.label(row)} is in the ANCHOR section, so that it must stay`);
    }
    if (!this.isRemovable(row)) {
      throw new PatchFault(`${this.label(row)} cannot be read, so that it cannot be removed`);
    }
    const refs = this.refsOf(row);
    this.#removed.add(row);
    this.#undo?.push(2 * row);
    for (const to of refs) this.#loosen(to);
  }

  /** Whether the text of a record has a known end. */
  isRemovable(row: number): boolean {
    return this.isAdded(row) || (!this.file.isBroken(row) && endOf(this.file, row) !== null);
  }

  /** Whether other files may refer to a record by an anchor (edition 3). */
  isAnchored(row: number): boolean {
    return this.#usersOfFile().anchored.has(row);
  }

  /** Whether another record of the file has the same number. */
  isRepeated(row: number): boolean {
    return !this.isAdded(row) && this.file.isRepeated(row);
  }

  /** Replaces the references of a record to another one. */
  redirect(row: number, { from, to }: { readonly from: number; readonly to: number }): void {
    const { args } = this.content(row);
    const number = this.idText(to);
    for (const [position, arg] of args.entries()) {
      const text = withReferences(arg, (id) => (this.rowOf(id) === from ? number : null));
      if (text !== arg) this.setText(row, position, text);
    }
  }

  /** Takes the records that may have lost their last user since the last time. */
  takeLoose(): readonly number[] {
    const loose = this.#loose;
    if (loose.size === 0) return [];
    this.#loose = new Set();
    this.#undo?.push(() => {
      this.#loose = loose;
    });
    return [...loose];
  }

  /** Notes a record that lost a user and stays. */
  keep(row: number): void {
    this.#kept.add(row);
  }

  /** Records that lost a user by the patch at any time, and stayed. */
  get keptRows(): readonly number[] {
    return [...this.#kept];
  }

  #gain(to: number, user: number): void {
    const known = this.#gained.get(to);
    if (known === undefined) this.#gained.set(to, new Set([user]));
    else known.add(user);
  }

  #loosen(row: number): void {
    if (this.#loose.has(row)) return;
    this.#loose.add(row);
    this.#undo?.push(2 * row + 1);
  }

  #requireFit(attribute: IfcEntity['attributes'][number], value: PatchValue, label: string): void {
    const entityName = (row: number): string | null => {
      if (this.#removed.has(row)) throw new PatchFault(`${this.label(row)} was removed`);
      return this.entityOf(row)?.name ?? null;
    };
    requireFit({ schema: this.model.schema, entityName }, attribute, value, label);
  }

  #usersOfFile(): Users {
    return (this.#users ??= new Users(this.file));
  }

  #base(): bigint {
    return this.#usersOfFile().largest;
  }
}
