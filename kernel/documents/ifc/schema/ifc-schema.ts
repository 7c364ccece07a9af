/** @module ifc schema: the entities, types and standard sets of the IFC schemas, read from generated tables. */
import { readFileSync } from 'node:fs';

import * as z from 'zod';

import type { StandardSets } from './ifc-sets.ts';
import { readSets } from './ifc-sets.ts';
import type { IfcType } from './ifc-type.ts';
import { readType } from './ifc-type.ts';

/** The schemas: IFC2x3 TC1, IFC4 ADD2 TC1 and IFC4.3 ADD2. */
export const IFC_SCHEMAS = ['IFC2X3', 'IFC4', 'IFC4X3'] as const;
export type IfcSchemaName = (typeof IFC_SCHEMAS)[number];

/** Identifier of each schema in FILE_SCHEMA. */
const FILE_SCHEMA = {
  IFC2X3: 'IFC2X3',
  IFC4: 'IFC4',
  IFC4X3: 'IFC4X3_ADD2',
} as const satisfies Record<IfcSchemaName, string>;

/** One explicit attribute of an entity. */
export type IfcAttribute = {
  readonly name: string;
  readonly type: IfcType;
  readonly optional: boolean;
  /** Whether a subtype derives the attribute; a file then contains `*` in its place. */
  readonly derived: boolean;
};

/** An inverse attribute such as `IsDefinedBy`: the entities that refer to this one in an attribute. */
export type IfcInverse = {
  readonly name: string;
  readonly entity: string;
  readonly attribute: string;
};

/** One entity of a schema. */
export type IfcEntity = {
  /** Spelled as in the schema: `IfcWall`. */
  readonly name: string;
  /** Spelled as in files: `IFCWALL`. */
  readonly keyword: string;
  readonly supertype: IfcEntity | null;
  readonly abstract: boolean;
  /** Inherited attributes first, in the order of arguments in a file. */
  readonly attributes: readonly IfcAttribute[];
  /** Inherited inverse attributes first. */
  readonly inverses: readonly IfcInverse[];
};

const Names = z.record(z.string(), z.string());
const Tables = z.object({
  about: z.string(),
  types: Names,
  enums: Names,
  selects: Names,
  entities: z.record(z.string(), z.array(z.union([z.string(), z.number()]))),
});
type Tables = z.output<typeof Tables>;

/** One schema. Names are matched case-insensitively and returned as spelled in the schema. */
export class IfcSchema {
  readonly name: IfcSchemaName;
  /** Identifier in FILE_SCHEMA. */
  readonly identifier: string;
  readonly #tables: Tables;
  /** Name as spelled in the schema, by keyword. */
  readonly #names = new Map<string, string>();
  readonly #entities = new Map<string, IfcEntity>();
  readonly #types = new Map<string, IfcType>();
  readonly #members = new Map<string, ReadonlySet<string>>();
  #sets: StandardSets | null = null;

  constructor(name: IfcSchemaName) {
    this.name = name;
    this.identifier = FILE_SCHEMA[name];
    this.#tables = Tables.parse(JSON.parse(tableText(`${name.toLowerCase()}.json`)));
    const { entities, types, enums, selects } = this.#tables;
    for (const one of [entities, types, enums, selects].flatMap((table) => Object.keys(table))) {
      this.#names.set(one, one).set(one.toUpperCase(), one);
    }
  }

