/** @module parts: the products of a file that are elements of a branch, and their openings. */
import type { ManifestRow } from '../../../../schemas/imports.ts';
import { site as siteKind } from '../../../building/kinds/site/site.ts';
import { across, DECOMPOSING, reachedBy, type Relations } from '../patch/across.ts';
import { PatchFault } from '../patch/patch-fault.ts';
import type { IfcModel } from '../read/ifc-model.ts';

/** Why a site that was added, changed or deleted is not written. */
export const SITE_KEPT = 'the site of a branch is not written into an imported file yet';

/** From a part to its wholes. */
const WHOLES = DECOMPOSING.map(([entity, near, far]) => [entity, far, near] as const);

/** Products by elements. */
export class FileParts {
  readonly #model: IfcModel;
  readonly #relations: Relations;
  /** Ids of elements with holes in their own bodies. */
  readonly #baked = new Set<unknown>();
  /** Ids of doors and windows in such holes. */
  readonly #fitted = new Set<string>();
  /** By id of an element, the rows of openings that are parts of it. */
  readonly #holes = new Map<string, ManifestRow[]>();
  /** Openings that only shape the bodies of their hosts, such as the mitred ends of walls. */
  readonly #shaping = new Set<number>();

  /** By id of an element, the rows of products that it consists of, such as the slabs of a roof. */
  readonly #members = new Map<string, ManifestRow[]>();

  /** Products that are no elements and have no bodies, such as stairs of flights. */
  readonly #assemblies = new Set<number>();

  /** Products that are elements, and their ids. */
  readonly #elements = new Set<number>();
  readonly #rows = new Map<string, number>();

