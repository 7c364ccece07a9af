/** @module filtered view: a ModelView over another one that leaves out the elements that its reader may not see. */
import type { PlannedEvent } from '../../../schemas/events.ts';
import type { PlaceLimits } from '../../../schemas/sight.ts';
import type { BoxMm, PlanPoint } from '../../../schemas/units.ts';
import { compareText } from '../../base/canonical/deep-equal.ts';
import { isFileId } from '../../base/manifest/file-ids.ts';
import type { ConvexPiece } from '../geometry/convex/convex-piece.ts';
import type { Mesh } from '../geometry/mesh/mesh.ts';
import type { Box2 } from '../geometry/vector.ts';
import type { WallFootprint } from '../geometry/walls/wall-joins.ts';
import type { Element, ElementKind, ElementOf } from '../kinds/elements.ts';
import type { FileMesh } from '../kinds/facets/file-mesh.ts';
import type { Mark } from '../kinds/facets/symbol.ts';
import type { Kinds } from '../kinds/kinds.ts';
import type { PropertyValue } from '../kinds/shared/properties.ts';
import type { FileFacts } from './file-source.ts';
import { namedLike } from './name-search.ts';
import { nearestIds } from './near-ids.ts';
import type { ImportedProduct } from './state/imported-products.ts';
import type { CountedReference, Measures, ModelView, ReferenceModel } from './view.ts';
import { NO_MEASURES } from './view.ts';

/** How a view finds and lists its elements. */
type Listing = { readonly candidates?: () => Iterable<Element>; readonly by_id?: boolean };

/**
 * The model as if hidden elements did not exist. SECURITY: this class wraps the whole view and inherits nothing from
 * it. A member added to `ModelView` does not compile until its filtered answer is written here.
 */
export abstract class FilteredView implements ModelView {
  readonly #whole: ModelView;
  readonly #sees: (id: string) => boolean;
  readonly #candidates: () => Iterable<Element>;
  readonly #byId: boolean;
  #by_kind: ReadonlyMap<string, readonly Element[]> | null = null;
  #by_level: ReadonlyMap<string | null, readonly Element[]> | null = null;
  /** All visible elements, once listed. */
  #all: readonly Element[] | null = null;
  /** The visible element that has a GlobalId, once looked up. */
  readonly #owners = new Map<string, string | null>();

  /**
   * `sees` must return false for ids without an element in `whole`. `candidates` returns every visible element, in order of
   * creation. SECURITY: if it returns few others, the time of an answer does not depend on the number of hidden elements.
   * `by_id`: elements are listed by id and not in the order of their creation.
   */
  constructor(
    whole: ModelView,
    sees: (id: string) => boolean,
    { candidates = () => whole.elements(), by_id = false }: Listing = {},
  ) {
    this.#whole = whole;
    this.#sees = sees;
    this.#candidates = candidates;
    this.#byId = by_id;
  }

  /**
   * Abstract because only the subclass knows which elements are visible after the events, and which refusals of the
   * whole view would name a hidden element.
   */
  abstract apply(events: readonly PlannedEvent[]): ModelView;

  get branch(): string {
    return this.#whole.branch;
  }
  get branch_seq(): number {
    return this.#whole.branch_seq;
  }
  get seq(): number {
    return this.#whole.seq;
  }
  /** Null: versions and positions count hidden events too. */
  position(_seq?: number): number | null {
    return null;
  }
  placeInLog(_id?: string): number | null {
    return null;
  }
  importedAs(id: string): ImportedProduct | null {
    const product = this.productOf(id);
    if (product === null || product.guid === null) return product;
    return this.withImportedGuid(product.guid) === id ? product : { ...product, guid: null };
  }
  productOf(id: string): ImportedProduct | null {
    return this.#when(id, () => this.#whole.productOf(id), null);
  }
  withImportedGuid(guid: string): string | null {
    const known = this.#owners.get(guid);
    if (known !== undefined) return known;
    const owner = this.idsWithGuid(guid)[0] ?? null;
    this.#owners.set(guid, owner);
    return owner;
  }
  idsWithGuid(guid: string): readonly string[] {
    return this.#listed(this.#whole.idsWithGuid(guid).map((id) => ({ id }))).map(({ id }) => id);
  }
  fileFacts(id: string): FileFacts | null {
    return this.#when(id, () => this.#whole.fileFacts(id), null);
  }
  fileProperty(id: string, name: string): PropertyValue | null {
    return this.#when(id, () => this.#whole.fileProperty(id, name), null);
  }
  get kinds(): Kinds {
    return this.#whole.kinds;
  }

