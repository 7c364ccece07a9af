/** @module ifc-facts: what an opened file states about its products. */
import { systemKey } from '../../../building/kinds/shared/classification-systems.ts';
import { CLASSIFICATION, codeIn } from '../../../building/kinds/shared/classification.ts';
import type { PropertyValue } from '../../../building/kinds/shared/properties.ts';
import type {
  FileClassification,
  FileFacts,
  FileMaterials,
  FileProperty,
  FileSet,
} from '../../../building/model/file-source.ts';
import type { IfcModel } from '../read/ifc-model.ts';
import { classificationOf, materialsOf, namedOf } from './associations.ts';
import { Relations } from './relations.ts';
import { type Unit, Units } from './units.ts';
import { modelValueOf, propertiesIn, type ReadProperty } from './values.ts';

/** Limits of one answer: sets, and properties in all of them. */
export const FACTS_LIMITS = { sets: 200, properties: 2000, others: 100 } as const;
/** Number of property names whose values are kept. */
const MAX_COLUMNS = 16;
/** Number of materials and sets of materials that are kept. */
const MAX_MATERIALS = 1000;
/** Number of sets and properties that are kept. */
const MAX_KEPT = 40_000;
/** Entities whose facts can be asked. */
const OBJECTS = ['IfcProduct', 'IfcGroup', 'IfcTypeObject'] as const;
/** Beginning of the names of codes in classification systems. */
const CLASSIFIED = `${CLASSIFICATION}.`;
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
  readonly #materialsOf = new Map<number, FileMaterials>();
  readonly #sets = new Map<number, Omit<FileSet, 'of'>>();
  /** Number of the kept sets and of their properties. */
  #kept = 0;

  constructor(model: IfcModel) {
    this.#model = model;
    this.#relations = new Relations(model);
    this.#units = new Units(model);
  }

  /** What the file states about the product, group or type of a record; null if it has none with this number. */
  of(record: number): FileFacts | null {
    const row = this.#rowOf(record);
    if (row === null) return null;
    const model = this.#model;
    const type = this.#typeOf(row);
    const { sets, left_out } = this.#setsOf(row, type);
    return {
      entity: model.typeOf(row),
      description: textOf(model, row, 'Description'),
      object_type: textOf(model, row, 'ObjectType'),
      type: type === null || type === row ? null : namedOf(type, model),
      sets,
      materials: this.#materialRows(row).map((one) => this.#materials(one)),
      classifications: this.#classifications(row),
      groups: this.#groupsOf(row).map((one) => namedOf(one, model)),
      left_out,
    };
  }

  /** Entity of a product, such as `IfcWallStandardCase`. */
  entity(row: number): string {
    return this.#model.typeOf(row);
  }

  /** An attribute of a product. */
  attribute(row: number, name: string): string | null {
    return propertyText([textOf(this.#model, row, name)]);
  }

  /** Name of the type of a product. */
  typeName(row: number): string | null {
    const type = this.#typeOf(row);
    return type === null ? null : this.attribute(type, 'Name');
  }

  /** Names of the materials of a product, or of its type. */
  materialNames(row: number): string | null {
    const found = this.#materialRows(row).flatMap((one) => {
      return this.#materials(one).parts.map(({ material }) => material);
    });
    return propertyText(found);
  }

  /** Codes of a product in classifications, or their names. */
  classificationCodes(row: number): string | null {
    return propertyText(
      this.#classifications(row).map(({ system, code, name }) => code ?? name ?? system),
    );
  }

  /** Names of the groups of a product. */
  groupNames(row: number): string | null {
    return propertyText(this.#groupsOf(row).map((one) => namedOf(one, this.#model).name));
  }

  /** Rows of the materials of the product, else of its type. */
  #materialRows(row: number): readonly number[] {
    const { others } = FACTS_LIMITS;
    const own = this.#relations.of(row, 'materials', others);
    const type = this.#typeOf(row);
    return own.length > 0 || type === null ? own : this.#relations.of(type, 'materials', others);
  }

  /** The references of the product, and those of its type to other systems. */
  #classifications(row: number): readonly FileClassification[] {
    const type = this.#typeOf(row);
    const own = this.#referencesOf(row);
    const shared = type === null ? [] : this.#referencesOf(type);
    if (shared.length === 0) return own;
    const systems = new Set(own.map(({ system }) => (system === null ? '' : systemKey(system))));
    return [...own, ...shared.filter(({ system }) => !systems.has(systemKey(system ?? '')))];
  }

  #referencesOf(row: number): readonly FileClassification[] {
    const found = this.#relations.of(row, 'classifications', FACTS_LIMITS.others);
    return found.map((one) => classificationOf(one, this.#model));
  }

  #groupsOf(row: number): readonly number[] {
    return this.#relations.of(row, 'groups', FACTS_LIMITS.others);
  }

  #materials(row: number): FileMaterials {
    const known = this.#materialsOf.get(row) ?? materialsOf(row, this.#model, this.#units);
    if (this.#materialsOf.size >= MAX_MATERIALS) this.#materialsOf.clear();
    this.#materialsOf.set(row, known);
    return known;
  }

  /**
   * A property `SET.NAME` of the product of a record or of its type, in units of the model; null without one. The set
   * `Ifc` has what no set states, such as `Ifc.TypeName`.
   */
  property(record: number, name: string): PropertyValue | null {
    const row = this.#rowOf(record);
    if (row === null) return null;
    const fact = FACTS.get(name);
    if (fact !== undefined) return fact(this, row);
    if (name.startsWith(CLASSIFIED)) {
      const code = codeIn(this.#classifications(row), name.slice(CLASSIFIED.length));
      if (code !== null) return propertyText([code]);
    }
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
    const isOne = row >= 0 && OBJECTS.some((entity) => this.#model.isA(row, entity));
    return isOne ? row : null;
  }

  /** The type of a product; a type itself, which states the sets and references of its products. */
  #typeOf(row: number): number | null {
    if (this.#model.isA(row, 'IfcTypeObject')) return row;
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
    const earlier = new Map<string, FileSet[]>();
    const sets: FileSet[] = [];
    let room: number = FACTS_LIMITS.properties;
    let isWhole = all.length <= FACTS_LIMITS.sets;
    for (const { definition, of } of all.slice(0, FACTS_LIMITS.sets)) {
      const known = this.#setOf(definition);
      const before = earlier.get(known.set) ?? [];
      const stated = of === 'type' ? withoutNamesOf(before, known.properties) : known.properties;
      const properties = stated.length > room ? stated.slice(0, room) : stated;
      isWhole &&= properties.length === stated.length;
      room -= properties.length;
      if (properties.length === 0) continue;
      const guid = properties === known.properties ? known.guid : null;
      const one = { set: known.set, guid, entity: known.entity, of, properties };
      earlier.set(known.set, [...before, one]);
      sets.push(one);
    }
    const left_out = isWhole
      ? null
      : `the file has more sets or properties; expected at most ${FACTS_LIMITS.sets} sets and ${FACTS_LIMITS.properties} properties, of which the first are here`;
    return { sets, left_out };
  }

  /**
   * A set with its properties, at most one more than an answer has. Products that share a set share the same value, so that
   * many of them take the time of one.
   */
  #setOf(definition: number): Omit<FileSet, 'of'> {
    const known = this.#sets.get(definition);
    if (known !== undefined) return known;
    const model = this.#model;
    const properties: FileProperty[] = [];
    for (const { unit, ...property } of this.#propertiesOf(definition)) {
      properties.push({ ...property, unit: unit?.label ?? null, scale: scaleOf(unit) });
      if (properties.length > FACTS_LIMITS.properties) break;
    }
    const made = {
      set: model.text(definition, 'Name') ?? '',
      guid: model.text(definition, 'GlobalId'),
      entity: model.typeOf(definition),
      properties,
    };
    this.#kept += properties.length + 1;
    if (this.#kept > MAX_KEPT) {
      this.#sets.clear();
      this.#kept = properties.length + 1;
    }
    this.#sets.set(definition, made);
    return made;
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
        yield { name, form: null, value: number ?? value, type: typeName, unit };
      }
    }
  }
}

