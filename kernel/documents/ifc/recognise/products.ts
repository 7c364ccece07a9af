/** @module products: the products of an IFC file with their relations: storey, parts, openings, fillings, type. */
import type { IfcModel } from '../read/ifc-model.ts';

/** A product of a file. Rows identify instances of the file. */
export type Product = {
  readonly row: number;
  readonly guid: string | null;
  /** Entity as in the schema, such as `IfcWallStandardCase`. */
  readonly entity: string;
  /** Class under which it is counted: `IfcWall` for `IfcWallStandardCase`. */
  readonly class: string;
  readonly name: string | null;
  readonly tag: string | null;
  /** Row of its storey, also of that of its assembly, host or space; null without one. */
  readonly storey: number | null;
  /** Row of the object that it is a part of; null without one. */
  readonly whole: number | null;
};

/** Entities of IFC2X3 and IFC4 for shapes of a class that have standard parameters; IFC4X3 deprecates them. */
const CASE = /(?:StandardCase|ElementedCase)$/u;

/** The class under which an entity is counted. */
export function classOf(entity: string): string {
  if (entity === 'IfcOpeningStandardCase') return 'IfcOpeningElement';
  return entity.replace(CASE, '');
}

/** The value of a property: a flag or a number; null if none states it. */
type Stated = boolean | number | null;

/** Maximum number of steps from a product to its storey. */
const MAX_STEPS = 64;

/** The products of a file. */
export class Products {
  readonly model: IfcModel;
  /** All products in the order of the file. */
  readonly rows: readonly number[];
  /** What many products share is read once. */
  readonly #products = new Map<number, Product>();
  readonly #wholes = new Map<number, number | null>();
  readonly #stated = new Map<string, Stated>();
  readonly #lengths = new Map<string, number | null>();

  constructor(model: IfcModel) {
    this.model = model;
    this.rows = model.rows('IfcProduct').toSorted((a, b) => a - b);
  }

  /** The product of a row. */
  product(row: number): Product {
    return once(this.#products, row, () => this.#read(row));
  }

  #read(row: number): Product {
    const { model } = this;
    const entity = model.typeOf(row);
    return {
      row,
      guid: model.text(row, 'GlobalId'),
      entity,
      class: classOf(entity),
      name: model.text(row, 'Name'),
      tag: model.text(row, 'Tag'),
      storey: this.#storeyOf(row),
      whole: this.wholeOf(row),
    };
  }

  /** Rows of the openings that cut a product, in the order of the file. */
  openingsOf(row: number): readonly number[] {
    return this.model
      .referrers(row, 'IfcRelVoidsElement', 'RelatingBuildingElement')
      .flatMap((relation) => this.model.ref(relation, 'RelatedOpeningElement') ?? []);
  }

  /** Row of the product that an opening cuts; null without one. */
  hostOf(opening: number): number | null {
    const [relation] = this.model.referrers(opening, 'IfcRelVoidsElement', 'RelatedOpeningElement');
    return relation === undefined ? null : this.model.ref(relation, 'RelatingBuildingElement');
  }

  /** Rows of the products that fill an opening, in the order of the file. */
  fillingsOf(opening: number): readonly number[] {
    return this.model
      .referrers(opening, 'IfcRelFillsElement', 'RelatingOpeningElement')
      .flatMap((relation) => this.model.ref(relation, 'RelatedBuildingElement') ?? []);
  }

  /** Row of the opening that a product fills; null without one. */
  filledBy(row: number): number | null {
    const [relation] = this.model.referrers(row, 'IfcRelFillsElement', 'RelatedBuildingElement');
    return relation === undefined ? null : this.model.ref(relation, 'RelatingOpeningElement');
  }

  /** Rows of the parts of a product, in the order of the file: each object is a part of one whole only. */
  partsOf(row: number): readonly number[] {
    const { model } = this;
    return model
      .referrers(row, 'IfcRelDecomposes', 'RelatingObject')
      .flatMap((relation) =>
        // A list of wholes is not permitted, and each of them would have all parts.
        model.has(relation, 'RelatedObjects') && model.ref(relation, 'RelatingObject') === row
          ? model.refs(relation, 'RelatedObjects')
          : [],
      )
      .filter((part) => this.wholeOf(part) === row);
  }

