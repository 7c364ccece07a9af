/** @module ifc-facts: what an opened file states about its products. */
import type { PropertyValue } from '../../../building/kinds/shared/properties.ts';
import type { FileFacts, FileProperty, FileSet } from '../../../building/model/file-source.ts';
import type { IfcModel } from '../read/ifc-model.ts';
import { classificationOf, materialsOf, namedOf } from './associations.ts';
import { Relations } from './relations.ts';
import { Units } from './units.ts';
import { modelValueOf, propertiesIn, type ReadProperty } from './values.ts';

/** Limits of one answer: sets, and properties in all of them. */
export const FACTS_LIMITS = { sets: 200, properties: 2000, others: 100 } as const;
/** Number of property names whose values are kept. */
const MAX_COLUMNS = 16;
/** Attributes of every set, which are no properties. */
const ROOT = new Set(['GlobalId', 'OwnerHistory', 'Name', 'Description']);

/** Values of one property: of the sets that a relationship gives, and of the sets of a type. */
type Column = Map<number, PropertyValue | null>;

/**
 * The facts of one file. A property of many products takes time in the size of the file and in the number of products:
 * for each name of a property, each set is read at most once.
 */
export class IfcFacts {
  readonly #model: IfcModel;
  readonly #relations: Relations;
  readonly #units: Units;
  readonly #columns = new Map<string, Column>();

  constructor(model: IfcModel) {
    this.#model = model;
    this.#relations = new Relations(model);
    this.#units = new Units(model);
  }

  /** What the file states about the product of a record; null if it has none with this number. */
  of(record: number): FileFacts | null {
    const row = this.#rowOf(record);
    if (row === null) return null;
    const model = this.#model;
    const { others } = FACTS_LIMITS;
    const type = this.#typeOf(row);
    const { sets, left_out } = this.#setsOf(row, type);
    const associated = (relation: 'materials' | 'classifications'): readonly number[] => {
      const own = this.#relations.of(row, relation, others);
      return own.length > 0 || type === null ? own : this.#relations.of(type, relation, others);
    };
    return {
      entity: model.typeOf(row),
      description: textOf(model, row, 'Description'),
      object_type: textOf(model, row, 'ObjectType'),
      type: type === null ? null : namedOf(type, model),
      sets,
      materials: associated('materials').map((one) => materialsOf(one, model, this.#units)),
      classifications: associated('classifications').map((one) => classificationOf(one, model)),
      groups: this.#relations.of(row, 'groups', others).map((one) => namedOf(one, model)),
      left_out,
    };
  }

  /** A property `SET.NAME` of the product of a record or of its type, in units of the model; null without one. */
  property(record: number, name: string): PropertyValue | null {
    const row = this.#rowOf(record);
    if (row === null) return null;
    const column = this.#columns.get(name) ?? new Map<number, PropertyValue | null>();
    if (!this.#columns.has(name)) {
      const [oldest] = this.#columns.keys();
      if (this.#columns.size >= MAX_COLUMNS && oldest !== undefined) this.#columns.delete(oldest);
      this.#columns.set(name, column);
    }
    for (const relationship of this.#relations.to(row, 'sets')) {
      const value = this.#valueIn(column, relationship, name, () =>
        this.#relations.given(relationship),
      );
      if (value !== null) return value;
    }
    const type = this.#typeOf(row);
    if (type === null) return null;
    return this.#valueIn(column, type, name, () => this.#model.refs(type, 'HasPropertySets'));
  }

  #valueIn(
    column: Column,
    key: number,
    name: string,
    definitions: () => readonly number[],
  ): PropertyValue | null {
    const known = column.get(key);
    if (known !== undefined) return known;
    const found = this.#firstOf(definitions(), name);
    column.set(key, found);
    return found;
  }

  /** The value of the first property of this name that has one. */
  #firstOf(definitions: readonly number[], name: string): PropertyValue | null {
    for (const definition of definitions) {
      const set = this.#model.text(definition, 'Name');
      if (set === null || !name.startsWith(`${set}.`)) continue;
      const wanted = name.slice(set.length + 1);
      for (const property of this.#propertiesOf(definition)) {
        const value = property.name === wanted ? modelValueOf(property) : null;
        if (value !== null) return value;
      }
    }
    return null;
  }

  #rowOf(record: number): number | null {
    const { file } = this.#model;
    // A manifest numbers products without a number of their own from the largest exact number down.
    const fromEnd = Number.MAX_SAFE_INTEGER - record;
    const row = fromEnd < file.count ? fromEnd : file.rowOf(record);
    return row >= 0 && this.#model.isA(row, 'IfcProduct') ? row : null;
  }

  #typeOf(row: number): number | null {
    return this.#relations.of(row, 'type', 1)[0] ?? null;
  }

  #setsOf(row: number, type: number | null): Pick<FileFacts, 'sets' | 'left_out'> {
    const model = this.#model;
    const own = this.#relations.of(row, 'sets', FACTS_LIMITS.sets + 1);
    const shared = type === null ? [] : model.refs(type, 'HasPropertySets');
    const all = [
      ...own.map((definition) => ({ definition, of: 'element' as const })),
      ...shared.map((definition) => ({ definition, of: 'type' as const })),
    ];
    const stated = new Set<string>();
    const sets: FileSet[] = [];
    let room: number = FACTS_LIMITS.properties;
    let isWhole = all.length <= FACTS_LIMITS.sets;
    for (const { definition, of } of all.slice(0, FACTS_LIMITS.sets)) {
      const set = model.text(definition, 'Name') ?? '';
      const properties: FileProperty[] = [];
      for (const { unit, ...property } of this.#propertiesOf(definition)) {
        if (room === 0) {
          isWhole = false;
          break;
        }
        const key = JSON.stringify([set, property.name]);
        if (of === 'type' && stated.has(key)) continue;
        stated.add(key);
        properties.push({ ...property, unit: unit?.label ?? null });
        room -= 1;
      }
      if (properties.length === 0) continue;
      sets.push({ set, entity: model.typeOf(definition), of, properties });
    }
    const left_out = isWhole
      ? null
      : `the file has more sets or properties; expected at most ${FACTS_LIMITS.sets} sets and ${FACTS_LIMITS.properties} properties, of which the first are here`;
    return { sets, left_out };
  }

  /** The properties of a set or quantity set. */
  *#propertiesOf(definition: number): Generator<ReadProperty> {
    const model = this.#model;
    const by = { model, units: this.#units };
    const list = ['HasProperties', 'Quantities'].find((name) => model.has(definition, name));
    if (list !== undefined) {
      for (const row of model.refs(definition, list)) yield* propertiesIn(row, by);
      return;
    }
    // Sets whose properties are attributes, such as IfcDoorLiningProperties.
    for (const { name, type } of model.entityOf(definition)?.attributes ?? []) {
      if (ROOT.has(name) || !model.isGiven(definition, name)) continue;
      const value = model.enumName(definition, name) ?? model.text(definition, name);
      const number = model.number(definition, name);
      const typeName = 'name' in type ? type.name : null;
      const unit = typeName === null ? null : this.#units.ofType(typeName);
      if (value !== null || number !== null) {
        yield { name, value: number ?? value, type: typeName, unit };
      }
    }
  }
}

function textOf(model: IfcModel, row: number, attribute: string): string | null {
  return model.text(row, attribute)?.slice(0, 2000).toWellFormed() ?? null;
}
