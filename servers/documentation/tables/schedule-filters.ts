/** @module schedule-filters: checks that the level and the host of a schedule filter exist. */
import type {
  ElementCode,
  LevelCode,
  Refusing,
} from '../../../kernel/building/kinds/rules/lookup.ts';
import { requireElement, requireLevel } from '../../../kernel/building/kinds/rules/lookup.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import type { ScheduleDefinition } from '../../../schemas/schedules.ts';
import { ScheduleHost, ScheduleLevel } from '../../../schemas/schedules.ts';
import { ELEMENT_IDS } from '../../building/arguments.ts';

ELEMENT_IDS.add(ScheduleLevel, { kinds: ['level'] });
ELEMENT_IDS.add(ScheduleHost, { kinds: [] });

/** Refuses LEVEL_NOT_FOUND, ELEMENT_NOT_FOUND or CROSS_BRANCH for a missing level or host. */
export function requireFilters(
  filters: ScheduleDefinition['filters'],
  view: BuildingView,
  context: Refusing<ElementCode | LevelCode>,
): void {
  if (filters?.level_id !== undefined) requireLevel(view, filters.level_id, context);
  if (filters?.host_id !== undefined) requireElement(view, filters.host_id, context);
}
