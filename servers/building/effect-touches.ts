/** @module effect-touches: what planned events touch, for scope checks, and the views and sheets that they create. */
import type { Change, Touch } from '../../governance/tool/domain.ts';
import type { ElementTouch } from '../../kernel/building/model/effect/touch.ts';
import type { StateView } from '../../kernel/building/model/state-view.ts';
import type { PlannedEvent } from '../../schemas/events.ts';
import { VIEW_CATEGORY } from '../../schemas/permissions.ts';
import type { ScopeLevel } from '../../schemas/sight.ts';

/** The touch for scope checks: a level name refers to the level that had it before the events. */
export function placedTouch(
  touch: ElementTouch,
  views: { readonly before: StateView; readonly after: StateView },
  meant: ReadonlyMap<string, string>,
): Touch {
  const levels = touch.levels.map((level_id): ScopeLevel => {
    const level =
      views.before.elementOf(level_id, 'level') ?? views.after.elementOf(level_id, 'level');
    const shown = level?.params.name ?? level_id;
    return { id: level_id, meant: meant.get(level_id) ?? null, shown };
  });
  return { ...touch, levels };
}

/** Views and sheets for scope checks: they are on the levels that they name and have no body. */
export function drawingTouches(
  events: readonly PlannedEvent[],
  view: StateView,
  meant: ReadonlyMap<string, string>,
): readonly Touch[] {
  return events.flatMap((event): readonly Touch[] => {
    if (event.type !== 'view.created' && event.type !== 'sheet.created') return [];
    const levels = event.payload.level_ids.map((id): ScopeLevel => {
      const shown = view.elementOf(id, 'level')?.params.name ?? id;
      return { id, meant: meant.get(id) ?? null, shown };
    });
    const kind = event.type === 'view.created' ? 'view' : 'sheet';
    const touch = {
      id: event.aggregate_id,
      action: 'CREATE',
      kind,
      category: VIEW_CATEGORY,
    } as const;
    return [{ ...touch, levels, before: [], after: [], scoped: true }];
  });
}

/** Views and sheets that events create, as the preview shows them. */
export function drawingChanges(events: readonly PlannedEvent[]): readonly Change[] {
  return events.flatMap((event): readonly Change[] => {
    if (event.type !== 'view.created' && event.type !== 'sheet.created') return [];
    const { definition, level_ids } = event.payload;
    const [level_id = null, ...others] = level_ids;
    const kind = event.type === 'view.created' ? 'view' : 'sheet';
    const id = event.aggregate_id;
    const level = others.length === 0 ? level_id : null;
    return [{ id, change: 'created', kind, level_id: level, params: definition }];
  });
}
