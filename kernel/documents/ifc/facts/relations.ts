/** @module relations: what relationships of a file give to objects, each relationship read once. */
import { checkpoint } from '../../../base/work/checkpoint.ts';
import type { InstanceModel } from '../read/ifc-model.ts';

/** Relationships: their entity, and the attributes with the objects and with what they get. */
const RELATIONS = {
  sets: ['IfcRelDefinesByProperties', 'RelatedObjects', 'RelatingPropertyDefinition'],
  type: ['IfcRelDefinesByType', 'RelatedObjects', 'RelatingType'],
  materials: ['IfcRelAssociatesMaterial', 'RelatedObjects', 'RelatingMaterial'],
  classifications: ['IfcRelAssociatesClassification', 'RelatedObjects', 'RelatingClassification'],
  groups: ['IfcRelAssignsToGroup', 'RelatedObjects', 'RelatingGroup'],
  wholes: ['IfcRelAggregates', 'RelatedObjects', 'RelatingObject'],
  nests: ['IfcRelNests', 'RelatedObjects', 'RelatingObject'],
  containers: ['IfcRelContainedInSpatialStructure', 'RelatedElements', 'RelatingStructure'],
  voided: ['IfcRelVoidsElement', 'RelatedOpeningElement', 'RelatingBuildingElement'],
  filled: ['IfcRelFillsElement', 'RelatedBuildingElement', 'RelatingOpeningElement'],
} as const;
export type FileRelation = keyof typeof RELATIONS;

const STEP = 2000;
const NONE: readonly number[] = [];

/** Rows of relationships by the row of an object: most objects have one of a kind, which needs no list. */
type ByObject = ReadonlyMap<number, number | readonly number[]>;

/** The relations of one file. Takes time and memory in the number of related objects, with the first question. */
export class Relations {
  readonly #model: InstanceModel;
  readonly #known = new Map<FileRelation, ByObject>();
  /** Rows that each relationship gives. */
  readonly #given = new Map<number, readonly number[]>();

  constructor(model: InstanceModel) {
    this.#model = model;
  }

  /** Rows of the relationships of the object of a row, in the order of the file. */
  to(row: number, relation: FileRelation): readonly number[] {
    const found = this.#byObject(relation).get(row);
    return found === undefined ? NONE : typeof found === 'number' ? [found] : found;
  }

  /** Rows that a relationship of `to` gives to its objects. */
  given(relationship: number): readonly number[] {
    return this.#given.get(relationship) ?? NONE;
  }

  /** Rows that relationships give to the object of a row, in the order of the file, up to a number of them. */
  of(row: number, relation: FileRelation, most: number): readonly number[] {
    const relationships = this.#byObject(relation).get(row);
    if (relationships === undefined) return NONE;
    if (typeof relationships === 'number') {
      const alone = this.given(relationships);
      return alone.length <= most ? alone : alone.slice(0, most);
    }
    const found: number[] = [];
    for (const relationship of relationships) {
      for (const one of this.given(relationship)) {
        if (found.length >= most) return found;
        found.push(one);
      }
    }
    return found;
  }

  #byObject(relation: FileRelation): ByObject {
    const known = this.#known.get(relation);
    if (known !== undefined) return known;
    const read = this.#read(relation);
    this.#known.set(relation, read);
    return read;
  }

  #read(relation: FileRelation): ByObject {
    const model = this.#model;
    const [entity, objects, given] = RELATIONS[relation];
    const found = new Map<number, number | number[]>();
    const rows = model.rows(entity);
    for (const [done, row] of rows.entries()) {
      if (done % STEP === 0) checkpoint({ done, total: rows.length, doing: 'reading the file' });
      this.#given.set(row, model.refs(row, given));
      const related = model.refs(row, objects);
      for (const object of related.length > 1 ? new Set(related) : related) {
        const known = found.get(object);
        if (known === undefined) found.set(object, row);
        else if (typeof known === 'number') found.set(object, [known, row]);
        else known.push(row);
      }
    }
    return found;
  }
}