  #seen<T extends { readonly id: string }>(items: Iterable<T>): readonly T[] {
    return [...items].filter(({ id }) => this.#sees(id));
  }
  /**
   * The visible ones of items in the order in which the log first named them, with those of files first, in the order of
   * their records. SECURITY: the log may have named elements of a file on a hidden branch, in another order.
   */
  #listed<T extends { readonly id: string }>(items: Iterable<T>): readonly T[] {
    const seen = this.#byId
      ? this.#seen(items).toSorted((a, b) => compareText(a.id, b.id))
      : this.#seen(items);
    const of_files = seen.flatMap((item) =>
      isFileId(item.id) ? [{ item, record: this.#whole.productOf(item.id)?.record ?? 0 }] : [],
    );
    if (of_files.length === 0) return seen;
    of_files.sort((a, b) => a.record - b.record || compareText(a.item.id, b.item.id));
    return [...of_files.map(({ item }) => item), ...seen.filter((item) => !isFileId(item.id))];
  }
  #when<T>(id: string, answer: () => T, none: T): T {
    return this.#sees(id) ? answer() : none;
  }

  element(id: string): Element | undefined {
    return this.#when(id, () => this.#whole.element(id), undefined);
  }
  elementOf<K extends ElementKind>(id: string, kind: K): ElementOf<K> | undefined {
    return this.#when(id, () => this.#whole.elementOf(id, kind), undefined);
  }
  version(id: string): number {
    return this.#when(id, () => this.#whole.version(id), 0);
  }
  levels(): readonly ElementOf<'level'>[] {
    return this.#seen(this.#whole.levels());
  }
  elements(): Iterable<Element> {
    return this.#visible();
  }
  #visible(): readonly Element[] {
    this.#all ??= this.#listed(this.#candidates());
    return this.#all;
  }
  elementsOf<K extends ElementKind>(kind: K): Iterable<ElementOf<K>> {
    return this.#visibleOf(kind);
  }
  #visibleOf<K extends ElementKind>(kind: K): readonly ElementOf<K>[] {
    this.#by_kind ??= Map.groupBy(this.#visible(), (element) => element.kind);
    return (this.#by_kind.get(kind) ?? []).filter((element) => isOfKind(element, kind));
  }
  elementsOnLevel(level_id: string): Iterable<Element> {
    return this.#when(level_id, () => this.#onLevel(level_id), []);
  }
  /** In order of kind, then of creation; each host with what it holds. */
  #onLevel(level_id: string): readonly Element[] {
    this.#by_level ??= Map.groupBy(this.#visible(), ({ id }) => this.levelOf(id));
    const isHeld = (element: Element): boolean => {
      const { host } = this.kinds.references(element);
      return host !== null && this.#sees(host);
    };
    const standing = (this.#by_level.get(level_id) ?? [])
      .filter((element) => !isHeld(element))
      .toSorted((a, b) => this.kinds.numberOf(a.kind) - this.kinds.numberOf(b.kind));
    const listed: Element[] = [];
    for (const element of standing) listed.push(element, ...this.hostedBy(element.id));
    return listed;
  }
  candidates(limits: PlaceLimits): Iterable<Element> {
    return this.#listed(this.#whole.candidates(limits));
  }
  count(kind?: string): number {
    if (kind === undefined) return this.#visible().length;
    return isKind(kind, this.kinds) ? this.#visibleOf(kind).length : 0;
  }
  hostedBy(host_id: string): readonly Element[] {
    return this.#when(host_id, () => this.#seen(this.#whole.hostedBy(host_id)), []);
  }
  levelOf(id: string): string | null {
    const level = this.#when(id, () => this.#whole.levelOf(id), null);
    return level !== null && this.#sees(level) ? level : null;
  }
  cascadeOf(id: string): readonly { readonly id: string; readonly cascade_of: string | null }[] {
    if (!this.#sees(id)) return [];
    const cascade = this.#whole.cascadeOf(id);
    const causes = new Map(cascade.map((deleted) => [deleted.id, deleted.cascade_of]));
    const seenCause = (cause: string | null): string | null =>
      cause === null || this.#sees(cause) ? cause : seenCause(causes.get(cause) ?? null);
    return this.#seen(cascade).map((deleted) => ({
      id: deleted.id,
      cascade_of: seenCause(deleted.cascade_of),
    }));
  }
  joinedWalls(wall_id: string): readonly string[] {
    return this.#when(
      wall_id,
      () => this.#whole.joinedWalls(wall_id).filter((id) => this.#sees(id)),
      [],
    );
  }
  wallsNear(level_id: string, box: Box2): readonly ElementOf<'wall'>[] {
    return this.#when(level_id, () => this.#seen(this.#whole.wallsNear(level_id, box)), []);
  }
  /** Without the names of their files: a reader may not see the branch on which these were imported. */
  references(): readonly CountedReference[] {
    const numbers = new Map<string, number>();
    if (this.#whole.references().length === 0) return [];
    for (const { id } of this.elements()) {
      const import_id = this.#whole.referenceOf(id)?.import_id;
      if (import_id !== undefined) numbers.set(import_id, (numbers.get(import_id) ?? 0) + 1);
    }
    return this.#whole.references().flatMap(({ import_id }) => {
      const elements = numbers.get(import_id);
      return elements === undefined ? [] : [{ import_id, name: null, elements }];
    });
  }
  referenceOf(id: string): ReferenceModel | null {
    const found = this.#when(id, () => this.#whole.referenceOf(id), null);
    return found === null ? null : { import_id: found.import_id, name: null };
  }
  named(name: string): readonly Element[] {
    return namedLike(this.#visible(), name);
  }
  nearIds(id: string, limit: number): readonly string[] {
    const ids = this.#visible().map((element) => element.id);
    return nearestIds(ids, id, limit);
  }
  /** Empty: the element may be hidden on the other branch. */
  branchesWith(_id?: string): readonly string[] {
    return [];
  }
  bounds(id: string): BoxMm | null {
    return this.#when(id, () => this.#whole.bounds(id), null);
  }
  footprint(wall_id: string): WallFootprint | null {
    return this.#when(wall_id, () => this.#whole.footprint(wall_id), null);
  }
  outline(id: string): readonly PlanPoint[] | null {
    return this.#when(id, () => this.#whole.outline(id), null);
  }
  holes(id: string): readonly (readonly PlanPoint[])[] {
    return this.#when(id, () => this.#whole.holes(id), []);
  }
  marks(id: string): readonly Mark[] {
    return this.#when(id, () => this.#whole.marks(id), []);
  }
  mesh(id: string): Mesh | null {
    return this.#when(id, () => this.#whole.mesh(id), null);
  }
  bodyKey(id: string): object | null {
    return this.#when(id, () => this.#whole.bodyKey(id), null);
  }
  fileMesh(id: string): FileMesh | null {
    return this.#when(id, () => this.#whole.fileMesh(id), null);
  }
  fineMesh(id: string): Mesh | null {
    return this.#when(id, () => this.#whole.fineMesh(id), null);
  }
  uncutMesh(id: string): Mesh | null {
    return this.#when(id, () => this.#whole.uncutMesh(id), null);
  }
  pieces(id: string): readonly ConvexPiece[] | null {
    return this.#when(id, () => this.#whole.pieces(id), null);
  }
  workspace(id: string): readonly ConvexPiece[] {
    return this.#when(id, () => this.#whole.workspace(id), []);
  }
  measures(id: string): Measures {
    return this.#when(id, () => this.#whole.measures(id), NO_MEASURES);
  }
  grossMeasures(id: string): Measures {
    return this.#when(id, () => this.#whole.grossMeasures(id), NO_MEASURES);
  }
  inBox(box: BoxMm): readonly string[] {
    return this.#whole.inBox(box).filter((id) => this.#sees(id));
  }
}

function isOfKind<K extends ElementKind>(
  element: Element,
  kind: K,
): element is Element & ElementOf<K> {
  return element.kind === kind;
}

/** Whether a name is that of a kind. */
export function isKind(name: string, kinds: Kinds): name is ElementKind {
  return kinds.find(name) !== undefined;
}
