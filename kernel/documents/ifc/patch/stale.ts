/** @module stale: facts of a file that an edit makes wrong, and that the file cannot compute. */
import { dependantsOf, hostsOf } from './products.ts';
import { quantitiesOf } from './properties.ts';
import type { Records } from './records.ts';

/** A fact that must be computed again, or read with care. */
export type StaleFact = {
  readonly product: number;
  /** The record of the fact; for a name, that of the product or its type. */
  readonly row: number;
  readonly kind: 'quantity' | 'space_boundary' | 'path_connection' | 'representation' | 'name';
  /** Name of the quantity, identifier of the representation, or the text itself. */
  readonly name: string;
  /** Name of the set of a quantity; null for others. */
  readonly set: string | null;
  /** Whether it is a quantity of a standard set, which the caller can compute. */
  readonly isStandard: boolean;
};

/** Sets with standard quantities: those of IFC4 and later, and the base quantities of IFC2X3. */
const STANDARD_SET = /^(?:Qto_|BaseQuantities$)/;
/** Representations that repeat what the body shows. */
const DERIVED_SHAPES: ReadonlySet<string> = new Set([
  'Axis',
  'Box',
  'FootPrint',
  'Profile',
  'Surface',
]);
/** Two sizes in a text: `1250 x 2010`. */
const SIZES = /\d+(?:[.,]\d+)?\s*(?:mm|cm|m)?\s*[x×*/]\s*\d+/iu;
/** Attributes of a product or its type that people read. */
const TEXTS = ['Name', 'Description', 'ObjectType', 'LongName'] as const;
const BOUNDED = [
  ['IfcRelSpaceBoundary', 'RelatedBuildingElement', 'space_boundary'],
  ['IfcRelSpaceBoundary', 'RelatingSpace', 'space_boundary'],
  ['IfcRelConnectsPathElements', 'RelatingElement', 'path_connection'],
  ['IfcRelConnectsPathElements', 'RelatedElement', 'path_connection'],
] as const;

/** Collects which products changed their shape or place, and which facts of them were brought up to date. */
export class StaleFacts {
  readonly #records: Records;
  readonly #shaped = new Set<number>();
  readonly #placed = new Set<number>();
  readonly #fresh = new Set<number>();
  readonly #freshShapes = new Set<string>();

  constructor(records: Records) {
    this.#records = records;
  }

  /** Notes a changed shape; that of an opening changes the products that it cuts. */
  shaped(product: number): void {
    this.#shaped.add(product);
    if (!this.#records.isA(product, 'IfcFeatureElementSubtraction')) return;
    for (const host of hostsOf(this.#records, product)) this.#shaped.add(host);
  }

  /** Notes a changed place; parts, openings and fillings move too unless they are kept. */
  placed(product: number, keepsChildren: boolean): void {
    this.#placed.add(product);
    if (keepsChildren) return;
    for (const part of dependantsOf(this.#records, product, true)) this.#placed.add(part);
  }

  /** Notes a quantity that is up to date. */
  freshQuantity(product: number, set: string, name: string): void {
    for (const quantity of quantitiesOf(this.#records, product)) {
      const isIt = quantity.set === set && this.#records.text(quantity.row, 'Name') === name;
      if (isIt) this.#fresh.add(quantity.row);
    }
  }

  /** Notes a relation that is up to date. */
  freshRelation(row: number): void {
    this.#fresh.add(row);
  }

  /** Notes a representation that is up to date. */
  freshShape(product: number, identifier: string): void {
    this.#freshShapes.add(`${product} ${identifier}`);
  }

  /** The facts that are stale now, by product. */
  list(): readonly StaleFact[] {
    const records = this.#records;
    const products = [...new Set([...this.#shaped, ...this.#placed])]
      .filter((row) => row < records.count && !records.isRemoved(row))
      .toSorted((a, b) => a - b);
    return products.flatMap((product) => this.#ofShape(product).concat(this.#relations(product)));
  }

  #ofShape(product: number): readonly StaleFact[] {
    if (!this.#shaped.has(product)) return [];
    return [...this.#quantities(product), ...this.#shapes(product), ...this.#names(product)];
  }

  #quantities(product: number): readonly StaleFact[] {
    return quantitiesOf(this.#records, product)
      .filter(({ row }) => !this.#fresh.has(row))
      .map(({ row, set }) => ({
        product,
        row,
        kind: 'quantity' as const,
        name: this.#records.text(row, 'Name') ?? '',
        set,
        isStandard: STANDARD_SET.test(set),
      }));
  }

  #shapes(product: number): readonly StaleFact[] {
    const records = this.#records;
    const shape = records.ref(product, 'Representation');
    const shapes = shape === null ? [] : records.refs(shape, 'Representations');
    return shapes.flatMap((row) => {
      const name = records.text(row, 'RepresentationIdentifier') ?? '';
      const isFresh = this.#freshShapes.has(`${product} ${name}`);
      if (!DERIVED_SHAPES.has(name) || isFresh) return [];
      return [fact(product, row, 'representation', name)];
    });
  }

  #names(product: number): readonly StaleFact[] {
    const records = this.#records;
    const types = records
      .usersIn(product, 'IfcRelDefinesByType', 'RelatedObjects')
      .flatMap((relation) => records.refs(relation, 'RelatingType'));
    return [product, ...types].flatMap((row) =>
      TEXTS.flatMap((attribute) => {
        const text = records.text(row, attribute);
        return text !== null && SIZES.test(text) ? [fact(product, row, 'name', text)] : [];
      }),
    );
  }

  #relations(product: number): readonly StaleFact[] {
    return BOUNDED.flatMap(([entity, attribute, kind]) =>
      this.#records
        .usersIn(product, entity, attribute)
        .filter((row) => !this.#fresh.has(row) && !this.#records.isAdded(row))
        .map((row) => fact(product, row, kind, this.#records.text(row, 'Name') ?? '')),
    );
  }
}

function fact(product: number, row: number, kind: StaleFact['kind'], name: string): StaleFact {
  return { product, row, kind, name, set: null, isStandard: false };
}
