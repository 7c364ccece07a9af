/** @module furnished-building: elements of every kind, with as many values as their kind accepts, for laws about losses. */
import type { Approving } from '../approving.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

const SCRIPT = `
level "Ground" at 0 height 3 as g
level "First" at 3.2 height 2.8 as f
level "Roof" at 6 height 3 as top
material "Brick" colour "#aa5533" class "masonry"
type wall "Outer" layers "Brick" 0.12 finish, "Wool" 0.1 insulation, "Concrete" 0.2 structure as outer
type floor "Deck" layers "Concrete" 0.2 structure as deck
type roof "Tiles" layers "Clay" 0.2 finish as tiles
type window "W1" size 1 x 1.2 operation "fixed" frame "Oak" 0.05 x 0.1 glazing double position inside sash 0.06 mullion 0.07 sill 0.03 grid 2 x 1 fixed, casement_left as pane
type door "D1" size 0.9 x 2.1 operation "single" frame "Oak" 0.05 x 0.1 leaf "Steel" 0.04 leaves 1 glazing single threshold 0.02 as leaf
on $g
walls rect (0, 0) to (10, 8) thickness 0.3 fire 60 as s
wall (5, 0) to (5, 8) thickness 0.12 as mid
wall (14, 0) to (18, 0) to $f as tall
wall (14, 2) to (18, 2) via (16, 3) line left as arc
wall (14, 5) to (19, 5) thickness 0.3 type curtain grid 1 x 1.5 mullion 0.06 x 0.12 as glass
wall (14, 7) to (18, 7) of $outer side left line core as built
door in $s.south at 1 width 0.9 fire 30 anchor start exit as d
door in $mid at 3 of $leaf as d1
window in $s.north at 1 size 1 x 1.2 anchor middle as w
window in $s.west at 1 of $pane as w1
opening in $s.east at 2 size 0.6 x 0.6 anchor end as o
floor rect (0, 0) to (10, 8) hole rect (7, 6) to (8, 7) as slab
opening in $slab at (2, 6) size 0.5 x 0.6 turn 20 as shaft
floor rect (20, 0) to (30, 12) on $f of $deck as upper
wall (21, 10) to (25, 10) under $upper as below
stair at (22, 3) to $f direction 0 width 1 shape l turn left landing 1.2 handrails both cut as st
room "Day" at (2, 4) number "1" usage "office" occupancy 4 as day
room "Night" rect (5.2, 0.2) to (9.8, 7.8) number "2" usage "sleeping" occupancy 2 as night
column at (12, 2) size 0.3 x 0.3 to $f turn 10 as c1
column at (12, 4) size 0.2 x 0.3 turn 30 as c2
beam (12, 2) to (12, 4) size 0.2 x 0.3 as b1
roof rect (0, 0) to (10, 8) on $f edges 30, gable, 35, gable as r1
roof rect (20, 20) to (28, 26) hole rect (23, 22) to (25, 24) on $f type hip slope 20 of $tiles as r2
roof rect (30, 20) to (40, 28) on $f type mansard slope 60 as r3
set $r3 upper_slope_deg 25
set $r3 break_height 1.5
set $tall top_offset 100mm
set $slab fire_rating_min 90
set $s.south name "Wall"
set $slab name "Slab"
set $r1 name "Roof"
set $c1 name "Column"
set $b1 name "Beam"
set $st name "Stair"
set $o name "Opening"
set $d name "Door"
set $w name "Window"
site boundary rect (-20, -20) to (60, 60) north 12 crs "EPSG:25832" 500000 5700000 40
`;

