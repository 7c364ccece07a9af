/** @module step file: the entities of an IFC file, each checked against the schema before it is written. */
import { Buffer } from 'node:buffer';

import type { IfcNamed } from '../../../../building/kinds/facets/ifc.ts';
import { ifcGuid, isIfcGuid } from '../../guid.ts';
import type { IfcEntity, IfcSchema } from '../../schema/ifc-schema.ts';
import { IfcFault } from '../ifc-fault.ts';
import { plainValue } from '../named.ts';
import type { Encoder } from './encode.ts';
import { Encoders, type Measures } from './encode.ts';
import { LineNumbers, type Numbers } from './line-numbers.ts';
import { NumberSet } from './number-set.ts';
import type { StatedEntities } from './stated-entities.ts';
import { EXISTING_FROM, type Ref, type StepValue } from './step-value.ts';

/** Attributes by name. Omitted optional attributes are written as `$`; an unknown name is an error. */
export type Attributes = { readonly [name: string]: StepValue | undefined };

/** Attributes of a property or quantity. */
export type PartAttributes = Attributes & { readonly Name: string };

/** Encoding of one attribute; `encode` is null for an attribute that a subtype derives. */
type Slot = {
  readonly name: string;
  readonly optional: boolean;
  readonly encode: Encoder | null;
  readonly values: ReadonlySet<string> | null;
};

/** Encoding of an entity, and the number of its instances. */
type Plan = {
  readonly entity: IfcEntity;
  readonly slots: readonly Slot[];
  /** Attributes after GlobalId and OwnerHistory; null for an entity that is not rooted. */
  readonly afterRoot: readonly Slot[] | null;
  /** Whether a statement about it needs its GUID: sets and relationships are found by what they refer to. */
  readonly isObject: boolean;
  count: number;
};

const CHUNK = 1 << 20;
const NOTHING: IfcNamed = {};

/** The changes since `begin`, which `abort` rolls back. */
class Transaction {
  readonly numbers: number[] = [];
  readonly guids: string[] = [];
  readonly plans: Plan[] = [];
  /** Entities that were referenced for the first time. */
  readonly promised: number[] = [];
  text = '';
  open = false;
  next = 0;
  end = 0;
  pages = 0;

  begin({ next, end, pages }: Numbers): void {
    this.open = true;
    [this.next, this.end, this.pages] = [next, end, pages];
  }

  clear(): void {
    this.open = false;
    this.text = '';
    this.numbers.length = 0;
    this.guids.length = 0;
    this.plans.length = 0;
    this.promised.length = 0;
  }
}

/** A file that new entities are added to: its units, and GUIDs from texts that never change. */
export type Surroundings = {
  readonly measures: Measures;
  readonly guid: (text: string) => string;
  /** GlobalId of the imported element of this text; null for other texts. */
  readonly importedGuid?: (text: string) => string | null;
  /** Where the entities are kept as values. The file then has no text, and its products have no geometry. */
  readonly stated?: StatedEntities;
};

const NEW_FILE: Surroundings = { measures: new Map(), guid: ifcGuid };

/** Writes entities one by one. Entities written between `begin` and `commit` can be rolled back with `abort`. */
export class StepFile {
  readonly schema: IfcSchema;
  /** IfcOwnerHistory of every rooted entity; mandatory only in IFC2X3. */
  history: Ref | null = null;
  readonly #lines: LineNumbers;
  #numbers: Numbers = { place: 0, next: 1, end: Infinity, pages: 0 };
  readonly #plans = new Map<string, Plan>();
  readonly #encoders: Encoders;
  readonly #written = new NumberSet();
  readonly #guids = new Set<string>();
  readonly #around: Surroundings;
  readonly #stated: StatedEntities | null;
  /** GUIDs of imported elements that were written. */
  readonly #imported = new Set<string>();
  /** GUIDs of entities of the files of imports, by text. */
  readonly #kept = new Map<string, string>();
  /** Entities that were referenced before they were written. */
  readonly #promised = new Map<number, string>();
  readonly #transaction = new Transaction();
  readonly #chunks: Uint8Array[] = [];
  #chunk = Buffer.alloc(0);
  #used = 0;

