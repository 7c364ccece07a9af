/** @module random-calls: random arguments for every tool that changes elements, drawn for the existing elements. */
import { KINDS } from '../../../../kernel/building/kinds/elements.ts';
import type { AnyKind } from '../../../../kernel/building/kinds/kind.ts';
import type { ElementRecord, Json, ParamValues } from '../../../../schemas/events.ts';

type Input = Readonly<Record<string, unknown>>;

/** The sources from which calls are drawn. */
export type Scene = {
  /** The elements of the branch. */
  readonly elements: readonly ElementRecord[];
  readonly branch: string;
  /** Events of earlier calls on the branch. */
  readonly event_ids: readonly string[];
  /** Another branch of the same agent. */
  readonly draft: string;
};

/** Numbers supplied by a law, used one after the other and then from the start again. */
export class Draw {
  readonly #numbers: readonly number[];
  #used = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  below(limit: number): number {
    const number = this.#numbers[this.#used % this.#numbers.length] ?? 0;
    this.#used += 1;
    return number % limit;
  }

  of<T>(values: readonly [T, ...T[]]): T {
    return values[this.below(values.length)] ?? values[0];
  }
}

type Drawn = (draw: Draw, scene: Scene) => Input;

/** The id of an element, restricted to these kinds if any are named. */
function idOf(draw: Draw, { elements }: Scene, ...kinds: readonly string[]): string {
  const fit = elements.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind));
  return fit[draw.below(Math.max(1, fit.length))]?.id ?? 'none';
}

function point(draw: Draw): { readonly x: number; readonly y: number } {
  return { x: draw.below(40) * 500, y: draw.below(40) * 500 };
}

function delta(draw: Draw): Input {
  return { x: draw.below(5) * 100 - 200, y: draw.below(5) * 100, z: 0 };
}

function rectangle(draw: Draw): readonly Input[] {
  const { x, y } = point(draw);
  const [w, d] = [1000 + draw.below(9) * 500, 1000 + draw.below(9) * 500];
  return [
    { x, y },
    { x: x + w, y },
    { x: x + w, y: y + d },
    { x, y: y + d },
  ];
}

/** Values that are empty or nearly empty for any parameter. */
const BLANK: readonly [Json, ...Json[]] = [null, null, null, '', '\u{13441}', '.', [], {}];
const OTHER: readonly [Json, ...Json[]] = [true, false, 0, 1, 'x', 2500];

/** A value for a parameter: a blank one, one of another type, or the present one with a part removed. */
function valueOf(draw: Draw, scene: Scene, name: string, present: Json): Json {
  const choice = draw.below(6);
  if (choice < 2) return draw.of(BLANK);
  if (choice === 2) return draw.of(OTHER);
  if (choice === 3) {
    const others = scene.elements.flatMap(({ params }) => params[name] ?? []);
    return others[draw.below(Math.max(1, others.length))] ?? null;
  }
  return lessened(draw, present);
}

