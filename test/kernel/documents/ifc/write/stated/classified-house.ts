/** @module classified-house: four walls of one type and a room, with codes of systems of every kind, in different spellings. */
import { World } from '../../../../../servers/building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });
export const DICTIONARY = 'https://identifier.buildingsmart.org/uri/buildingsmart/ifc/4.3';
export const WALL_CLASS = `${DICTIONARY}/class/IfcWall`;

/** The house: walls are classified by their type, and two of them by themselves, too. */
export async function classifiedHouse(): Promise<World> {
  const world = await World.create();
  const level_id = await world.make('create_level', { name: 'Ground', elevation: 0, height: 3000 });
  const layers = [{ material: 'Brick', thickness: 240, function: 'structure' }];
  const type_id = await world.make('create_type', { name: 'Brick 240', for: 'wall', layers });
  const corners = [P(0, 0), P(5000, 0), P(5000, 4000), P(0, 4000)];
  const walls: string[] = [];
  for (const [i, start] of corners.entries()) {
    const end = corners[(i + 1) % 4];
    walls.push(await world.make('create_wall', { level_id, type_id, start, end, name: `W${i}` }));
  }
  const room = await world.make('create_room', { level_id, point: P(2500, 2000), name: 'Hall' });
  const give = async (element_ids: readonly string[], properties: object): Promise<void> => {
    await world.do('set_properties', { element_ids, set: 'classification', properties });
  };
  // Other spellings of the systems that walls name below.
  await give([type_id], { Uniclass: 'EF_25_10', 'DIN 276:2018-12': '331' });
  await give(walls.slice(0, 1), { 'Uniclass 2015': { code: 'EF_25_30', name: 'Doors' } });
  await give(walls.slice(1, 2), { bSDD: WALL_CLASS });
  const uri = 'https://example.org/rooms/7';
  await give([room, level_id], { 'Own list': { code: '7', name: 'Höfe', uri, source: 'We' } });
  return world;
}
