/** @module log-groups: elements by their last change, and by the findings of the latest checks. */
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { runsOfTool } from '../../../schemas/events.ts';
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
  const index = await LogIndex.upTo(looking.reader, seq);
  return (id) => index.at(view.version(id));
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
