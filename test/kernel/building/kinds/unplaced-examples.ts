/** @module example type: the parameters of a type of walls, a material and a site, all filled in. */
import type { ParamsOf } from '../../kernel/kinds/elements.ts';

/** One layer of concrete. */
const CONCRETE_WALL = {
  name: 'W1',
  for: 'wall',
  layers: [{ material: 'concrete', thickness: 200, function: 'structure' }],
  width: null,
  height: null,
  operation: null,
  frame_width: null,
  frame_depth: null,
  frame_material: null,
  leaf_count: null,
  leaf_thickness: null,
  leaf_material: null,
  glazing: null,
} satisfies ParamsOf<'type'>;

const CONCRETE: ParamsOf<'material'> = { name: 'concrete', colour: '#b0b0b0', class: null };

const SITE: ParamsOf<'site'> = {
  name: null,
  boundary: null,
  true_north_deg: 12.5,
  georeference: null,
};

const GROUP: ParamsOf<'group'> = {
  name: 'Flat',
  members: [['W1']],
  placements: [{ number: 1, x: 0, y: 0, turn_deg: 0, mirrored: false }],
};

/** What stands nowhere, by kind. */
export const UNPLACED = { type: CONCRETE_WALL, material: CONCRETE, site: SITE, group: GROUP };