/** Calls after the script; `$name` refers to a name of the script. */
const CALLS: readonly (readonly [tool: string, input: Readonly<Record<string, unknown>>])[] = [
  [
    'create_ramp',
    { level_id: '$g', start: P(32e3, 0), end: P(36e3, 0), width: 1200, rise: 300, name: 'Ramp' },
  ],
  [
    'create_railing',
    { level_id: '$g', path: [P(32e3, 4e3), P(36e3, 4e3), P(36e3, 6e3)], name: 'Rail' },
  ],
  [
    'create_furniture',
    { level_id: '$g', furniture_type: 'sofa', location: P(32e3, 8e3), name: 'Sofa' },
  ],
  ['create_grid', { name: 'A', start: P(0, -2e3), end: P(20e3, -2e3), level_id: '$g' }],
  ['create_separation', { level_id: '$g', start: P(32e3, 12e3), end: P(36e3, 12e3), name: 'Line' }],
  ['modify_parameter', { element_id: 'site', parameter_name: 'name', value: 'Site' }],
  [
    'create_beam',
    {
      level_id: '$g',
      start: P(40e3, 0),
      end: P(44e3, 0),
      profile: 'Purlin',
      outline: { boundary: [P(-50, -100), P(50, -100), P(50, 100), P(-50, 100)] },
      end_offset: 500,
      roll_deg: 15,
      name: 'Purlin',
    },
  ],
  [
    'create_column',
    {
      level_id: '$g',
      location: P(40e3, 4e3),
      top_location: P(41e3, 4e3),
      profile: 'Prop',
      outline: { boundary: [P(-50, -50), P(50, -50), P(50, 50), P(-50, 50)] },
      name: 'Prop',
    },
  ],
  [
    'create_floor',
    {
      level_id: '$g',
      boundary_points: [P(40e3, 8e3), P(44e3, 8e3), P(44e3, 12e3), P(40e3, 12e3)],
      slope: { point: P(40e3, 8e3), direction_deg: 0, pitch_deg: 10, edges: 'square' },
      name: 'Slope',
    },
  ],
  ['modify_parameter', { element_id: '$d', parameter_name: 'sill', value: 15 }],
  [
    'place_window',
    { wall_id: '$s.north', offset: 3e3, width: 1e3, shape: 'arched', rise: 300, name: 'Arch' },
  ],
  [
    'place_window',
    {
      wall_id: '$s.north',
      offset: 6e3,
      outline: [P(0, 0), P(1e3, 0), P(500, 1e3)],
      name: 'Gable',
    },
  ],
  [
    'create_opening',
    {
      host_id: '$s.south',
      offset: 6e3,
      sill: 500,
      width: 800,
      height: 1e3,
      shape: 'arched',
      rise: 200,
      name: 'Niche',
    },
  ],
  [
    'create_stair',
    {
      base_level_id: '$g',
      top_level_id: '$f',
      start: P(46e3, 0),
      direction_deg: 0,
      width: 1e3,
      base_offset: 100,
      top_offset: -100,
      top_tread: true,
      name: 'Steps',
    },
  ],
  ['modify_parameter', { element_id: '$day', parameter_name: 'base_offset', value: 15 }],
  ['boolean_operation', { element_a: '$c2', element_b: '$b1', operation: 'subtract' }],
  [
    'create_group',
    { name: 'Pair', element_ids: ['$c1', '$b1'], placements: [{ move: P(0, 30e3) }] },
  ],
  ['create_group', { name: 'Office area', element_ids: ['$day'], zone_kind: 'zone' }],
];

/** Elements that get properties, by kind and by a name of the script. */
const NOTED = ['s.south', 'd', 'slab', 'day', 'c1', 'b1', 'st', 'r1', 'w', 'o', 'outer', 'g'];

/** Builds it on main through the gate, as the agent; changes that need approval are approved. */
export async function furnish({ ask, decide }: Approving): Promise<void> {
  const commit = async (tool: string, input: Readonly<Record<string, unknown>>): Promise<void> => {
    const { success, error, approval_id } = await ask(tool, { dry_run: false, ...input });
    if (approval_id !== undefined) await decide(approval_id);
    else if (!success) throw new Error(`${tool}: ${JSON.stringify(error)}`);
  };
  await commit('run_script', { script: SCRIPT });
  for (const [tool, input] of CALLS) await commit(tool, input);
  const element_ids = NOTED.map((name) => `$${name}`);
  const properties = { Note: 'asbestos', Year: 1904, Listed: true, Leaks: false };
  await commit('set_properties', { element_ids, set: 'Survey', properties });
  const codes = {
    OmniClass: '21-02 20',
    'DIN 276': { code: '331', name: 'Walls', edition: '2018' },
  };
  const classified = { element_ids, set: 'classification', properties: codes };
  await commit('set_properties', classified);
}
