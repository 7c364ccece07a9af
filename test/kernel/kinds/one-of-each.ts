/** @module one of each: a building with one element of each kind under the name of its kind, all of them given names. */
import { type Element, type ElementKind, KINDS } from '../../../kernel/kinds/elements.ts';
import type { StateView } from '../../../kernel/model/state-view.ts';
import type { PlannedEvent } from '../../../schemas/events.ts';
import { created, make } from '../model/build.ts';
import { building } from './bench.ts';

const IN_WALL = { host_id: 'wall', name: 'Given' };

const PLAIN: { readonly [kind in ElementKind]: Element } = {
  level: make('level', 'L1'),
  wall: make('wall', 'wall', { name: 'Given', fire_rating_min: 90 }),
  floor: make('floor', 'floor', { name: 'Given', fire_rating_min: 90 }),
  roof: make('roof', 'roof', { name: 'Given' }),
  column: make('column', 'column', { name: 'Given', location: { x: 8000, y: 0 } }),
  beam: make('beam', 'beam', { name: 'Given' }),
  stair: make('stair', 'stair', { name: 'Given' }),
  ramp: make('ramp', 'ramp', { name: 'Given' }),
  railing: make('railing', 'railing', { name: 'Given' }),
  grid: make('grid', 'grid', { name: 'Given' }),
  room: make('room', 'room', { name: 'Given', number: '1', usage: 'kitchen', occupancy: 4 }),
  opening: make('opening', 'opening', { ...IN_WALL, offset: 100, width: 500 }),
  door: make('door', 'door', { ...IN_WALL, fire_rating_min: 30 }),
  window: make('window', 'window', IN_WALL),
  solid: make('solid', 'solid', { name: 'Given' }),
  material: make('material', 'material', { name: 'Given' }),
  site: make('site', 'site'),
  group: make('group', 'group', { name: 'Given', members: [['column']] }),
  type: make('type', 'type', { name: 'Given', for: 'door', layers: [] }),
};

/** Each kind with its element; the level is the ground floor of the bench. */
export const ONE_OF_EACH: readonly Element[] = KINDS.all.flatMap(({ kind }) =>
  Object.values(PLAIN).filter((element) => element.kind === kind),
);

/** The bench with one element of each kind. */
export function oneOfEach(...more: readonly PlannedEvent[]): StateView {
  const elements = ONE_OF_EACH.filter(({ kind }) => kind !== 'level');
  return building(...elements.map(({ kind, id, params }) => created(kind, id, params)), ...more);
}
