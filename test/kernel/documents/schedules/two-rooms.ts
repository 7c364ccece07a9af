/** @module two rooms: a small building with quantities computed by hand, and its tables. */
import { Model } from '../../../../kernel/building/model/model.ts';
import type { ModelView } from '../../../../kernel/building/model/view.ts';
import { schedule } from '../../../../kernel/documents/schedules/schedule.ts';
import type { Cell, Table } from '../../../../kernel/documents/schedules/table.ts';
import type { TakeOffRequest } from '../../../../kernel/documents/schedules/take-off.ts';
import { takeOff } from '../../../../kernel/documents/schedules/take-off.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import type { ScheduleDefinition } from '../../../../schemas/schedules.ts';
import type { PlanPoint } from '../../../../schemas/units.ts';
import { created, Site } from '../../building/model/build.ts';
import { solids } from '../../checks/clash/clash-model.ts';

const at = (x: number, y: number): PlanPoint => ({ x, y });

/**
 * Four walls of 200 mm around 8 x 4 m, a partition of 100 mm in the middle, two doors and a room on each side; on the
 * floor above is one wall with a door. The wall above comes first, and the doors are not in the order of their names.
 */
const BUILDING: readonly PlannedEvent[] = [
  created('level', 'L2', { name: 'First', elevation: 3000 }),
  created('level', 'L1', { name: 'Ground', elevation: 0 }),
  created('wall', 'above', { level_id: 'L2', name: 'Above', fire_rating_min: 60 }),
  created('wall', 'south', { name: 'South', end: at(8000, 0), usage: 'exterior' }),
  created('wall', 'east', { start: at(8000, 0), end: at(8000, 4000), usage: 'exterior' }),
  created('wall', 'north', { start: at(8000, 4000), end: at(0, 4000), usage: 'exterior' }),
  created('wall', 'west', { start: at(0, 4000), end: at(0, 0), usage: 'exterior' }),
  created('wall', 'middle', { start: at(4000, 0), end: at(4000, 4000), thickness: 100 }),
  created('room', 'left', { name: 'Study', number: '1', point: at(2000, 2000), occupancy: 2 }),
  created('room', 'right', { name: 'Hall', number: '2', point: at(6000, 2000), occupancy: 3 }),
  created('door', 'd10', { host_id: 'middle', name: 'D10', fire_rating_min: 30 }),
  created('door', 'd9', { host_id: 'south', name: 'D9', width: 1000, is_exit: true }),
  created('door', 'd1', { host_id: 'above', name: 'D1', width: 800, door_type: 'sliding' }),
];

export function viewOf(events: readonly PlannedEvent[]): ModelView {
  const site = new Site(new Model({ solids }));
  site.commit('main', events);
  return site.view();
}

export const building = viewOf(BUILDING);

export class Refused extends Error {
  readonly code: string;
  readonly data: Readonly<Record<string, unknown>>;
  constructor(code: string, message: string, data: Readonly<Record<string, unknown>> = {}) {
    super(`${code}: ${message}`);
    this.code = code;
    this.data = data;
  }
}

export const refuse = (
  code: string,
  message: string,
  data?: Readonly<Record<string, unknown>>,
): never => {
  throw new Refused(code, message, data);
};

export function scheduleOf(request: ScheduleDefinition, view = building): Table {
  return schedule(view, request, refuse);
}

export function takeOffOf(request: TakeOffRequest, view = building): Table {
  return takeOff(view, request, refuse);
}

/** Cells of the rows of a table without groups. */
export function cellsOf({ rows }: Pick<Table, 'rows'>): readonly (readonly Cell[])[] {
  return rows.map(({ cells }) => cells);
}