  constructor(
    schema: IfcSchema,
    lines: LineNumbers = new LineNumbers(1, 0),
    around: Partial<Surroundings> = {},
  ) {
    this.schema = schema;
    this.#lines = lines;
    this.#around = { ...NEW_FILE, ...around };
    this.#stated = around.stated ?? null;
    this.#encoders = new Encoders(schema, (ref) => this.#promise(ref), {
      measures: this.#around.measures,
      isText: this.#stated === null,
    });
  }

  #promise({ number, entity }: Ref): void {
    if (number >= EXISTING_FROM || this.#written.has(number) || this.#promised.has(number)) return;
    this.#promised.set(number, entity);
    if (this.#transaction.open) this.#transaction.promised.push(number);
  }

  /** The entities that stand for each placement and each shape; null in a file with geometry. */
  get stubs(): StatedEntities['stubs'] | null {
    return this.#stated?.stubs ?? null;
  }

  /** Number of entities by entity name. */
  get counts(): ReadonlyMap<string, number> {
    const used = [...this.#plans.values()].filter(({ count }) => count > 0);
    return new Map(used.map(({ entity, count }) => [entity.name, count]));
  }

  /** The line numbers reserved for a place. */
  numbersAt(place: number): Numbers {
    return this.#lines.at(place);
  }

  /** Takes further line numbers from `numbers`; returns the previous source. */
  numberFrom(numbers: Numbers): Numbers {
    const before = this.#numbers;
    this.#numbers = numbers;
    return before;
  }

  /** Reserves a number for an entity that is written later. */
  later(entity: string): Ref {
    return { number: this.#lines.take(this.#numbers), entity };
  }

  /**
   * Writes an entity under the next number.
   * @throws {IfcFault} for content that the schema does not allow.
   */
  add(entity: string, attributes: Attributes): Ref {
    const ref = this.later(entity);
    this.write(ref, attributes);
    return ref;
  }

  /**
   * Writes a property or quantity of a set into the list of its parts. Where entities are kept as values, those that are not
   * asked for are only checked, and one entity in the list stands for all of them.
   * @throws {IfcFault} for content that the schema does not allow.
   */
  addPart(
    parts: Ref[],
    set: string,
    [entity, attributes]: readonly [entity: string, attributes: PartAttributes],
  ): void {
    const stated = this.#stated;
    if (stated === null || stated.keeps(set, attributes.Name)) {
      parts.push(this.add(entity, attributes));
      return;
    }
    const plan = this.#planOf(entity);
    this.#argumentsOf(plan.entity, plan.slots, attributes, null);
    const stub = entity.startsWith('IfcQuantity') ? stated.stubs.quantity : stated.stubs.property;
    if (!parts.includes(stub)) parts.push(stub);
  }

  /**
   * Writes an entity under its reserved number.
   * @throws {IfcFault} for content that the schema does not allow.
   */
  write({ number, entity }: Ref, attributes: Attributes): void {
    const plan = this.#planOf(entity);
    const args = this.#argumentsOf(plan.entity, plan.slots, attributes, null);
    const guid = attributes['GlobalId'];
    if (typeof guid === 'string') {
      if (!isIfcGuid(guid)) throw new IfcFault(`\`${guid}\` is not an IFC GUID`);
      this.#takeGuid(guid);
    }
    this.#append(plan, number, args);
    this.#stated?.add(number, { entity: plan.entity, attributes, plain: NOTHING, root: null });
  }

  /**
   * Writes a rooted entity under the next number, with a GUID derived from a text that never changes. `plain` contains
   * further attributes from facets; those that the entity does not have are ignored.
   */
  root(entity: string, text: string, attributes: Attributes, plain: IfcNamed = NOTHING): Ref {
    const ref = this.later(entity);
    this.writeRoot(ref, text, attributes, plain);
    return ref;
  }

  /** Same as `root`, but under a reserved number. */
  writeRoot(
    { number, entity }: Ref,
    text: string,
    attributes: Attributes,
    plain: IfcNamed = NOTHING,
  ): void {
    const plan = this.#planOf(entity);
    if (plan.afterRoot === null) throw new IfcFault(`\`${entity}\` has no GUID`);
    const args = this.#argumentsOf(plan.entity, plan.afterRoot, attributes, plain);
    const isNamed = this.#stated === null || plan.isObject;
    const guid = isNamed ? this.#guidOf(text) : '';
    if (isNamed) this.#takeGuid(guid);
    const { history } = this;
    const head = history === null ? '$' : `#${history.number}`;
    this.#append(plan, number, this.#stated === null ? `'${guid}',${head},${args}` : '');
    const root = { guid, text, history };
    this.#stated?.add(number, { entity: plan.entity, attributes, plain, root });
  }

  /** Uses a GUID of the file of an import for the entity of this text, if no other has it; not for an existing file. */
  keepGuid(text: string, guid: string): void {
    if (this.#around.importedGuid !== undefined && isIfcGuid(guid)) this.#kept.set(text, guid);
  }

  #append(plan: Plan, number: number, args: string): void {
    if (this.#written.has(number)) throw new IfcFault(`#${number} is written twice`);
    this.#written.add(number);
    plan.count += 1;
    const line = this.#stated === null ? `#${number}=${plan.entity.keyword}(${args});\n` : '';
    const transaction = this.#transaction;
    if (!transaction.open) {
      this.#keep(line);
      return;
    }
    transaction.numbers.push(number);
    transaction.plans.push(plan);
    transaction.text += line;
  }

  /** Starts a transaction that `abort` can roll back. */
  begin(): void {
    this.#transaction.begin(this.#numbers);
    this.#lines.mark();
  }

  /** Keeps everything written since `begin`. */
  commit(): void {
    this.#keep(this.#transaction.text);
    this.#transaction.clear();
  }

  /** Removes everything written since `begin`, and releases its numbers. */
  abort(): void {
    const { numbers, guids, plans, promised, next, end, pages } = this.#transaction;
    for (const number of numbers) this.#written.delete(number);
    this.#stated?.removeLast(numbers.length);
    for (const guid of guids) this.#guids.delete(guid);
    for (const plan of plans) plan.count -= 1;
    for (const number of promised) this.#promised.delete(number);
    Object.assign(this.#numbers, { next, end, pages });
    this.#lines.back();
    this.#transaction.clear();
  }

  /**
   * Returns all lines as bytes.
   * @throws {IfcFault} if an entity was referenced but never written.
   */
  finish(): readonly Uint8Array[] {
    for (const [number, entity] of this.#promised) {
      if (!this.#written.has(number)) {
        throw new IfcFault(`#${number} of ${entity} was never written`);
      }
    }
    this.#flush();
    return this.#chunks;
  }

  /**
   * Encodes text into the chunk immediately: a string of a megabyte would keep its many short pieces in memory until
   * they are joined at the end.
   */
  #keep(text: string): void {
    if (this.#stated !== null) return;
    if (this.#used + text.length > this.#chunk.length) {
      this.#flush();
      this.#chunk = Buffer.allocUnsafe(Math.max(CHUNK, text.length));
    }
    // The text is pure ASCII at this point.
    this.#used += this.#chunk.write(text, this.#used, 'latin1');
  }

  #flush(): void {
    if (this.#used > 0) this.#chunks.push(this.#chunk.subarray(0, this.#used));
    this.#chunk = Buffer.alloc(0);
    this.#used = 0;
  }

  /** The text of the arguments between the brackets, for the attributes in `slots`; empty if entities are kept as values. */
  #argumentsOf(
    entity: IfcEntity,
    slots: readonly Slot[],
    attributes: Attributes,
    plain: IfcNamed | null,
  ): string {
    let [text, used, separator] = ['', 0, ''];
    for (const slot of slots) {
      let value = attributes[slot.name];
      if (value !== undefined) used += 1;
      else if (plain !== null) value = plainValue(plain[slot.name], slot.values);
      const part = encoded(entity, slot, value ?? null);
      if (this.#stated === null) text += separator + part;
      separator = ',';
    }
    requireKnown(entity, attributes, used);
    return text;
  }

  #planOf(name: string): Plan {
    const known = this.#plans.get(name);
    if (known !== undefined) return known;
    const entity = this.schema.entity(name);
    if (entity === undefined) throw new IfcFault(`${this.schema.name} has no entity \`${name}\``);
    if (entity.abstract) throw new IfcFault(`\`${name}\` is abstract`);
    const slots = entity.attributes.map(({ name: attribute, optional, derived, type }) => ({
      name: attribute,
      optional,
      encode: derived ? null : this.#encoders.of(type),
      values: type.kind === 'enumeration' ? type.values : null,
    }));
    const isRooted = slots[0]?.name === 'GlobalId' && slots[1]?.name === 'OwnerHistory';
    const afterRoot = isRooted ? slots.slice(2) : null;
    const isObject = this.schema.isA(name, 'IfcObjectDefinition');
    const plan = { entity, slots, afterRoot, isObject, count: 0 };
    this.#plans.set(name, plan);
    return plan;
  }

  /**
   * The GUID of a text: that of an imported element, else the derived one. Files that this model exported state derived
   * GUIDs, so an import of one may have that of another element; the second that is written gets a further one.
   */
  #guidOf(text: string): string {
    const derived = this.#around.guid(text);
    const imported = this.#kept.get(text) ?? this.#around.importedGuid?.(text) ?? null;
    if (imported !== null && !this.#guids.has(imported)) {
      this.#imported.add(imported);
      return imported;
    }
    return this.#imported.has(derived) ? this.#around.guid(`${text}/again`) : derived;
  }

  #takeGuid(guid: string): void {
    const { size } = this.#guids;
    this.#guids.add(guid);
    if (this.#guids.size === size) throw new IfcFault(`GUID \`${guid}\` is used twice`);
    if (this.#transaction.open) this.#transaction.guids.push(guid);
  }
}

function encoded(entity: IfcEntity, { name, optional, encode }: Slot, value: StepValue): string {
  if (encode === null) return '*';
  if (value === null) {
    if (optional) return '$';
    throw new IfcFault(`${entity.name}.${name} is missing`);
  }
  try {
    return encode(value);
  } catch (error) {
    if (error instanceof IfcFault) error.message = `${entity.name}.${name}: ${error.message}`;
    throw error;
  }
}

/** Checks that all attribute names belong to the entity. */
function requireKnown(entity: IfcEntity, attributes: Attributes, used: number): void {
  let count = 0;
  for (const name in attributes) if (attributes[name] !== undefined) count += 1;
  if (count === used) return;
  const known = new Set(entity.attributes.map(({ name }) => name));
  const unknown = Object.keys(attributes).filter((name) => !known.has(name));
  throw new IfcFault(`${entity.name} has no attribute \`${unknown.join('`, `')}\``);
}
