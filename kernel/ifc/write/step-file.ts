/** @module step file: the entities of an IFC file, each checked against the schema before it is written. */
import { Buffer } from 'node:buffer';

import type { IfcEntity, IfcSchema } from '../schema/ifc-schema.ts';
import type { Encoder } from './encode.ts';
import { Encoders } from './encode.ts';
import { IfcFault } from './ifc-fault.ts';
import type { Ref, StepValue } from './step-value.ts';

/** Attributes by name. Optional ones that are left out are `$`; a name that the entity does not have is a fault. */
export type Attributes = { readonly [name: string]: StepValue | undefined };

/** How one attribute is written; null for one that a subtype derives. */
type Slot = { readonly name: string; readonly optional: boolean; readonly encode: Encoder | null };

type Plan = { readonly entity: IfcEntity; readonly slots: readonly Slot[] };

/** Numbers that were given: one byte each, since there may be millions. */
class NumberSet {
  #bytes = new Uint8Array(1 << 16);

  has(number: number): boolean {
    return this.#bytes[number] === 1;
  }

  add(number: number): void {
    if (number >= this.#bytes.length) {
      const larger = new Uint8Array(2 * number);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[number] = 1;
  }

  delete(number: number): void {
    this.#bytes[number] = 0;
  }
}

const GUID = /^[0-3][0-9A-Za-z_$]{21}$/u;
const CHUNK = 1 << 20;

/**
 * Writes entities one by one. What is written between `begin` and `commit` can be taken back with `abort`. Numbers are
 * given in order from `numberFrom`; nothing checks that two stretches of numbers keep apart but the writing itself, which
 * refuses a number twice.
 */
export class StepFile {
  readonly schema: IfcSchema;
  readonly counts = new Map<string, number>();
  readonly #plans = new Map<string, Plan>();
  readonly #encoders: Encoders;
  readonly #written = new NumberSet();
  readonly #guids = new Set<string>();
  readonly #owed = new Map<number, string>();
  readonly #chunks: Uint8Array[] = [];
  #text = '';
  #next = 1;
  #pending: {
    from: number;
    text: string;
    numbers: number[];
    guids: string[];
    owed: number[];
    entities: string[];
  } | null = null;

  constructor(schema: IfcSchema) {
    this.schema = schema;
    this.#encoders = new Encoders(schema);
  }

  /** The number that the next entity gets. */
  get next(): number {
    return this.#next;
  }

  /** Goes on at a number. */
  numberFrom(number: number): void {
    this.#next = number;
  }

  /** A number for an entity that is perhaps written later. */
  spare(entity: string): Ref {
    const number = this.#next;
    this.#next += 1;
    return { number, entity };
  }

  /** An entity that is written later. */
  reserve(entity: string): Ref {
    const number = this.#next;
    this.#next += 1;
    this.#owed.set(number, entity);
    this.#pending?.owed.push(number);
    return { number, entity };
  }

  /** Writes an entity under the next number. Throws `IfcFault` for what the schema does not allow. */
  add(entity: string, attributes: Attributes): Ref {
    const ref = { number: this.#next, entity };
    this.write(ref, attributes);
    this.#next += 1;
    return ref;
  }

  /** Writes an entity under its number. Throws `IfcFault` for what the schema does not allow. */
  write({ number, entity: name }: Ref, attributes: Attributes): void {
    const plan = this.#planOf(name);
    const line = `#${number}=${plan.entity.keyword}(${this.#arguments(plan, attributes)});\n`;
    if (this.#written.has(number)) throw new IfcFault(`#${number} is written twice`);
    const guid = attributes['GlobalId'];
    if (typeof guid === 'string') this.#takeGuid(guid);
    this.#written.add(number);
    this.#owed.delete(number);
    if (this.#pending === null) {
      this.#append(line);
      this.#count(name);
      return;
    }
    this.#pending.text += line;
    this.#pending.numbers.push(number);
    this.#pending.entities.push(name);
    if (typeof guid === 'string') this.#pending.guids.push(guid);
  }

  /** From here on everything can be taken back. */
  begin(): void {
    this.#pending = {
      from: this.#next,
      text: '',
      numbers: [],
      guids: [],
      owed: [],
      entities: [],
    };
  }

  /** Keeps what was written since `begin`. */
  commit(): void {
    const pending = this.#pending;
    this.#pending = null;
    if (pending === null) return;
    this.#append(pending.text);
    for (const entity of pending.entities) this.#count(entity);
  }

  /** Takes back what was written and reserved since `begin`. */
  abort(): void {
    const pending = this.#pending;
    this.#pending = null;
    if (pending === null) return;
    for (const number of pending.numbers) this.#written.delete(number);
    for (const guid of pending.guids) this.#guids.delete(guid);
    for (const number of pending.owed) this.#owed.delete(number);
    this.#next = pending.from;
  }

  /** All lines as bytes. Throws `IfcFault` where an entity was reserved and never written. */
  finish(): readonly Uint8Array[] {
    const [owed] = this.#owed;
    if (owed !== undefined) throw new IfcFault(`#${owed[0]} of ${owed[1]} was never written`);
    this.#flush();
    return this.#chunks;
  }

  #append(text: string): void {
    this.#text += text;
    if (this.#text.length > CHUNK) this.#flush();
  }

  /** Everything is ASCII by now. */
  #flush(): void {
    if (this.#text !== '') this.#chunks.push(Buffer.from(this.#text, 'latin1'));
    this.#text = '';
  }

  #count(entity: string): void {
    this.counts.set(entity, (this.counts.get(entity) ?? 0) + 1);
  }

  #arguments({ entity, slots }: Plan, attributes: Attributes): string {
    let [text, used] = ['', 0];
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i];
      if (slot === undefined) continue;
      const value = attributes[slot.name];
      if (value !== undefined) used += 1;
      const one = written(entity, slot, value ?? null);
      text += i === 0 ? one : `,${one}`;
    }
    requireKnown(entity, attributes, used);
    return text;
  }

  #planOf(name: string): Plan {
    const known = this.#plans.get(name);
    if (known !== undefined) return known;
    const entity = this.schema.entity(name);
    if (entity === undefined) throw new IfcFault(`${this.schema.name} has no \`${name}\``);
    if (entity.abstract) throw new IfcFault(`\`${name}\` is abstract`);
    const slots = entity.attributes.map(({ name: attribute, optional, derived, type }) => ({
      name: attribute,
      optional,
      encode: derived ? null : this.#encoders.of(type),
    }));
    const plan = { entity, slots };
    this.#plans.set(name, plan);
    return plan;
  }

  #takeGuid(guid: string): void {
    if (!GUID.test(guid)) throw new IfcFault(`\`${guid}\` is no GUID of IFC`);
    if (this.#guids.has(guid)) throw new IfcFault(`GUID \`${guid}\` is there twice`);
    this.#guids.add(guid);
  }
}

function written(entity: IfcEntity, { name, optional, encode }: Slot, value: StepValue): string {
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

/** Every name that was given is one of the entity. */
function requireKnown(entity: IfcEntity, attributes: Attributes, used: number): void {
  let given = 0;
  for (const name in attributes) if (attributes[name] !== undefined) given += 1;
  if (given === used) return;
  const known = new Set(entity.attributes.map(({ name }) => name));
  const unknown = Object.keys(attributes).filter((name) => !known.has(name));
  throw new IfcFault(`${entity.name} has no \`${unknown.join('`, `')}\``);
}
