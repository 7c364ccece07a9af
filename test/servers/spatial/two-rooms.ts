/** @module two rooms: a small building created with the tools, for answers computed by hand. */
import { rectangle, World } from '../building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

/**
 * Rooms A (3,800 × 4,800 mm) and B (5,800 × 4,800 mm) between walls of 200 mm, 3,000 mm high; door D1 of 900 mm from
 * y = 1000 between them, exit D2 of 1,000 mm to the south from x = 8000, window W to the north of B; a floor of 200 mm
 * under both, a column of 400 mm in B at (7000, 2500), a stair in B along the north wall to a level at 3,200 mm.
 */
export async function twoRooms(): Promise<{ world: World; id: Readonly<Record<string, string>> }> {
  const world = await World.create();
  const ground = await world.make('create_level', { name: 'Ground', elevation: 0, height: 3200 });
  const first = await world.make('create_level', { name: 'First', elevation: 3200 });
  const made: Record<string, string> = { ground, first };
  const [south = '', east = '', north = '', west = ''] = await rectangle(
    world,
    ground,
    [0, 0, 10_000, 5000],
  );
  Object.assign(made, { south, east, north, west });
  const level_id = ground;
  made['middle'] = await world.make('create_wall', {
    level_id,
    start: P(4000, 0),
    end: P(4000, 5000),
  });
  made['D1'] = await world.make('place_door', {
    wall_id: made['middle'],
    offset: 1000,
    width: 900,
  });
  made['D2'] = await world.make('place_door', { wall_id: south, offset: 8000, width: 1000 });
  made['W'] = await world.make('place_window', { wall_id: north, offset: 1000, width: 1200 });
  made['A'] = await world.make('create_room', { level_id, point: P(2000, 2500), name: 'A' });
  made['B'] = await world.make('create_room', { level_id, point: P(7000, 1000), name: 'B' });
  const boundary_points = [P(-100, -100), P(10_100, -100), P(10_100, 5100), P(-100, 5100)];
  made['floor'] = await world.make('create_floor', { level_id, boundary_points, thickness: 200 });
  // Its underside is 3,000 mm above the ground, and its hole is over the stair.
  made['upper'] = await world.make('create_floor', {
    level_id: first,
    boundary_points,
    holes: [[P(5000, 3700), P(8800, 3700), P(8800, 4900), P(5000, 4900)]],
    thickness: 300,
  });
  made['column'] = await world.make('create_column', {
    level_id,
    location: P(7000, 2500),
    profile: '400x400',
    height: 2900,
  });
  // 18 risers over 3,200 mm, 17 treads of 200 mm: a run of 3,400 mm.
  made['stair'] = await world.make('create_stair', {
    base_level_id: ground,
    top_level_id: first,
    start: P(5400, 4300),
    direction_deg: 0,
    width: 1000,
    riser_max: 180,
    tread: 200,
  });
  made['C'] = await world.make('create_room', {
    level_id: first,
    name: 'C',
    boundary_points: [P(9000, 0), P(10_000, 0), P(10_000, 5000), P(9000, 5000)],
  });
  return { world, id: made };
}