  constructor(model: IfcModel, rows: readonly ManifestRow[]) {
    this.#model = model;
    this.#relations = {
      usersIn: (row, entity, attribute) => model.referrers(row, entity, attribute),
      refs: (row, attribute) => model.refs(row, attribute),
    };
    const hosts = new Set(
      rows.flatMap(({ element }) =>
        element === null || typeof element.params['host_id'] === 'string' ? [] : [element.id],
      ),
    );
    for (const row of rows) {
      if (isBakedHole(row)) this.#baked.add(row.element?.params['host_id']);
      if (row.record !== 0 && row.element !== null) {
        const product = model.file.rowOf(row.record);
        this.#elements.add(product);
        this.#rows.set(row.element.id, product);
      }
      const isAssembly = row.element === null && row.outcome === 'data_only';
      if (isAssembly && row.record !== 0) this.#assemblies.add(model.file.rowOf(row.record));
      if (!isHole(row)) {
        if (row.part_of !== null) addTo(this.#members, row.part_of, row);
        continue;
      }
      const isLoose = row.part_of === null && row.element === null && row.outcome !== 'parametric';
      if (isLoose || (row.part_of !== null && hosts.has(row.part_of))) {
        this.#shaping.add(model.file.rowOf(row.record));
      }
      if (row.part_of !== null) addTo(this.#holes, row.part_of, row);
    }
    for (const row of rows) this.#noteFitted(row);
  }

  #noteFitted(row: ManifestRow): void {
    const host = row.element?.params['host_id'];
    if (row.element === null || typeof host !== 'string' || !this.#isFitted(row)) return;
    this.#fitted.add(row.element.id);
    this.#baked.add(host);
  }

  /** Whether a row is a door or window in a hole that no opening of the file makes. */
  #isFitted(row: ManifestRow): boolean {
    if (row.record === 0 || row.element === null || isHole(row)) return false;
    if (this.#holes.has(row.element.id)) return false;
    const product = this.#model.file.rowOf(row.record);
    return (
      this.#model.referrers(product, 'IfcRelFillsElement', 'RelatedBuildingElement').length === 0
    );
  }

  /** The row of a product in the file. @throws {PatchFault} if no product is the element */
  rowOf({ record, element }: ManifestRow): number {
    const row = record === 0 ? -1 : this.#model.file.rowOf(record);
    if (element?.kind === siteKind.kind) throw new PatchFault(SITE_KEPT);
    if (row < 0) throw new PatchFault('it is not a product of the file');
    return row;
  }

  /** Whether a product is an element of the branch. */
  isElement(product: number): boolean {
    return this.#elements.has(product);
  }

  /** The product of an element; null if none is. */
  productOf(id: string): number | null {
    return this.#rows.get(id) ?? null;
  }

  /**
   * The product that has the body of an element: its own, or its only member, such as the slab of a flat roof.
   * @throws {PatchFault} if it consists of several products
   */
  bodyOf(product: number, id: string, hasBody: boolean): number {
    const [member, another] = this.#members.get(id) ?? [];
    if (hasBody || member === undefined) return product;
    if (another === undefined) return this.rowOf(member);
    throw new PatchFault('it consists of several products in the file');
  }

  /** Whether an element has holes in its own body, which no openings of the file make. */
  isBaked(id: string): boolean {
    return this.#baked.has(id);
  }

  /** Whether an element is a door or window in such a hole. */
  isFitted(id: string): boolean {
    return this.#fitted.has(id);
  }

  /** Whether the hole of a row is in the body of its host. */
  isInBody(row: ManifestRow): boolean {
    return isBakedHole(row) || (row.element !== null && this.isFitted(row.element.id));
  }

  /** Rows of the openings that are the hole of an element. */
  openingsOf(row: ManifestRow, id: string): readonly number[] {
    const parts = this.#holes.get(id) ?? [];
    return (isHole(row) ? [row, ...parts] : parts).map((one) => this.rowOf(one));
  }

  /** The parts of a product, and the parts of these, that are no elements of the branch. */
  partsOf(product: number): readonly number[] {
    return reachedBy(
      this.#relations,
      product,
      DECOMPOSING,
      (part) => !this.#elements.has(part) && this.#model.isA(part, 'IfcProduct'),
    );
  }

  /** A part of a product, or of one of its parts, that is an element and is not removed with it; null without one. */
  keptPartOf(product: number, removed: ReadonlySet<number>): number | null {
    const parts = reachedBy(this.#relations, product, DECOMPOSING);
    return parts.find((part) => this.#elements.has(part) && !removed.has(part)) ?? null;
  }

  /** The parts of a product, not those of its parts; elements of the branch, too. */
  directParts(product: number): readonly number[] {
    return across(this.#relations, product, DECOMPOSING);
  }

  /** The assemblies that consist of products that are removed, and those that consist of such assemblies. */
  emptiedBy(removed: readonly number[], isRemoved: (row: number) => boolean): readonly number[] {
    const emptied: number[] = [];
    /** Parts that an assembly still has; each list of parts is read once. */
    const left = new Map<number, number>();
    const queue = [...new Set(removed)];
    for (const part of queue) {
      for (const whole of new Set(across(this.#relations, part, WHOLES))) {
        if (!this.#assemblies.has(whole) || isRemoved(whole)) continue;
        if (this.#model.isA(whole, 'IfcSpatialStructureElement')) continue;
        const known = left.get(whole);
        const count = known ?? this.directParts(whole).filter((one) => !isRemoved(one)).length;
        // The parts that were removed before are not counted.
        const now = isRemoved(part) ? count : count - 1;
        if (known === 0) continue;
        left.set(whole, now);
        if (now > 0) continue;
        emptied.push(whole);
        queue.push(whole);
      }
    }
    return emptied;
  }

  /**
   * Openings without a filling that only shape the body of a product.
   * @throws {PatchFault} if something fills such an opening of a floor or roof: it would stay where it is
   */
  shapingOf(product: number, kind: string): readonly number[] {
    const model = this.#model;
    const all = model
      .referrers(product, 'IfcRelVoidsElement', 'RelatingBuildingElement')
      .flatMap((relation) => model.refs(relation, 'RelatedOpeningElement'))
      .filter((row) => this.#shaping.has(row));
    const empty = all.filter(
      (row) => model.referrers(row, 'IfcRelFillsElement', 'RelatingOpeningElement').length === 0,
    );
    if (kind !== 'wall' && empty.length < all.length) {
      throw new PatchFault('something fills an opening that is a part of it');
    }
    return empty;
  }
}

/** Whether a row is a hole in the body of its host, which is no product. */
export function isBakedHole({ record, element }: ManifestRow): boolean {
  return record === 0 && element !== null && typeof element.params['host_id'] === 'string';
}

function addTo(lists: Map<string, ManifestRow[]>, id: string, row: ManifestRow): void {
  const known = lists.get(id);
  if (known === undefined) lists.set(id, [row]);
  else known.push(row);
}

function isHole({ entity }: ManifestRow): boolean {
  return entity.startsWith('IfcOpening');
}
