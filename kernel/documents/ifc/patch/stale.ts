/** @module stale: facts of a file that an edit makes wrong, and that the file cannot compute. */
import { dependantsOf, hostsOf, piecesOf } from './products.ts';
import { quantitiesOf, sizesOf } from './properties.ts';
import type { Records } from './records.ts';

/** A fact that must be computed again, or read with care. */
export type StaleFact = {
  readonly product: number;
  /** The record of the fact; for a name, that of the product or its type. */
  readonly row: number;
  /** `part`: a part that keeps its shape; `removed`: a product that the new body replaces. */
  readonly kind:
    | 'quantity'
    | 'property'
    | 'space_boundary'
    | 'path_connection'
    | 'representation'
    | 'name'
    | 'part'
    | 'removed';
  /** Name of the quantity or property, identifier of the representation, entity and number of the product, or the text itself. */
  readonly name: string;
  /** Name of the set of a quantity or property; null for others. */
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
/** Representations that the openings of a product do not change. */
const UNCUT_SHAPES: ReadonlySet<string> = new Set(['Axis', 'Box']);
/** Two sizes in a text: `1250 x 2010`. */
const SIZES = /\d+(?:[.,]\d+)?\s*(?:mm|cm|m)?\s*[x×*/]\s*\d+/iu;
/** Properties that state what is wanted, not what is built. */
const DEMANDED = /planned|required|minimum|maximum/iu;
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
  /** Products of which only openings changed. */
  readonly #cut = new Set<number>();
  /** Products whose new bodies have the old form, except for their openings. */
  readonly #kept = new Set<number>();
  readonly #replaced = new Set<StaleFact>();
  readonly #placed = new Set<number>();
  readonly #fresh = new Set<number>();
  readonly #freshShapes = new Set<string>();
  readonly #freshProperties = new Set<string>();

  constructor(records: Records) {
    this.#records = records;
  }

  /** Notes a changed shape; that of an opening changes what it cuts. */
  shaped(product: number): void {
    this.#note(this.#shaped, product);
    if (!this.#records.isA(product, 'IfcFeatureElementSubtraction')) return;
    for (const host of hostsOf(this.#records, product)) this.cut(host);
  }

  /** Notes that openings of a product changed, were added or removed, and nothing else of its shape. */
  cut(product: number): void {
    this.#note(this.#cut, product);
  }

  /** Notes that a product gets a new body whose form only differs in its openings. */
  sameForm(product: number): void {
    this.#note(this.#kept, product);
  }

  /** Notes a changed place; parts, openings and fillings move too unless they are kept. */
  placed(product: number, keepsChildren: boolean): void {
    this.#note(this.#placed, product);
    if (keepsChildren) return;
    for (const part of dependantsOf(this.#records, product, true)) this.#note(this.#placed, part);
  }

  /** Notes that products are removed because the new body of another one replaces them. */
  replaced(product: number, rows: readonly number[]): void {
    for (const row of rows) {
      this.#note(this.#replaced, fact(product, row, 'removed', this.#productName(row)));
    }
  }

  /** Notes a quantity that is up to date. */
  freshQuantity(product: number, set: string, name: string): void {
    for (const quantity of quantitiesOf(this.#records, product)) {
      const isIt = quantity.set === set && this.#records.text(quantity.row, 'Name') === name;
      if (isIt) this.#note(this.#fresh, quantity.row);
    }
  }

  /** Notes a property that is up to date. */
  freshProperty(product: number, set: string, name: string): void {
    this.#note(this.#freshProperties, `${product}/${set}/${name}`);
  }

  /** Notes a fact that is up to date. */
  freshFact(row: number): void {
    this.#note(this.#fresh, row);
  }

  /** Notes a representation that is up to date. */
  freshShape(product: number, identifier: string): void {
    this.#note(this.#freshShapes, `${product} ${identifier}`);
  }

  /** An edit that is undone makes nothing stale. */
  #note<T>(set: Set<T>, value: T): void {
    this.#records.note(set, value);
  }

  /** The facts that are stale now, by product. `isOwn`: parts that are edited for themselves. */
  list(isOwn: (row: number) => boolean): readonly StaleFact[] {
    const records = this.#records;
    const products = [...new Set([...this.#shaped, ...this.#cut, ...this.#placed])]
      .filter((row) => row < records.count && !records.isRemoved(row))
      .toSorted((a, b) => a - b);
    const replaced = [...this.#replaced].filter(({ product }) => !records.isRemoved(product));
    return products
      .flatMap((product) =>
        this.#ofShape(product).concat(
          this.#hasNewBody(product) ? this.#parts(product, isOwn) : [],
          this.#relations(product),
        ),
      )
      .concat(replaced);
  }

  #ofShape(product: number): readonly StaleFact[] {
    if (!this.#hasNewBody(product)) return [];
    return [
      ...this.#quantities(product),
      ...this.#sizes(product),
      ...this.#shapes(product),
      ...(this.#hasNewForm(product) ? this.#names(product) : []),
    ];
  }

  #hasNewForm(product: number): boolean {
    return this.#shaped.has(product) && !this.#kept.has(product);
  }

  #hasNewBody(product: number): boolean {
    return this.#shaped.has(product) || this.#cut.has(product);
  }

  /** Parts that keep the shape that they had before the edits. */
  #parts(product: number, isOwn: (row: number) => boolean): readonly StaleFact[] {
    const records = this.#records;
    const isDone = (row: number): boolean =>
      records.isAdded(row) || this.#hasNewBody(row) || isOwn(row);
    return piecesOf(records, product, isDone).map((part) =>
      fact(product, part, 'part', this.#productName(part)),
    );
  }

  #productName(row: number): string {
    const records = this.#records;
    const name = records.text(row, 'Name') ?? '';
    return `${records.typeOf(row)} #${records.idText(row)}${name === '' ? '' : ` (${name})`}`;
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

  /** Properties that may state sizes of the body, other than what is planned or required. */
  #sizes(product: number): readonly StaleFact[] {
    return sizesOf(this.#records, product).flatMap(({ row, set }): readonly StaleFact[] => {
      const name = this.#records.text(row, 'Name') ?? '';
      const isFresh =
        this.#fresh.has(row) || this.#freshProperties.has(`${product}/${set}/${name}`);
      if (isFresh || DEMANDED.test(name)) return [];
      return [{ product, row, kind: 'property', name, set, isStandard: false }];
    });
  }

  #shapes(product: number): readonly StaleFact[] {
    const records = this.#records;
    const shape = records.ref(product, 'Representation');
    const shapes = shape === null ? [] : records.refs(shape, 'Representations');
    return shapes.flatMap((row) => {
      const name = records.text(row, 'RepresentationIdentifier') ?? '';
      const isFresh = this.#freshShapes.has(`${product} ${name}`);
      if (!DERIVED_SHAPES.has(name) || isFresh) return [];
      if (UNCUT_SHAPES.has(name) && !this.#hasNewForm(product)) return [];
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
    const isMoved = this.#hasNewForm(product) || this.#placed.has(product);
    return BOUNDED.filter(([, , kind]) => isMoved || kind !== 'path_connection').flatMap(
      ([entity, attribute, kind]) =>
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
