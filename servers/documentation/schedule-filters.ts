/** @module schedule filters: the elements by which a schedule is narrowed, which must be there. */
import type { ElementCode, LevelCode, Refusing } from '../../kernel/kinds/rules/lookup.ts';
import { requireElement, requireLevel } from '../../kernel/kinds/rules/lookup.ts';
import type { ScheduleDefinition } from '../../schemas/schedules.ts';
import { ScheduleHost, ScheduleLevel } from '../../schemas/schedules.ts';
import { ELEMENT_IDS } from '../building/arguments.ts';
import type { BuildingView } from '../building/view.ts';

ELEMENT_IDS.add(ScheduleLevel, { kinds: ['level'] });
ELEMENT_IDS.add(ScheduleHost, { kinds: [] });

/** Refuses LEVEL_NOT_FOUND, ELEMENT_NOT_FOUND or CROSS_BRANCH for a level or host that is not there. */
export function requireFilters(
  filters: ScheduleDefinition['filters'],
  view: BuildingView,
  context: Refusing<ElementCode | LevelCode>,
): void {
  if (filters?.level_id !== undefined) requireLevel(view, filters.level_id, context);
  if (filters?.host_id !== undefined) requireElement(view, filters.host_id, context);
}
