/** @module level-pictures: plans of the levels that operations changed, before the first and after the last of these. */
import type { ProjectedView } from '../../../kernel/building/model/projection/projected-view.ts';
import { changePlan } from '../../../kernel/documents/picture/plan/change-plan.ts';
import type { Change } from '../../../kernel/documents/picture/plan/plan-panel.ts';
import type { ElementRecord } from '../../../schemas/events.ts';
import type { Effect } from '../../../servers/approvals/effect.ts';
import { maskedDrawing, maskedText } from './masked.ts';
import type { ElementCounts, Listed, PictureRow } from './report-data.ts';

/** Most levels that are drawn. */
const LEVELS_MAX = 24;

type Side = { readonly before: ProjectedView; after: ProjectedView; readonly ids: Set<string> };

/** Collects the elements that operations change, with the states of their branches. */
export class LevelPictures {
  readonly #branches = new Map<string, Side>();

  /** Adds the effect of one operation on a branch, in the order of the log. */
  add(branch: string, effect: Effect): void {
    const { before, after, items, imported, undone, carried } = effect;
    const ids = [
      ...items.map(({ element }) => element.id),
      ...[...imported, ...undone, ...carried].map(({ id }) => id),
    ];
    if (ids.length === 0) return;
    const side = this.#branches.get(branch) ?? { before, after, ids: new Set<string>() };
    this.#branches.set(branch, side);
    side.after = after;
    for (const id of ids) side.ids.add(id);
  }

  /** One picture for each changed level, by branch and elevation. */
  list(): Listed<PictureRow> {
    const rows: PictureRow[] = [];
    let total = 0;
    for (const [branch, side] of this.#branches) {
      const changes = netChanges(side);
      for (const [level_id, counts] of levelsOf(side, changes)) {
        total += 1;
        if (rows.length < LEVELS_MAX) {
          rows.push(pictureOf(branch, level_id, counts, { side, changes }));
        }
      }
    }
    return { rows, total };
  }
}

/** What became of each element; elements that exist neither before nor after the operations are left out. */
function netChanges({ before, after, ids }: Side): ReadonlyMap<string, Change> {
  const changes = new Map<string, Change>();
  for (const id of ids) {
    const [was, is] = [before, after].map(({ model }) => model.element(id) !== undefined);
    if (was === true) changes.set(id, is === true ? 'modified' : 'deleted');
    else if (is === true) changes.set(id, 'created');
  }
  return changes;
}

/** The changed levels from the lowest up, with the numbers of their changed elements. */
function levelsOf(
  { before, after }: Side,
  changes: ReadonlyMap<string, Change>,
): readonly (readonly [string, ElementCounts])[] {
  const levels = new Map<string, { created: number; modified: number; deleted: number }>();
  for (const [id, change] of changes) {
    if (change === 'same') continue;
    const found = [before, after].flatMap((view) => view.storeyOf(id) ?? []);
    for (const level of new Set(found)) {
      const counts = levels.get(level) ?? { created: 0, modified: 0, deleted: 0 };
      levels.set(level, counts);
      counts[change] += 1;
    }
  }
  const elevation = (id: string): number =>
    [after, before].flatMap(({ model }) => model.elementOf(id, 'level') ?? [])[0]?.params
      .elevation ?? 0;
  return [...levels].toSorted(([a], [b]) => elevation(a) - elevation(b));
}

function pictureOf(
  branch: string,
  level_id: string,
  counts: ElementCounts,
  { side, changes }: { readonly side: Side; readonly changes: ReadonlyMap<string, Change> },
): PictureRow {
  const { before, after } = side;
  for (const { model } of [before, after]) {
    model.prepareWalls(Array.from(model.elementsOnLevel(level_id), ({ id }) => id));
  }
  const named = [after, before].flatMap(({ model }) => model.elementOf(level_id, 'level') ?? []);
  const level = maskedText(named[0]?.params.name ?? level_id);
  const drawing = changePlan({
    sides: { before: before.model, after: after.model },
    names: ['before', 'after'],
    changes,
    storeys: [{ level_id, points: null }],
    more: 0,
    head: {
      title: `${level} on ${branch}`,
      subtitle: `${counts.created} created, ${counts.modified} modified, ${counts.deleted} deleted`,
    },
  });
  const names = [before, after].flatMap(({ model }) =>
    [...named, ...model.elementsOnLevel(level_id)].flatMap(({ params: { name } }: ElementRecord) =>
      typeof name === 'string' ? [name] : [],
    ),
  );
  return { branch, level, changes: counts, drawing: maskedDrawing(drawing, names) };
}
