/** @module file-subject: an instance of a file as an object that IDS can check. */
import { checkpoint } from '../../../base/work/checkpoint.ts';
import type {
  IdsClassification,
  IdsEntity,
  IdsLabel,
  IdsProperty,
  IdsSet,
  IdsSubject,
  IdsValue,
} from '../ids-model.ts';
import type { Relation } from '../ids.ts';
import type { FileIndex } from './file-index.ts';
import { classificationOf, materialNames } from './file-materials.ts';

/** Number of sets of one object from which reading them can be stopped. */
const MANY_SETS = 100;

/** An object by its row. */
class FileEntity implements IdsEntity {
  readonly entity: string;
  readonly alias: string | null;
  protected readonly row: number;
  protected readonly index: FileIndex;
  #type: number | null | undefined;

  constructor(row: number, index: FileIndex) {
    this.row = row;
    this.index = index;
    this.entity = index.entityOf(row);
    this.alias = index.aliasOf(row);
  }

  /** Row of the type object; null without one. */
  protected get type(): number | null {
    if (this.#type === undefined) this.#type = this.index.typeOf(this.row);
    return this.#type;
  }

  predefinedTypes(): readonly string[] {
    const { type } = this;
    const ofType = type === null ? [] : this.#stated(type);
    return ofType.length === 0 || ofType[0] === 'NOTDEFINED' ? this.#stated(this.row) : ofType;
  }

  /** The predefined type that a row states, and for USERDEFINED the text that names it. */
  #stated(row: number): readonly string[] {
    const { model } = this.index;
    const value = model.enumName(row, 'PredefinedType');
    if (value === null) return [];
    if (value !== 'USERDEFINED') return [value];
    for (const attribute of USER_DEFINED) {
      const text = model.text(row, attribute);
      if (text !== null && text !== '') return [value, text];
    }
    return [value];
  }
}

/** Attributes with a type that the user defines: of types, of types of processes and resources, of occurrences. */
const USER_DEFINED = ['ElementType', 'ProcessType', 'ResourceType', 'ObjectType'] as const;

/** An instance that is checked. */
export class FileSubject extends FileEntity implements IdsSubject {
  #sets: readonly IdsSet[] | null = null;

  label(): IdsLabel {
    return this.index.label(this.row);
  }

  attributeNames(): readonly string[] {
    const attributes = this.index.model.entityOf(this.row)?.attributes ?? [];
    return attributes.flatMap(({ name, derived }) => (derived ? [] : [name]));
  }

  attribute(name: string): IdsValue | null {
    const { model, values } = this.index;
    const attribute = model.attribute(this.row, name);
    if (attribute === null) return null;
    return values.plain(model.value(this.row, name), attribute.type);
  }

  sets(): readonly IdsSet[] {
    this.#sets ??= this.#merged();
    return this.#sets;
  }

  #merged(): readonly IdsSet[] {
    const { model } = this.index;
    const own = this.#ownSets();
    const { type } = this;
    const shared =
      type === null ? [] : model.refs(type, 'HasPropertySets').map((row) => this.index.set(row));
    // A type with very many sets makes each of its objects slow.
    if (own.length + shared.length > MANY_SETS) checkpoint();
    const names = new Set([...own, ...shared].map(({ name }) => name));
    if (names.size === own.length + shared.length) return [...own, ...shared];
    return [...names].map((name) =>
      merged(
        name,
        own.filter((set) => set.name === name),
        shared.filter((set) => set.name === name),
      ),
    );
  }

  #ownSets(): readonly IdsSet[] {
    const { model } = this.index;
    const related = this.index.related(this.row, 'sets');
    const rows = model.has(this.row, 'HasPropertySets')
      ? [...related, ...model.refs(this.row, 'HasPropertySets')]
      : related;
    const all =
      rows.length === 0 && !model.isA(this.row, 'IfcRoot')
        ? RESOURCES.flatMap(([entity, attribute]) => model.referrers(this.row, entity, attribute))
        : rows;
    return all.map((row) => this.index.set(row));
  }

  classifications(): readonly IdsClassification[] {
    const { model } = this.index;
    const of = (row: number): readonly IdsClassification[] =>
      this.index.related(row, 'classifications').map((one) => classificationOf(one, model));
    const own = model.isA(this.row, 'IfcRoot') ? of(this.row) : this.#resourceClassifications();
    const { type } = this;
    if (type === null) return own;
    const systems = new Set(own.map(({ system }) => system));
    return [...own, ...of(type).filter(({ system }) => !systems.has(system))];
  }

  #resourceClassifications(): readonly IdsClassification[] {
    const { model } = this.index;
    return REFERENCES.flatMap(([entity, object, reference]) =>
      model
        .referrers(this.row, entity, object)
        .flatMap((row) => model.refs(row, reference))
        .filter((row) => CLASSIFYING.some((one) => model.isA(row, one)))
        .map((row) => classificationOf(row, model)),
    );
  }

  materials(): readonly string[] | null {
    const { model } = this.index;
    const own = this.index.related(this.row, 'materials');
    const { type } = this;
    const rows = own.length > 0 || type === null ? own : this.index.related(type, 'materials');
    return rows.length === 0 ? null : rows.flatMap((row) => materialNames(row, model));
  }

  wholes(relation: Relation | null): readonly IdsEntity[] {
    return this.index.wholesOf(this.row, relation).map((row) => new FileEntity(row, this.index));
  }
}

/** Relationships that give properties to resources, with the attribute that names the resource. */
const RESOURCES = [
  ['IfcMaterialProperties', 'Material'],
  ['IfcProfileProperties', 'ProfileDefinition'],
] as const;
/** Relationships that give references to resources: entity, resources, references. */
const REFERENCES = [
  ['IfcExternalReferenceRelationship', 'RelatedResourceObjects', 'RelatingReference'],
  ['IfcMaterialClassificationRelationship', 'ClassifiedMaterial', 'MaterialClassifications'],
] as const;
const CLASSIFYING = [
  'IfcClassificationReference',
  'IfcClassification',
  'IfcClassificationNotation',
] as const;

/** One set of all with the same name: properties of the type only if no own one has the name. */
function merged(name: string, own: readonly IdsSet[], shared: readonly IdsSet[]): IdsSet {
  let properties: readonly IdsProperty[] | null = null;
  return {
    name,
    properties: () => {
      if (properties !== null) return properties;
      const stated = own.flatMap((set) => set.properties());
      const names = new Set(stated.map((one) => one.name));
      const inherited = shared.flatMap((set) => set.properties());
      properties = [...stated, ...inherited.filter((one) => !names.has(one.name))];
      return properties;
    },
  };
}
