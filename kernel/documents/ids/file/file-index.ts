/** @module file-index: what the subjects of one file share: relations, values, sets that were read. */
import { type FileRelation, Relations } from '../../ifc/facts/relations.ts';
import { Units } from '../../ifc/facts/units.ts';
import type { InstanceLabel, InstanceModel } from '../../ifc/read/ifc-model.ts';
import type { IdsLabel, IdsProperty, IdsSet } from '../ids-model.ts';
import type { Relation } from '../ids.ts';
import { ALIAS_OF } from './aliases.ts';
import { FileProperties } from './file-properties.ts';
import { FileValues } from './file-values.ts';

/** Most rows that one object gets by one relation. */
const MAX_RELATED = 10_000;
/** Number of sets and properties that are kept. */
const MAX_KEPT = 40_000;
/** Most wholes of one object. */
const MAX_WHOLES = 1000;

/** How findings name an instance, from its label in the file. */
export type LabelOf = (row: number, label: InstanceLabel) => IdsLabel;

function ofFile(_row: number, { guid, name, entity }: InstanceLabel): IdsLabel {
  return { element_id: null, guid, name, record: entity };
}

/** Shared reading of one file; everything is read when it is asked. */
export class FileIndex {
  readonly model: InstanceModel;
  readonly values: FileValues;
  readonly #labelOf: LabelOf;
  readonly #relations: Relations;
  readonly #properties: FileProperties;
  readonly #sets = new Map<number, IdsSet>();
  readonly #wholes = new Map<string, readonly number[]>();
  #kept = 0;

  constructor(model: InstanceModel, labelOf: LabelOf = ofFile) {
    this.model = model;
    this.#labelOf = labelOf;
    this.#relations = new Relations(model);
    this.values = new FileValues(model, new Units(model));
    this.#properties = new FileProperties(model, this.values);
  }

  /** How findings name a row. */
  label(row: number): IdsLabel {
    return this.#labelOf(row, this.model.label(row));
  }

  /** Rows that an object gets by a relation, in the order of the file. */
  related(row: number, relation: FileRelation): readonly number[] {
    return this.#relations.of(row, relation, MAX_RELATED);
  }

  /** Row of the type of an object; null without one. */
  typeOf(row: number): number | null {
    return this.#relations.of(row, 'type', 1)[0] ?? null;
  }

  /** Upper case name of the entity of a row. */
  entityOf(row: number): string {
    return this.model.entityOf(row)?.keyword ?? this.model.file.typeName(row).toUpperCase();
  }

  /** The entity that an occurrence of IFC2X3 stands for by its type; null for all others. */
  aliasOf(row: number): string | null {
    if (this.model.schema.name !== 'IFC2X3') return null;
    const type = this.typeOf(row);
    if (type === null) return null;
    return ALIAS_OF.get(`${this.entityOf(row)} ${this.entityOf(type)}`) ?? null;
  }

  /** A set of properties, read at most once while it is kept. */
  set(definition: number): IdsSet {
    const known = this.#sets.get(definition);
    if (known !== undefined) return known;
    const made = new FileSet(definition, this.model, this.#properties);
    this.#kept += 8;
    if (this.#kept > MAX_KEPT) {
      this.#sets.clear();
      this.#kept = 0;
    }
    this.#sets.set(definition, made);
    return made;
  }

  /** Rows of the objects of which an object is part, nearest first. A relation that leads in a circle ends there. */
  wholesOf(row: number, relation: Relation | null): readonly number[] {
    const found = new Set<number>();
    const open = [...this.#directWholes(row, relation, true)];
    for (let at = 0; at < open.length && found.size < MAX_WHOLES; at += 1) {
      const one = open[at];
      if (one === undefined || one === row || found.has(one)) continue;
      found.add(one);
      open.push(...this.#directWholes(one, relation, false));
    }
    return [...found];
  }

  #directWholes(row: number, relation: Relation | null, isFirst: boolean): readonly number[] {
    const key = `${relation ?? ''} ${isFirst ? 1 : 0} ${row}`;
    if (isFirst) return this.#wholesBy(row, relation, isFirst);
    const known = this.#wholes.get(key) ?? this.#wholesBy(row, relation, isFirst);
    if (this.#wholes.size >= MAX_KEPT) this.#wholes.clear();
    this.#wholes.set(key, known);
    return known;
  }

  #wholesBy(row: number, relation: Relation | null, isFirst: boolean): readonly number[] {
    switch (relation) {
      case 'IFCRELAGGREGATES':
        return this.related(row, 'wholes');
      case 'IFCRELNESTS':
        return this.related(row, 'nests');
      case 'IFCRELASSIGNSTOGROUP':
        return this.related(row, 'groups');
      case 'IFCRELCONTAINEDINSPATIALSTRUCTURE':
        return isFirst ? this.#containersOf(row) : this.#containersAbove(row);
      case 'IFCRELVOIDSELEMENT IFCRELFILLSELEMENT':
        return [...this.related(row, 'filled'), ...this.related(row, 'voided')];
      case null:
        return ANY.flatMap((one) => this.related(row, one));
      default:
        return relation satisfies never;
    }
  }

  /** The container of an element, or of the assembly of which it is an aggregated part. */
  #containersOf(start: number): readonly number[] {
    let row: number | undefined = start;
    const seen = new Set<number>();
    while (row !== undefined && !seen.has(row)) {
      if (this.model.isA(row, SPATIAL_4) || this.model.isA(row, SPATIAL_2)) return [];
      const direct = this.related(row, 'containers');
      if (direct.length > 0) return direct;
      seen.add(row);
      row = this.related(row, 'wholes')[0];
    }
    return [];
  }

  /** The spatial elements of which a container is part. */
  #containersAbove(row: number): readonly number[] {
    return this.related(row, 'wholes').filter(
      (one) => this.model.isA(one, SPATIAL_4) || this.model.isA(one, SPATIAL_2),
    );
  }
}

const ANY = ['wholes', 'nests', 'groups', 'containers', 'filled', 'voided'] as const;
/** Supertypes of spatial elements: of IFC4 and IFC4X3, and of IFC2X3. */
const SPATIAL_4 = 'IfcSpatialElement';
const SPATIAL_2 = 'IfcSpatialStructureElement';

/** A set whose properties are read when they are asked. */
class FileSet implements IdsSet {
  readonly name: string;
  readonly #definition: number;
  readonly #from: FileProperties;
  #properties: readonly IdsProperty[] | null = null;

  constructor(definition: number, model: InstanceModel, from: FileProperties) {
    this.name = model.text(definition, 'Name') ?? '';
    this.#definition = definition;
    this.#from = from;
  }

  properties(): readonly IdsProperty[] {
    this.#properties ??= this.#from.of(this.#definition);
    return this.#properties;
  }
}