/** The properties that no earlier set states; the same list if that is all of them. */
function withoutNamesOf(
  sets: readonly FileSet[],
  all: readonly FileProperty[],
): readonly FileProperty[] {
  if (sets.length === 0) return all;
  const names = new Set(sets.flatMap(({ properties }) => properties.map(({ name }) => name)));
  return all.some(({ name }) => names.has(name)) ? all.filter(({ name }) => !names.has(name)) : all;
}

function scaleOf(unit: Unit | null): FileProperty['scale'] {
  return unit === null ? null : { kind: unit.kind, factor: unit.factor, offset: unit.offset };
}

/** Facts that no set states, by the names under which they are properties. */
const FACTS: ReadonlyMap<string, (facts: IfcFacts, row: number) => string | null> = new Map(
  Object.entries({
    'Ifc.Entity': (facts: IfcFacts, row: number) => facts.entity(row),
    'Ifc.Description': (facts: IfcFacts, row: number) => facts.attribute(row, 'Description'),
    'Ifc.ObjectType': (facts: IfcFacts, row: number) => facts.attribute(row, 'ObjectType'),
    'Ifc.Tag': (facts: IfcFacts, row: number) => facts.attribute(row, 'Tag'),
    'Ifc.TypeName': (facts: IfcFacts, row: number) => facts.typeName(row),
    'Ifc.Material': (facts: IfcFacts, row: number) => facts.materialNames(row),
    'Ifc.Classification': (facts: IfcFacts, row: number) => facts.classificationCodes(row),
    'Ifc.Group': (facts: IfcFacts, row: number) => facts.groupNames(row),
  }),
);

/** Maximum length of the text of a property of the model, characters. */
const MAX_TEXT = 500;

/** Different texts as one; null without one that is not empty. */
function propertyText(texts: readonly (string | null)[]): string | null {
  const stated = new Set(texts.filter((text) => text !== null && text !== ''));
  return stated.size === 0 ? null : [...stated].join(', ').slice(0, MAX_TEXT).toWellFormed();
}

function textOf(model: IfcModel, row: number, attribute: string): string | null {
  return model.text(row, attribute)?.slice(0, 2000).toWellFormed() ?? null;
}
