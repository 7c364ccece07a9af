/** @module restricted view: what an agent sees whose READ permission holds only for some categories, levels or regions. */
import type { Place } from '../../governance/tool/domain.ts';
import type { Mesh } from '../../kernel/geometry/mesh.ts';
import type { WallFootprint } from '../../kernel/geometry/wall-joins.ts';
import type { HostedElement, Measures } from '../../kernel/model/view.ts';
import {
  CATEGORY_OF,
  type Element,
  type ElementKind,
  type ElementOf,
} from '../../schemas/elements.ts';
import { Refusal } from '../../schemas/errors.ts';
import { affectedIds, touchedIds, type StoredEvent } from '../../schemas/events.ts';
import type { BoxMm, PlanPoint } from '../../schemas/units.ts';
import { BranchView } from './branch-view.ts';
import type { BuildingView, HistoryQuery } from './view.ts';

const NOTHING: Measures = { length_mm: null, area_mm2: null, perimeter_mm: null, volume_mm3: null };

/**
 * The same branch with everything outside the scope left out, as if it were not there. What would tell of it in other
 * ways (other branches, what happened to elements that one does not see) is refused or left out too.
 */
export class RestrictedView extends BranchView {
  readonly #whole: BuildingView;
  readonly #visible: (place: Place) => boolean;
  readonly #known = new Map<string, boolean>();

  constructor(whole: BranchView, visible: (place: Place) => boolean) {
    super(whole.model, whole.around);
    this.#whole = whole;
    this.#visible = visible;
  }

  #sees(id: string): boolean {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const element = this.#whole.element(id);
    const seen = element !== undefined && this.#visible(placeOf(this.#whole, element));
    this.#known.set(id, seen);
    return seen;
  }
  #seen<T extends { readonly id: string }>(items: Iterable<T>): readonly T[] {
    return [...items].filter(({ id }) => this.#sees(id));
  }
  #when<T>(id: string, answer: () => T, none: T): T {
    return this.#sees(id) ? answer() : none;
  }

  override other(branch: string): never {
    return this.#refuse(`compare with branch \`${branch}\``);
  }
  override mergeBase(source: string, target: string): never {
    return this.#refuse(`compare \`${source}\` with \`${target}\``);
  }
  #refuse(what: string): never {
    throw new Refusal(
      'SCOPE_DENIED',
      `you may not ${what}: your READ permission does not hold for the whole model`,
      'ask about single elements, or ask the operator to widen READ',
    );
  }
  override operationOf(id: string): readonly StoredEvent[] | null {
    const events = super.operationOf(id)?.filter((event) => this.#seesEvent(event)) ?? [];
    return events.length === 0 ? null : events;
  }
  override history(query: HistoryQuery): readonly StoredEvent[] {
    return super.history(query).filter((event) => this.#seesEvent(event));
  }
  #seesEvent(event: StoredEvent): boolean {
    // Events that are about no element (branches, runs) name no place.
    return affectedIds([event]).size === 0 && event.type !== 'element.hosted'
      ? true
      : touchedIds(event).every((id) => this.#sees(id));
  }

  override element(id: string): Element | undefined {
    return this.#when(id, () => super.element(id), undefined);
  }
  override elementOf<K extends ElementKind>(id: string, kind: K): ElementOf<K> | undefined {
    return this.#when(id, () => super.elementOf(id, kind), undefined);
  }
  override version(id: string): number {
    return this.#when(id, () => super.version(id), 0);
  }
  override levels(): readonly ElementOf<'level'>[] {
    return this.#seen(super.levels());
  }
  override elements(): Iterable<Element> {
    return this.#seen(super.elements());
  }
  override elementsOf<K extends ElementKind>(kind: K): Iterable<ElementOf<K>> {
    return this.#seen<ElementOf<K>>(super.elementsOf(kind));
  }
  override elementsOnLevel(level_id: string): Iterable<Element> {
    return this.#seen(super.elementsOnLevel(level_id));
  }
  override count(kind?: ElementKind): number {
    return this.#seen<Element>(kind === undefined ? super.elements() : super.elementsOf(kind))
      .length;
  }
  override hostedBy(host_id: string): readonly HostedElement[] {
    return this.#when(host_id, () => this.#seen(super.hostedBy(host_id)), []);
  }
  override levelOf(id: string): string | null {
    return this.#when(id, () => super.levelOf(id), null);
  }
  override cascadeOf(
    id: string,
  ): readonly { readonly id: string; readonly cascade_of: string | null }[] {
    return this.#when(id, () => this.#seen(super.cascadeOf(id)), []);
  }
  override joinedWalls(wall_id: string): readonly string[] {
    return this.#when(wall_id, () => super.joinedWalls(wall_id).filter((id) => this.#sees(id)), []);
  }
  override nearIds(id: string, limit: number): readonly string[] {
    return super.nearIds(id, limit).filter((near) => this.#sees(near));
  }
  override branchesWith(): readonly string[] {
    return [];
  }
  override bounds(id: string): BoxMm | null {
    return this.#when(id, () => super.bounds(id), null);
  }
  override footprint(wall_id: string): WallFootprint | null {
    return this.#when(wall_id, () => super.footprint(wall_id), null);
  }
  override outline(id: string): readonly PlanPoint[] | null {
    return this.#when(id, () => super.outline(id), null);
  }
  override mesh(id: string): Mesh | null {
    return this.#when(id, () => super.mesh(id), null);
  }
  override measures(id: string): Measures {
    return this.#when(id, () => super.measures(id), NOTHING);
  }
  override inBox(box: BoxMm): readonly string[] {
    return super.inBox(box).filter((id) => this.#sees(id));
  }
}

function placeOf(view: BuildingView, element: Element): Place {
  const { id, kind } = element;
  const level = view.elementOf(kind === 'level' ? id : (view.levelOf(id) ?? ''), 'level');
  return {
    category: CATEGORY_OF[kind],
    levels: level === undefined ? [] : [{ id: level.id, name: level.params.name }],
    box: view.bounds(id),
  };
}