  /** Row of the object that a product is a part of; null without one. */
  wholeOf(row: number): number | null {
    return once(this.#wholes, row, () => {
      for (const relation of this.model.referrers(row, 'IfcRelDecomposes', 'RelatedObjects')) {
        const whole = this.model.ref(relation, 'RelatingObject');
        if (whole !== null && whole !== row) return whole;
      }
      return null;
    });
  }

  /** Row of the type of a product; null without one. */
  typeOf(row: number): number | null {
    const [relation] = this.model.referrers(row, 'IfcRelDefinesByType', 'RelatedObjects');
    return relation === undefined ? null : this.model.ref(relation, 'RelatingType');
  }

  /** The predefined type of a product: its own, or else that of its type; null if neither states one. */
  predefinedType(row: number): string | null {
    const type = this.typeOf(row);
    const own = this.#predefined(row);
    return own === null && type !== null ? this.#predefined(type) : own;
  }

  #predefined(row: number): string | null {
    const { model } = this;
    const value = model.has(row, 'PredefinedType') ? model.enumName(row, 'PredefinedType') : null;
    return value === 'NOTDEFINED' ? null : value;
  }

  /** The value of a flag of a product, from its own sets or those of its type; null if none states it. */
  flag(row: number, set: string, property: string): boolean | null {
    const value = this.#propertyOf(row, set, property);
    return typeof value === 'boolean' ? value : null;
  }

  /** The value of a number of a product, in the same way. */
  count(row: number, set: string, property: string): number | null {
    const value = this.#propertyOf(row, set, property);
    return typeof value === 'number' ? value : null;
  }

  #propertyOf(row: number, set: string, property: string): Stated {
    const wanted = { set, property };
    for (const relation of this.model.referrers(
      row,
      'IfcRelDefinesByProperties',
      'RelatedObjects',
    )) {
      const found = this.#valueIn(relation, 'RelatingPropertyDefinition', wanted);
      if (found !== null) return found;
    }
    const type = this.typeOf(row);
    return type === null ? null : this.#valueIn(type, 'HasPropertySets', wanted);
  }

  /** The value of a property in the sets that a relationship or a type names. */
  #valueIn(
    row: number,
    attribute: string,
    { set, property }: { readonly set: string; readonly property: string },
  ): Stated {
    return once(this.#stated, `${row} ${set}.${property}`, () => {
      for (const definition of this.model.refs(row, attribute)) {
        if (this.model.text(definition, 'Name') !== set) continue;
        const found = once(this.#stated, `${definition} ${property}`, () =>
          this.#valueOf(definition, property),
        );
        if (found !== null) return found;
      }
      return null;
    });
  }

  #valueOf(definition: number, property: string): Stated {
    if (!this.model.has(definition, 'HasProperties')) return null;
    for (const one of this.model.refs(definition, 'HasProperties')) {
      if (this.model.text(one, 'Name') !== property) continue;
      const value = this.model.value(one, 'NominalValue');
      const inner = value.kind === 'typed' ? value.value : value;
      if (inner.kind === 'enum') return inner.value === 'T';
      const number = this.model.number(one, 'NominalValue');
      if (number !== null) return number;
    }
    return null;
  }

  /** A length among the quantities of a product itself, in units of the file; null if none states it. */
  quantity(row: number, name: string): number | null {
    const { model } = this;
    for (const relation of model.referrers(row, 'IfcRelDefinesByProperties', 'RelatedObjects')) {
      const found = once(this.#lengths, `${relation} ${name}`, () => {
        for (const set of model.refs(relation, 'RelatingPropertyDefinition')) {
          const length = once(this.#lengths, `${set} of ${name}`, () => this.#lengthIn(set, name));
          if (length !== null) return length;
        }
        return null;
      });
      if (found !== null) return found;
    }
    return null;
  }

  #lengthIn(set: number, name: string): number | null {
    const { model } = this;
    if (!model.has(set, 'Quantities')) return null;
    const one = model
      .refs(set, 'Quantities')
      .find((row) => model.text(row, 'Name') === name && model.has(row, 'LengthValue'));
    return one === undefined ? null : model.number(one, 'LengthValue');
  }

  #storeyOf(start: number): number | null {
    let row = start;
    for (let step = 0; step < MAX_STEPS; step += 1) {
      if (this.model.isA(row, 'IfcBuildingStorey')) return row;
      const next = this.#above(row);
      if (next === null) return null;
      row = next;
    }
    return null;
  }

  /** The object in which a product is: its container, its whole, the opening that it fills, or its host. */
  #above(row: number): number | null {
    const [contained] = this.model.referrers(
      row,
      'IfcRelContainedInSpatialStructure',
      'RelatedElements',
    );
    const container =
      contained === undefined ? null : this.model.ref(contained, 'RelatingStructure');
    return container ?? this.wholeOf(row) ?? this.filledBy(row) ?? this.hostOf(row);
  }
}

/** What is known of a key; computes it the first time. */
function once<K, V>(known: Map<K, V>, key: K, compute: () => V): V {
  const before = known.get(key);
  if (before !== undefined) return before;
  const made = compute();
  known.set(key, made);
  return made;
}