  /** Names of all entities, including abstract ones. */
  entityNames(): readonly string[] {
    return Object.keys(this.#tables.entities);
  }

  /** The entity of this name; undefined if the schema has none. */
  entity(name: string): IfcEntity | undefined {
    const known = this.#entities.get(name);
    if (known !== undefined) return known;
    const canonical = this.#canonical(name);
    const row = canonical === undefined ? undefined : this.#tables.entities[canonical];
    if (canonical === undefined || row === undefined) return undefined;
    const made = this.#entities.get(canonical) ?? this.#makeEntity(canonical, row);
    this.#entities.set(canonical, made).set(made.keyword, made);
    return made;
  }

  /** Whether an entity is `supertype` or a subtype of it; false if either name is not an entity. */
  isA(name: string, supertype: string): boolean {
    const ancestor = this.entity(supertype);
    if (ancestor === undefined) return false;
    let at: IfcEntity | null = this.entity(name) ?? null;
    while (at !== null && at !== ancestor) at = at.supertype;
    return at === ancestor;
  }

  /** Own and inherited attributes in the order of a file; empty for an unknown entity. */
  attributes(name: string): readonly IfcAttribute[] {
    return this.entity(name)?.attributes ?? [];
  }

  /** The type of this name: defined type, enumeration, select or entity; undefined if the schema has none. */
  type(name: string): IfcType | undefined {
    const known = this.#types.get(name);
    if (known !== undefined) return known;
    const canonical = this.#canonical(name);
    if (canonical === undefined) return undefined;
    const made = this.#types.get(canonical) ?? this.#makeType(canonical);
    this.#types.set(canonical, made).set(canonical.toUpperCase(), made);
    return made;
  }

  /** Values of an enumeration in the order of the schema; empty if the name is not an enumeration. */
  enumValues(name: string): ReadonlySet<string> {
    const type = this.type(name);
    return type?.kind === 'enumeration' ? type.values : new Set();
  }

  /**
   * Names of the entities and types in a select, including those of nested selects; empty if the name is not a select.
   */
  selectMembers(name: string): ReadonlySet<string> {
    const canonical = this.#canonical(name) ?? name;
    const known = this.#members.get(canonical);
    if (known !== undefined) return known;
    const members = new Set<string>();
    for (const one of this.#tables.selects[canonical]?.split(' ') ?? []) {
      if (this.#tables.selects[one] === undefined) members.add(one);
      else for (const inner of this.selectMembers(one)) members.add(inner);
    }
    this.#members.set(canonical, members);
    return members;
  }

  /** Whether a select accepts an entity or a typed value of this name. */
  inSelect(name: string, select: string): boolean {
    const members = this.selectMembers(select);
    let entity = this.entity(name) ?? null;
    if (entity === null) return members.has(this.#canonical(name) ?? name);
    while (entity !== null && !members.has(entity.name)) entity = entity.supertype;
    return entity !== null;
  }

  /** The standard property sets by name. */
  psets(): StandardSets['psets'] {
    return this.#standardSets().psets;
  }

  /** The standard quantity sets by name; the public table has none for IFC2X3. */
  qtos(): StandardSets['qtos'] {
    return this.#standardSets().qtos;
  }

  #standardSets(): StandardSets {
    this.#sets ??= readSets(tableText(`${this.name.toLowerCase()}-sets.json`));
    return this.#sets;
  }

  #canonical(name: string): string | undefined {
    return this.#names.get(name) ?? this.#names.get(name.toUpperCase());
  }

  #makeEntity(name: string, row: readonly (string | number)[]): IfcEntity {
    const [above = '', abstract = 0, own = '', derived = '', inverses = ''] = row;
    const supertype = above === '' ? null : (this.entity(String(above)) ?? null);
    const starred = new Set(String(derived).split('|'));
    const inherited = (supertype?.attributes ?? []).map((one) => {
      const { type, optional } = one;
      return starred.has(one.name) ? { name: one.name, type, optional, derived: true } : one;
    });
    const attributes = listed(own).map((text) => this.#attribute(text));
    return {
      name,
      keyword: name.toUpperCase(),
      supertype,
      abstract: abstract === 1,
      attributes: [...inherited, ...attributes],
      inverses: [...(supertype?.inverses ?? []), ...listed(inverses).map(inverseOf)],
    };
  }

  #attribute(text: string): IfcAttribute {
    const [, name = '', mark = '', type = ''] = /^(\w+)(\??):(.*)$/u.exec(text) ?? [];
    return { name, type: this.#read(type), optional: mark === '?', derived: false };
  }

  #read(text: string): IfcType {
    return readType(text, (name) => {
      const type = this.type(name);
      if (type === undefined) throw new RangeError(`${this.name} has no type \`${name}\``);
      return type;
    });
  }

  #makeType(name: string): IfcType {
    const { types, enums, selects } = this.#tables;
    const [defined, values] = [types[name], enums[name]];
    if (defined !== undefined) return { kind: 'defined', name, of: this.#read(defined) };
    if (values !== undefined) {
      return { kind: 'enumeration', name, values: new Set(values.split(' ')) };
    }
    return selects[name] === undefined ? { kind: 'entity', name } : { kind: 'select', name };
  }
}

function listed(text: string | number): readonly string[] {
  return text === '' ? [] : String(text).split('|');
}

function inverseOf(text: string): IfcInverse {
  const [, name = '', entity = '', attribute = ''] = /^(\w+)=(\w+)\.(\w+)$/u.exec(text) ?? [];
  return { name, entity, attribute };
}

function tableText(file: string): string {
  return readFileSync(new URL(`./tables/${file}`, import.meta.url), 'utf8');
}

const loaded = new Map<IfcSchemaName, IfcSchema>();

/** A schema, loaded on first use. */
export function schemaOf(name: IfcSchemaName): IfcSchema {
  const known = loaded.get(name) ?? new IfcSchema(name);
  loaded.set(name, known);
  return known;
}
