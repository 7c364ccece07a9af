/** @module statements: each statement becomes one call in millimetres. */
import { describe, expect, test } from 'vitest';

import { callsOf, GROUND, last } from './parsed.ts';

describe('statements become calls in millimetres', () => {
  test('elements to move are named by ids, with or without commas', () => {
    const ids = ['wall_aaaaaaaaaaaa', 'door_bbbbbbbbbbbb'];
    for (const named of [ids.join(' '), ids.join(', '), `"${ids.join('" "')}"`]) {
      expect(last(`move ${named} by (1, 0)`)).toMatchObject({ element_ids: ids });
    }
  });

  test.each<[string, string, Record<string, unknown>]>([
    [
      'level "First floor" at 3.2 height 2.8m',
      'create_level',
      { name: 'First floor', elevation: 3200, height: 2800 },
    ],
    ['level Cellar at -5ft 6in', 'create_level', { name: 'Cellar', elevation: -1676.4 }],
    ['level Step at -0ft 6in', 'create_level', { name: 'Step', elevation: -152.4 }],
    ['level Cellar at -2.5', 'create_level', { name: 'Cellar', elevation: -2500 }],
    [
      `${GROUND}wall (0,0) to (5.5, 0) height 3 thickness 20cm type structural usage exterior fire 60 load_bearing name "South"`,
      'create_wall',
      {
        level_id: '$g',
        start: { x: 0, y: 0 },
        end: { x: 5500, y: 0 },
        height: 3000,
        thickness: 200,
        wall_type: 'structural',
        usage: 'exterior',
        fire_rating_min: 60,
        load_bearing: true,
        name: 'South',
      },
    ],
    [
      `${GROUND}wall (0,0) to (6,0) type curtain grid 1.5 x 3 mullion 60mm x 15cm`,
      'create_wall',
      {
        level_id: '$g',
        start: { x: 0, y: 0 },
        end: { x: 6000, y: 0 },
        wall_type: 'curtain',
        curtain: {
          panel_width: 1500,
          panel_height: 3000,
          mullion_width: 60,
          mullion_depth: 150,
        },
      },
    ],
    [
      `${GROUND}let w = wall (0,0) to (5,0); door in $w at 1 sill 150mm`,
      'place_door',
      { wall_id: '$w', offset: 1000, sill: 150 },
    ],
    [
      `${GROUND}wall 0,0 5,0`,
      'create_wall',
      { level_id: '$g', start: { x: 0, y: 0 }, end: { x: 5000, y: 0 } },
    ],
    [
      'type wall Cavity layers brick 115mm finish, "mineral wool" 0.14 insulation, blocks 175mm',
      'create_type',
      {
        name: 'Cavity',
        for: 'wall',
        layers: [
          { material: 'brick', thickness: 115, function: 'finish' },
          { material: 'mineral wool', thickness: 140, function: 'insulation' },
          { material: 'blocks', thickness: 175 },
        ],
      },
    ],
    [
      'type door D1 size 1 x 2.1 operation double frame oak 60mm x 90mm leaf glass 10mm leaves 2 glazing double',
      'create_type',
      {
        name: 'D1',
        for: 'door',
        width: 1000,
        height: 2100,
        operation: 'double',
        frame_material: 'oak',
        frame_width: 60,
        frame_depth: 90,
        leaf_material: 'glass',
        leaf_thickness: 10,
        leaf_count: 2,
        glazing: 'double',
      },
    ],
    [
      'site boundary rect (0, 0) to (9, 9) north -30 crs "EPSG:25832" 691000.5 5334000 519',
      'set_site',
      {
        boundary: [
          { x: 0, y: 0 },
          { x: 9000, y: 0 },
          { x: 9000, y: 9000 },
          { x: 0, y: 9000 },
        ],
        true_north_deg: -30,
        georeference: {
          crs: 'EPSG:25832',
          eastings: 691_000.5,
          northings: 5_334_000,
          height: 519,
        },
      },
    ],
    [
      'material brick colour "#b5553a" class masonry',
      'create_material',
      { name: 'brick', colour: '#b5553a', class: 'masonry' },
    ],
    [
      `${GROUND}wall 0,0 5,0 of @Cavity side right`,
      'create_wall',
      {
        level_id: '$g',
        start: { x: 0, y: 0 },
        end: { x: 5000, y: 0 },
        type_id: '@Cavity',
        layer_side: 'right',
      },
    ],
    [
      'door in wall_4k2m at 1.25 size 0.9 x 2.1 type sliding swing none fire 30 exit',
      'place_door',
      {
        wall_id: 'wall_4k2m',
        offset: 1250,
        width: 900,
        height: 2100,
        door_type: 'sliding',
        swing: 'none',
        fire_rating_min: 30,
        is_exit: true,
      },
    ],
    [
      'window in "wall_4k2m" at 30in width 3ft height 4ft 6in sill 900mm type casement',
      'place_window',
      {
        wall_id: 'wall_4k2m',
        offset: 762,
        width: 914.4,
        height: 1371.6,
        sill_height: 900,
        window_type: 'casement',
      },
    ],
    [
      'opening in wall_1 at 2 size 1.4x2.2',
      'create_opening',
      { host_id: 'wall_1', offset: 2000, width: 1400, height: 2200 },
    ],
    [
      'opening in floor_1 at (2, 3) size 1 by 2',
      'create_opening',
      { host_id: 'floor_1', location: { x: 2000, y: 3000 }, width: 1000, height: 2000 },
    ],
    [
      `${GROUND}floor rect (4,3) to (0,0) hole rect (1,1) size 1 x 0.5 thickness 0.25 type slab`,
      'create_floor',
      {
        level_id: '$g',
        boundary_points: [
          { x: 0, y: 0 },
          { x: 4000, y: 0 },
          { x: 4000, y: 3000 },
          { x: 0, y: 3000 },
        ],
        holes: [
          [
            { x: 1000, y: 1000 },
            { x: 2000, y: 1000 },
            { x: 2000, y: 1500 },
            { x: 1000, y: 1500 },
          ],
        ],
        thickness: 250,
        floor_type: 'slab',
      },
    ],
    [
      `${GROUND}roof rect (0,0) to (8, 6) edges 35, gable, slope, 70deg to 25 at 2 ridge 3`,
      'create_roof',
      {
        level_id: '$g',
        boundary_points: [
          { x: 0, y: 0 },
          { x: 8000, y: 0 },
          { x: 8000, y: 6000 },
          { x: 0, y: 6000 },
        ],
        edges: [
          { slope_deg: 35 },
          { gable: true },
          {},
          { slope_deg: 70, upper_slope_deg: 25, break_height: 2000 },
        ],
        ridge_height: 3000,
      },
    ],
    [
      `${GROUND}roof [(0,0) (4,0)\n (4,3)] slope 30deg type gable overhang 0.5`,
      'create_roof',
      {
        level_id: '$g',
        boundary_points: [
          { x: 0, y: 0 },
          { x: 4000, y: 0 },
          { x: 4000, y: 3000 },
        ],
        slope: 30,
        roof_type: 'gable',
        overhang: 500,
      },
    ],
    [
      `${GROUND}column at (1,1) size 0.3 x 300mm height 3`,
      'create_column',
      { level_id: '$g', location: { x: 1000, y: 1000 }, profile: '300x300', height: 3000 },
    ],
    [
      `${GROUND}level Top at 3 as t\non $g\ncolumn at (1,1) profile HEA200 to $t`,
      'create_column',
      { level_id: '$g', location: { x: 1000, y: 1000 }, profile: 'HEA200', top_level_id: '$t' },
    ],
    [
      `${GROUND}beam (0,0) to (4,0) profile "200x400" offset -0.3`,
      'create_beam',
      {
        level_id: '$g',
        start: { x: 0, y: 0 },
        end: { x: 4000, y: 0 },
        profile: '200x400',
        elevation_offset: -300,
      },
    ],
    [
      `${GROUND}stair at (1,1) to level_up direction north width 1 riser 0.18 tread 0.28`,
      'create_stair',
      {
        base_level_id: '$g',
        start: { x: 1000, y: 1000 },
        top_level_id: 'level_up',
        direction_deg: 90,
        width: 1000,
        riser_max: 180,
        tread: 280,
      },
    ],
    [
      'stair from level_a to level_b at (0,0) direction 45deg width 1.2',
      'create_stair',
      {
        base_level_id: 'level_a',
        top_level_id: 'level_b',
        start: { x: 0, y: 0 },
        direction_deg: 45,
        width: 1200,
      },
    ],
    [
      `${GROUND}room "Living room" at (2, 2) number 101 usage living occupancy 4`,
      'create_room',
      {
        level_id: '$g',
        name: 'Living room',
        point: { x: 2000, y: 2000 },
        number: '101',
        usage: 'living',
        occupancy: 4,
      },
    ],
    [
      'room Store (0,0), (2,0), (2,2) on level_x',
      'create_room',
      {
        level_id: 'level_x',
        name: 'Store',
        boundary_points: [
          { x: 0, y: 0 },
          { x: 2000, y: 0 },
          { x: 2000, y: 2000 },
        ],
      },
    ],
    [
      'set wall_1 height 2.9',
      'modify_parameter',
      { element_id: 'wall_1', parameter_name: 'height', value: 2900 },
    ],
    [
      'set wall_1 fire_rating_min = 90',
      'modify_parameter',
      { element_id: 'wall_1', parameter_name: 'fire_rating_min', value: 90 },
    ],
    [
      'set wall_1 load_bearing true',
      'modify_parameter',
      { element_id: 'wall_1', parameter_name: 'load_bearing', value: true },
    ],
    [
      'set wall_1 end (4, 0)',
      'modify_parameter',
      { element_id: 'wall_1', parameter_name: 'end', value: { x: 4000, y: 0 } },
    ],
    [
      'set wall_1 name none',
      'modify_parameter',
      { element_id: 'wall_1', parameter_name: 'name', value: null },
    ],
    [
      'set roof_1 slope_deg 35deg',
      'modify_parameter',
      { element_id: 'roof_1', parameter_name: 'slope_deg', value: 35 },
    ],
  ])('%s', (text, tool, expected) => {
    expect(callsOf(text).at(-1)?.tool).toBe(tool);
    expect(last(text)).toEqual(expected);
  });
});
