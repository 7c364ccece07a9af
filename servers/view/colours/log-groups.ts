/** @module log-groups: elements by their last change, and by the findings of the latest checks. */
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { runsOfTool, touchedIds } from '../../../schemas/events.ts';
import { DETAIL_FIELDS } from '../../validation/finding-fields.ts';
import { namesOf } from '../answers/names.ts';
import type { Looking } from '../looking/looking.ts';
import type { ColourGroup } from '../protocol/scene.ts';
import { distinct, groupedBy, ordered } from './groupings.ts';
import { LogIndex, type Written } from './log-index.ts';
import { SEVERITY_COLOURS } from './palettes.ts';

/** A moment of a branch. */
type Place = { readonly view: BuildingView; readonly seq: number };

/** More days than this are grouped by month, and more months by year. */
const MOST_PERIODS = 12;
/** Characters of a day that name the day, its month and its year. */
const PERIODS = [10, 7, 4] as const;
/** Events of a person with a restricted READ that are read at once. */
const WINDOW = 1000;
/** Runs of a check that are searched for its latest ones. */
const RUNS_SEARCHED = 50;

/** Elements by the day, month or year of their last change, oldest first. */
export async function groupsByAge(place: Place, looking: Looking): Promise<readonly ColourGroup[]> {
  const lastOf = await lastChanges(place, looking);
  const days = groupedBy(place.view, ({ id }) => lastOf(id)?.day ?? null);
  const length =
    PERIODS.find((size) => new Set(days.map(([day]) => day.slice(0, size))).size <= MOST_PERIODS) ??
    PERIODS[2];
  return ordered(groupedBy(place.view, ({ id }) => lastOf(id)?.day.slice(0, length) ?? null));
}

/** Elements by the author of their last change. */
export async function groupsByAuthor(
  place: Place,
  looking: Looking,
): Promise<readonly ColourGroup[]> {
  const lastOf = await lastChanges(place, looking);
  const names = await namesOf(looking.reader);
  return distinct(
    groupedBy(place.view, ({ id }) => {
      const last = lastOf(id);
      return last === undefined ? null : names(last).who;
    }),
  );
}

async function lastChanges(
  { view, seq }: Place,
  looking: Looking,
): Promise<(id: string) => Written | undefined> {
  if (!view.whole) {
    const last = await seenChanges(view, seq);
    return (id) => last.get(id);
  }
  const index = await LogIndex.upTo(looking.reader, seq);
  return (id) => index.at(view.version(id));
}

const SEEN = new WeakMap<BuildingView, ReadonlyMap<string, Written>>();

/**
 * The last change of each element that a person with a restricted READ sees. SECURITY: the version of an element also counts
 * hidden changes, such as those of doors in a wall.
 */
async function seenChanges(view: BuildingView, seq: number): Promise<ReadonlyMap<string, Written>> {
  const known = SEEN.get(view);
  if (known !== undefined) return known;
  const last = new Map<string, Written>();
  for (let before = seq + 1; ;) {
    const events = await view.history({ element_id: null, limit: WINDOW, before });
    for (const event of events) {
      const { user_id, agent_id, at } = event;
      const written = { user_id, agent_id, day: at.slice(0, PERIODS[0]) };
      for (const id of touchedIds(event)) if (!last.has(id)) last.set(id, written);
    }
    if (events.length < WINDOW) break;
    before = events.at(-1)?.seq ?? 0;
  }
  SEEN.set(view, last);
  return last;
}

/** Elements by their most severe finding in the latest run of each check with the same arguments. */
export async function groupsByFinding(view: BuildingView): Promise<readonly ColourGroup[]> {
  const severities = Object.keys(SEVERITY_COLOURS);
  const worst = new Map<string, number>();
  for (const tool of Object.keys(DETAIL_FIELDS).toSorted()) {
    const events = await view.history({ element_id: runsOfTool(tool), limit: RUNS_SEARCHED });
    const seen = new Set<string>();
    for (const event of events) {
      if (event.type !== 'validation.run') continue;
      const options = JSON.stringify(event.payload.options);
      if (seen.has(options)) continue;
      seen.add(options);
      for (const { severity, element_ids } of event.payload.findings) {
        const rank = severities.indexOf(severity);
        for (const id of element_ids) worst.set(id, Math.min(rank, worst.get(id) ?? rank));
      }
    }
  }
  const groups = groupedBy(view, ({ id }) => worst.get(id) ?? null);
  return groups.map(([rank, ids]) => {
    const label = severities[rank] ?? '';
    return { label, colour: SEVERITY_COLOURS[label] ?? 0, ids };
  });
}
