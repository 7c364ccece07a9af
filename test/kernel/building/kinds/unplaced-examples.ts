/** @module unplaced examples: the rows of the kind table for kinds without a place. */
import type { ParamsOf } from '../../../../kernel/building/kinds/elements.ts';
import type { KindExamples } from './kind-table.ts';

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

type UnplacedKind = 'type' | 'material' | 'site' | 'group';

/** The examples of each kind without a place. */
export const UNPLACED: { readonly [K in UnplacedKind]: KindExamples<K> } = {
  type: {
    defaults: CONCRETE_WALL,
    given: { name: 'Given', for: 'door', layers: [] },
    full: CONCRETE_WALL,
    shrunk: 'none',
    alone: false,
    placed: () => ({}),
  },
  material: {
    defaults: CONCRETE,
    given: { name: 'Given' },
    full: CONCRETE,
    shrunk: 'none',
    alone: false,
    placed: () => ({}),
  },
  site: {
    defaults: SITE,
    given: {},
    full: SITE,
    shrunk: 'none',
    alone: false,
    placed: 'none',
  },
  group: {
    defaults: GROUP,
    given: { name: 'Given', members: [['column']] },
    full: GROUP,
    shrunk: 'none',
    alone: false,
    placed: 'none',
  },
};
