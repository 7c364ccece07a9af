/** @module stated entities: the entities of a file as values, instead of its text. */
import type { IfcNamed } from '../../../../building/kinds/facets/ifc.ts';
import type { IfcEntity } from '../../schema/ifc-schema.ts';
import { plainValue } from '../named.ts';
import type { Ref, StepValue } from './step-value.ts';

/** An entity as it was given to the file, which has checked it. */
export type StatedEntity = {
  readonly entity: IfcEntity;
  readonly attributes: { readonly [name: string]: StepValue | undefined };
  /** Further attributes from facets, of which those count that the entity has. */
  readonly plain: IfcNamed;
  /**
   * Of a rooted entity: its GlobalId, the text from which that is derived, and its owner history. Only objects have a
   * GlobalId; it is empty for sets and relationships.
   */
  readonly root: {
    readonly guid: string;
    readonly text: string;
    readonly history: Ref | null;
  } | null;
};

/** Whether a property or quantity of a set is asked for, by their names. */
export type IsAsked = (set: string, name: string) => boolean;

/** Line numbers of the entities that stand for others; no entity of a file has them. */
const [PLACEMENT, SHAPE, PROPERTY, QUANTITY] = [2 ** 30, 2 ** 30 + 1, 2 ** 30 + 2, 2 ** 30 + 3];

/** Collects the entities of a file in the order in which they are written. */
export class StatedEntities {
  readonly #numbers: number[] = [];
  readonly #entities: StatedEntity[] = [];
  /** References that stand for each placement and each shape of a product, and for properties that are not asked for. */
  readonly stubs = {
    placement: { number: PLACEMENT, entity: 'IfcLocalPlacement' },
    shape: { number: SHAPE, entity: 'IfcProductDefinitionShape' },
    property: { number: PROPERTY, entity: 'IfcPropertySingleValue' },
    quantity: { number: QUANTITY, entity: 'IfcQuantityLength' },
  } as const satisfies Readonly<Record<string, Ref>>;
  readonly #isAsked: IsAsked | null;

  /** `isAsked`: which properties are kept; null: all. */
  constructor(isAsked: IsAsked | null = null) {
    this.#isAsked = isAsked;
  }

  /** Whether a property of a set is kept. */
  keeps(set: string, name: string): boolean {
    return this.#isAsked === null || this.#isAsked(set, name);
  }

  /** The entities in the order in which they were written. */
  get all(): readonly StatedEntity[] {
    return this.#entities;
  }

  /** The line number of each of these entities. */
  get numbers(): readonly number[] {
    return this.#numbers;
  }

  /** Adds an entity. */
  add(number: number, entity: StatedEntity): void {
    this.#numbers.push(number);
    this.#entities.push(entity);
  }

  /** Removes the last entities, which were rolled back. */
  removeLast(count: number): void {
    this.#numbers.length -= count;
    this.#entities.length -= count;
  }
}

/** The value of an attribute of an entity; null for an omitted or derived one. */
export function statedValue(
  { attributes, plain, root }: StatedEntity,
  { name, type, derived }: IfcEntity['attributes'][number],
): StepValue {
  if (derived) return null;
  if (root !== null && name === 'GlobalId') return root.guid;
  if (root !== null && name === 'OwnerHistory') return root.history;
  const given = attributes[name];
  if (given !== undefined) return given;
  if (!Object.hasOwn(plain, name)) return null;
  return plainValue(plain[name], type.kind === 'enumeration' ? type.values : null);
}
