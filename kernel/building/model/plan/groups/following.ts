/** @module following: state of a group while its placements follow a change of one of them. */
import { Refusal } from '../../../../../schemas/errors.ts';
import type { PlannedEvent } from '../../../../../schemas/events.ts';
import type { Exclusive, IdSource, PlanContext } from '../../../../../schemas/plan.ts';
import { deepEqual } from '../../../../base/canonical/deep-equal.ts';
import { placementName } from '../../../kinds/group/group.ts';
import type { Group } from '../../../kinds/group/group.ts';
import type { AnyElement, KindCode, Motion } from '../../../kinds/kind.ts';
import { isOf } from '../../../kinds/kind.ts';
import { lineOffsetOf } from '../../../kinds/rules/location-line.ts';
import { drawnMotion } from '../../../kinds/shared/motion.ts';
import { wall } from '../../../kinds/wall/wall.ts';
import type { ModelView } from '../../view.ts';
import { anchored } from './anchored.ts';
import type { Way } from './image.ts';
import { isExact, motionBetween, type Place } from './placed.ts';

/** Progress reported at checkpoints between elements. */
export const STEP = { done: 0, total: 0, doing: 'following groups' };

/** Views before and after the triggering events, and the source of new ids. */
export type Around = {
  readonly before: ModelView;
  readonly after: ModelView;
  readonly ids: IdSource;
};

/** Additional events with their dependencies, warnings and exclusivity. */
export type GroupsAlong = {
  readonly events: readonly PlannedEvent[];
  readonly relies_on: readonly string[];
  readonly warnings: readonly string[];
  readonly exclusive: Exclusive;
};

/** Ids of corresponding elements, by row. */
export type Column = ReadonlyMap<number, string>;

/** One group while its placements follow. Rows and columns are those of the group after the events. */
export class Following {
  readonly around: Around;
  readonly group: Group;
  /** The group before the events; undefined if they create it. */
  readonly was: Group | undefined;
  readonly events: PlannedEvent[] = [];
  readonly relies_on = new Set<string>();
  /** Columns added to the group. */
  readonly added: Column[] = [];
  /** Ids of elements that are changed, created or deleted by following, by row. */
  readonly followed = new Map<number, Set<string>>();
  readonly count = { changed: 0, made: 0, deleted: 0 };
  /** Additional notes for the answer. */
  readonly notes: string[] = [];
  exclusive: Exclusive = false;
  readonly #now = new Map<string, AnyElement>();
  readonly #ways = new Map<string, Way>();
  readonly #beside: boolean;