/** The value with a member or an item missing, blank or replaced. */
function lessened(draw: Draw, value: Json): Json {
  if (isList(value)) {
    const cut = draw.below(3);
    if (cut === 0) return value.slice(0, draw.below(value.length + 1));
    if (cut === 1) return value.toReversed();
    return value.map((item) => (draw.below(2) === 0 ? item : lessened(draw, item)));
  }
  if (typeof value !== 'object' || value === null) {
    return draw.below(2) === 0 ? draw.of(BLANK) : draw.of(OTHER);
  }
  const names = Object.keys(value);
  const name = names[draw.below(Math.max(1, names.length))] ?? '';
  if (draw.below(2) === 0) {
    return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
  }
  return { ...value, [name]: lessened(draw, value[name] ?? null) };
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** Names of the parameters of a kind that can be set. */
export function settable(kind: AnyKind): readonly string[] {
  return Object.keys(kind.params.shape).filter((name) => kind.fixed[name] === undefined);
}

/** A kind, an element of it and one of its parameters, usually one with a value. */
function parameterOf(
  draw: Draw,
  { elements }: Scene,
): { readonly element_id: string; readonly parameter_name: string; readonly present: Json } {
  const kinds = [...new Set(elements.map(({ kind }) => kind))];
  const kind = kinds[draw.below(Math.max(1, kinds.length))];
  const own = elements.filter((element) => element.kind === kind);
  const element = own[draw.below(Math.max(1, own.length))];
  if (element === undefined) return { element_id: 'none', parameter_name: 'name', present: null };
  const params: ParamValues = element.params;
  const names = settable(KINDS.of(element));
  const said = names.filter((name) => (params[name] ?? null) !== null);
  const from = draw.below(4) === 0 ? names : said;
  const name = from[draw.below(Math.max(1, from.length))] ?? 'name';
  return { element_id: element.id, parameter_name: name, present: params[name] ?? null };
}

const modifyParameter: Drawn = (draw, scene) => {
  const { present, ...which } = parameterOf(draw, scene);
  return { ...which, value: valueOf(draw, scene, which.parameter_name, present) };
};

/** The property set of elements of the building, its properties, and one that they do not have. */
export const SET = 'Survey';
const NOTES: readonly [string, ...string[]] = ['Note', 'Year', 'Listed', 'Leaks', 'New'];

const setProperties: Drawn = (draw, scene) => {
  const noted = scene.elements.filter(({ params }) => (params['properties'] ?? null) !== null);
  const from = draw.below(3) === 0 ? scene.elements : noted;
  const ids = [0, 1].map(() => from[draw.below(Math.max(1, from.length))]?.id ?? 'none');
  const value = draw.below(2) === 0 ? draw.of(BLANK) : draw.of(OTHER);
  return { element_ids: ids, set: SET, properties: { [draw.of(NOTES)]: value } };
};

const deleteElements: Drawn = (draw, scene) => ({ element_ids: [idOf(draw, scene)] });

const setSite: Drawn = (draw) =>
  draw.of<Input>([
    { true_north_deg: draw.below(360) },
    { boundary: rectangle(draw) },
    { georeference: { crs: 'EPSG:25833', eastings: 1, northings: draw.below(9), height: 0 } },
  ]);

const moveElement: Drawn = (draw, scene) => ({
  element_id: idOf(draw, scene),
  delta: delta(draw),
});

const editWalls: Drawn = (draw, scene) => {
  const wall_id = idOf(draw, scene, 'wall');
  return draw.of<Input>([
    { operation: 'split', wall_id, distance: 500 + draw.below(9) * 300 },
    { operation: 'trim', wall_id, to_wall_id: idOf(draw, scene, 'wall') },
    { operation: 'extend', wall_id, to_wall_id: idOf(draw, scene, 'wall') },
    { operation: 'offset', wall_id, distance: 1500 },
    { operation: 'move_end', wall_id, end: draw.of(['start', 'end']), to: point(draw) },
  ]);
};

const transformElements: Drawn = (draw, scene) => {
  const element_ids = [idOf(draw, scene), idOf(draw, scene)];
  return draw.of<Input>([
    { element_ids, operation: 'move', delta: delta(draw) },
    { element_ids, operation: 'rotate', about: point(draw), angle_deg: 90 * draw.below(4) },
    { element_ids, operation: 'mirror', from: { x: 0, y: 0 }, to: { x: 0, y: 1000 } },
    { element_ids, operation: 'mirror', from: { x: 0, y: 0 }, to: { x: 9, y: 0 }, copy: true },
    { element_ids, operation: 'array', delta: { x: 0, y: 50_000 }, count: 2 },
    { element_ids, operation: 'to_levels', to_level_ids: [idOf(draw, scene, 'level')] },
  ]);
};

const createGroup: Drawn = (draw, scene) => {
  const group_id = idOf(draw, scene, 'group');
  const member = idOf(draw, scene, 'column', 'beam');
  return draw.of<Input>([
    { name: `Group ${draw.below(1e6)}`, element_ids: [idOf(draw, scene)] },
    { group_id, remove_ids: [member] },
    { group_id, element_ids: [member] },
    { group_id, release: draw.below(3) },
    { group_id, placements: [{ move: { x: 60_000, y: 0 } }] },
  ]);
};

/** Operations for `apply_changes`, several of which change the same element on purpose. */
const applyChanges: Drawn = (draw, scene) => {
  const operations = Array.from({ length: 1 + draw.below(2) }, () => {
    const again = draw.below(3);
    if (again === 0) {
      const { element_ids, set, properties } = setProperties(draw, scene);
      const blank = Object.fromEntries(Object.keys(Object(properties)).map((name) => [name, null]));
      return [true, 'x', null].map((value) => ({
        tool: 'set_properties',
        arguments: {
          element_ids,
          set,
          properties: Object.fromEntries(Object.keys(blank).map((name) => [name, value])),
        },
      }));
    }
    const first = again === 1 ? 'set_site' : 'move_element';
    const change = modifyParameter(draw, scene);
    return [
      { tool: first, arguments: CALLS[first]?.(draw, scene) ?? {} },
      { tool: 'modify_parameter', arguments: change },
      { tool: 'modify_parameter', arguments: { ...change, value: null } },
    ].slice(draw.below(2));
  });
  return { operations: operations.flat() };
};

const runScript: Drawn = (draw, scene) => {
  const { element_id, parameter_name } = parameterOf(draw, scene);
  const noted = scene.elements.filter(({ params }) => (params['properties'] ?? null) !== null);
  const id = noted[draw.below(Math.max(1, noted.length))]?.id ?? 'none';
  const word = draw.of(['true', 'none', '0', '"."', '"x"']);
  const name = draw.of(NOTES);
  return {
    script: draw.of([
      `set "${element_id}" ${parameter_name} ${word}`,
      `properties "${id}" ${SET} ${name} true\nproperties "${id}" ${SET} ${name} ${word}`,
      `set "${element_id}" ${parameter_name} ${word}\nset "${element_id}" ${parameter_name} none`,
      `move "${element_id}" by (0.1, 0)`,
    ]),
  };
};

/** Arguments of every tool that changes elements, by its name. */
export const CALLS: Readonly<Record<string, Drawn>> = {
  modify_parameter: modifyParameter,
  set_properties: setProperties,
  apply_changes: applyChanges,
  run_script: runScript,
  set_site: setSite,
  delete_elements: deleteElements,
  move_element: moveElement,
  edit_walls: editWalls,
  transform_elements: transformElements,
  create_group: createGroup,
  rotate_element: (draw, scene) => ({
    element_id: idOf(draw, scene),
    angle_deg: 90,
    center: point(draw),
  }),
  copy_element: (draw, scene) => ({ element_id: idOf(draw, scene), delta: delta(draw) }),
  join_elements: (draw, scene) => ({
    element_ids: [idOf(draw, scene, 'wall'), idOf(draw, scene, 'wall')],
    join_type: draw.of(['miter', 'butt', 'none', 'auto']),
  }),
  boolean_operation: (draw, scene) => ({
    element_a: idOf(draw, scene, 'column', 'beam', 'floor'),
    element_b: idOf(draw, scene, 'column', 'beam', 'floor'),
    operation: draw.of(['union', 'subtract', 'intersect']),
  }),
  undo: (draw, { event_ids }) => ({
    event_id: event_ids[draw.below(Math.max(1, event_ids.length))] ?? 'none',
  }),
  restore: (draw) => ({ to_seq: 1 + draw.below(40) }),
  create_branch: (draw, { branch }) => ({ name: `side-${draw.below(1e9)}`, from: branch }),
  merge_branch: (_draw, { draft, branch }) => ({ source: draft, target: branch }),
  discard_branch: (_draw, { draft }) => ({ name: draft }),
  create_level: (draw) => ({ name: `L${draw.below(1e6)}`, elevation: 9000 + draw.below(90) * 100 }),
  create_material: (draw) => ({ name: `M${draw.below(1e6)}`, colour: '#808080' }),
  create_type: (draw) => ({
    name: `T${draw.below(1e6)}`,
    for: 'wall',
    layers: [{ material: 'Brick', thickness: 100, function: 'structure' }],
  }),
  create_grid: (draw) => ({ name: `G${draw.below(1e6)}`, start: point(draw), end: point(draw) }),
  create_wall: (draw, scene) => ({
    level_id: idOf(draw, scene, 'level'),
    start: point(draw),
    end: point(draw),
  }),
  create_floor: (draw, scene) => ({
    level_id: idOf(draw, scene, 'level'),
    boundary_points: rectangle(draw),
  }),
  create_roof: (draw, scene) => ({
    level_id: idOf(draw, scene, 'level'),
    boundary_points: rectangle(draw),
  }),
  create_column: (draw, scene) => ({
    level_id: idOf(draw, scene, 'level'),
    location: point(draw),
    profile: '300x300',
  }),
  create_beam: (draw, scene) => ({
    level_id: idOf(draw, scene, 'level'),
    start: point(draw),
    end: point(draw),
    profile: '200x300',
  }),
  create_stair: (draw, scene) => ({
    base_level_id: idOf(draw, scene, 'level'),
    top_level_id: idOf(draw, scene, 'level'),
    start: point(draw),
    direction_deg: 0,
    width: 1000,
    cut_floor: true,
  }),
  create_room: (draw, scene) => ({
    level_id: idOf(draw, scene, 'level'),
    boundary_points: rectangle(draw),
    name: 'Room',
  }),
  create_opening: (draw, scene) => ({
    host_id: idOf(draw, scene, 'wall'),
    offset: draw.below(9) * 400,
    width: 500,
    height: 500,
  }),
  place_door: (draw, scene) => ({
    wall_id: idOf(draw, scene, 'wall'),
    offset: draw.below(9) * 400,
  }),
  place_window: (draw, scene) => ({
    wall_id: idOf(draw, scene, 'wall'),
    offset: draw.below(9) * 400,
  }),
  create_ramp: (draw, scene) => ({
    level_id: idOf(draw, scene, 'level'),
    start: point(draw),
    end: point(draw),
    width: 1200,
    rise: 300,
  }),
  create_railing: (draw, scene) => ({
    level_id: idOf(draw, scene, 'level'),
    path: [point(draw), point(draw)],
  }),
  create_separation: (draw, scene) => ({
    level_id: idOf(draw, scene, 'level'),
    start: point(draw),
    end: point(draw),
  }),
  create_furniture: (draw, scene) => ({
    level_id: idOf(draw, scene, 'level'),
    furniture_type: 'sofa',
    location: point(draw),
  }),
};