  constructor(group: Group, around: Around) {
    this.group = group;
    this.around = around;
    this.was = around.before.elementOf(group.id, 'group');
    this.#beside = (group.params.members[0] ?? []).some((id) => {
      const element = around.after.element(id) ?? around.before.element(id);
      return isOf(wall, element) && lineOffsetOf(element.params) !== 0;
    });
    if (this.was !== undefined) this.relies_on.add(group.id);
  }

  /** Returns the planned state of an element; undefined if it is deleted. */
  now(id: string): AnyElement | undefined {
    return this.#now.get(id) ?? this.around.after.element(id);
  }
  set(element: AnyElement): void {
    this.#now.set(element.id, element);
  }
  /** Elements that follow, in their planned state. */
  get changed(): readonly AnyElement[] {
    return [...this.#now.values()];
  }
  note(row: number, id: string, what: keyof Following['count']): void {
    const known = this.followed.get(row) ?? new Set();
    this.followed.set(row, known);
    if (known.has(id)) return;
    known.add(id);
    this.count[what] += 1;
  }

  idsOf(row: number): readonly string[] {
    return this.group.params.members[row] ?? [];
  }
  placeOf(row: number): Place {
    const place = this.group.params.placements[row];
    if (place === undefined) throw new RangeError(`no placement ${row}`);
    return place;
  }
  /** Returns the row before the events; undefined for a new placement. */
  rowBefore(row: number): number | undefined {
    const { number } = this.group.params.placements[row] ?? {};
    const found = this.was?.params.placements.findIndex((one) => one.number === number) ?? -1;
    return found < 0 ? undefined : found;
  }
  /** Returns whether an existing placement has a new position, which means it was moved as a whole. */
  isMoved(row: number): boolean {
    const was = this.was?.params.placements[this.rowBefore(row) ?? -1];
    return was !== undefined && !deepEqual({ ...was }, { ...this.placeOf(row) });
  }
  /** Members of a row before the events; empty for a new placement. */
  idsBefore(row: number): readonly string[] {
    return this.was?.params.members[this.rowBefore(row) ?? -1] ?? [];
  }

  /** Returns the mapping from one placement to another. */
  way(from: number, to: number): Way {
    return this.#known(`${from} ${to} ${this.added.length}`, () => this.#wayOf(from, to));
  }
  /** Returns the mapping for elements in their old state, because their hosts may have been deleted since. */
  wayBefore(from: number, to: number): Way {
    return this.#known(`${from} ${to} ${this.added.length} before`, () => {
      const { motion, ids, levels } = this.way(from, to);
      const { before } = this.around;
      const [had, has] = [this.idsBefore(from), this.idsBefore(to)];
      const deleted = had.flatMap((id, column): readonly (readonly [string, string])[] =>
        ids.has(id) ? [] : [[id, has[column] ?? '']],
      );
      return {
        motion,
        ids: new Map([...ids, ...deleted]),
        levels,
        there: (id) => before.element(id) ?? this.now(id),
      };
    });
  }
  #known(key: string, make: () => Way): Way {
    const known = this.#ways.get(key);
    if (known !== undefined) return known;
    const way = make();
    this.#ways.set(key, way);
    return way;
  }
  #wayOf(from: number, to: number): Way {
    const { after, before } = this.around;
    const ids = new Map<string, string>();
    for (const column of this.added) {
      const [here, there] = [column.get(from), column.get(to)];
      if (here !== undefined && there !== undefined) ids.set(here, there);
    }
    const levels = new Map<string, string>();
    const pairs: (readonly [AnyElement, AnyElement])[] = [];
    const there = this.idsOf(to);
    for (const [column, id] of this.idsOf(from).entries()) {
      const other = there[column] ?? '';
      ids.set(id, other);
      const is = before.element(id) ?? after.element(id);
      const as = before.element(other) ?? after.element(other);
      if (is === undefined || as === undefined) continue;
      pairs.push([is, as]);
      const [level, level_there] = [is, as].map((one) => after.kinds.references(one).level);
      if (typeof level === 'string' && typeof level_there === 'string') {
        levels.set(level, level_there);
      }
    }
    const [here_place, there_place] = [this.placeOf(from), this.placeOf(to)];
    const plain = motionBetween(here_place, there_place);
    const motion = [here_place, there_place].every(isExact)
      ? plain
      : anchored(this.asDrawn(plain), pairs, after.kinds);
    return { motion, ids, levels, there: (id) => this.now(id) };
  }
  asDrawn(motion: Motion): Motion {
    return this.#beside ? drawnMotion(motion) : motion;
  }

  /** Returns a context whose refusals name the placement that cannot follow and suggest a solution. */
  in(row: number): PlanContext<KindCode> {
    const refuse = (
      _code: string,
      message: string,
      data?: Readonly<Record<string, unknown>>,
    ): never => {
      throw cannotFollow(this.group, row, message, data);
    };
    return { refuse, ids: this.around.ids, snap_mm: 0 };
  }
}

/** Returns the refusal for a placement that can no longer equal the others, with a suggested solution. */
export function cannotFollow(
  group: Group,
  row: number,
  message: string,
  data: Readonly<Record<string, unknown>> = {},
): Refusal {
  const number = group.params.placements[row]?.number ?? row + 1;
  return new Refusal(
    'REGENERATION_FAILED',
    `\`${placementName(group, row)}\` cannot follow as a placement of group \`${group.id}\`: ${message}; change it otherwise, or first release that placement from the group with create_group {group_id: "${group.id}", release: ${number}}, by itself or in apply_changes`,
    `release the placement with create_group {group_id, release: ${number}}, or plan another change`,
    { ...data, group_id: group.id, placement: number },
  );
}
