/** @module element-states: the flags, colours and lifts of all elements for a state of the scene. */
import type { ChangeClass } from '../../../servers/view/protocol/changes.ts';
import type { BoxNumbers } from '../../../servers/view/protocol/scene.ts';
import type { ComparedScene, SceneState, Section } from './scene-view.ts';
import { type ElementStore, FLAG } from './shapes/element-store.ts';

const CLASS_NUMBERS: Readonly<Record<ChangeClass, number>> = {
  created: 1,
  modified: 2,
  moved: 3,
  deleted: 4,
  follows: 5,
};

/** Colours of the classes by number; unchanged elements keep their own. */
const CLASS_COLOURS = [undefined, 0x21a14d, 0xf2991a, 0x10b4b4, 0xdb332e, 0x8c6bbf];
const SELECTED = 0x1a73f2;

/** Colour of elements in no group of a colouring. */
const NO_GROUP = 0xb4b6ba;

/** Everything as built, in natural colours. */
export const FIRST_STATE: Omit<SceneState, 'camera'> = {
  section: { kind: 'none' },
  hidden: new Set(),
  isolated: null,
  selected: new Set(),
  xray: false,
  spaces: false,
  explode: 0,
  colours: null,
};

/** What the states of elements are computed from. */
export type Look = {
  readonly state: SceneState;
  readonly compared: ComparedScene | null;
  /** Ids with a shape at the earlier moment. */
  readonly earlier: ReadonlySet<string>;
  readonly groups: ReadonlyMap<string, number> | null;
};

/** Collects the colours by id and the ids of the earlier moment. `before`: slots of the earlier shapes. */
export function lookOf(
  store: ElementStore,
  state: SceneState,
  compared: ComparedScene | null,
  before: Iterable<number>,
): Look {
  const earlier = new Set([...before].map((slot) => store.ids[slot] ?? ''));
  const groups = state.colours === null ? null : coloursById(state.colours);
  return { state, compared, earlier, groups };
}

/** Writes flags and colours of these slots. Returns whether any element is a ghost. */
export function writeStates(
  store: ElementStore,
  slots: Iterable<number>,
  { state, compared, earlier, groups }: Look,
): boolean {
  const { hidden, isolated, selected, xray } = state;
  const solid = isolated ?? (xray ? selected : null);
  let hasGhosts = false;
  for (const slot of slots) {
    const id = store.ids[slot] ?? '';
    const isBefore = ((store.flags[slot] ?? 0) & FLAG.before) !== 0;
    let flags = isBefore ? FLAG.before : 0;
    if (id === '' || hidden.has(id)) flags |= FLAG.hidden;
    else if (solid !== null && !solid.has(id)) flags |= xray ? FLAG.ghost : FLAG.hidden;
    // X-ray shows what is behind the rest, and what changes is never the rest.
    if (compared?.classes.has(id) === true) flags &= ~FLAG.ghost;
    if (selected.has(id)) flags |= FLAG.selected;
    if (compared !== null) flags |= classFlags(compared, id, isBefore, earlier.has(id));
    if ((flags & FLAG.ghost) !== 0) hasGhosts = true;
    store.flags[slot] = flags;
    const own = groups === null ? (store.natural[slot] ?? 0) : (groups.get(id) ?? NO_GROUP);
    store.colours[slot] = shownColour(own, flags);
  }
  return hasGhosts;
}

/** The colour of an element with these flags. */
function shownColour(own: number, flags: number): number {
  const classed = mixed(own, CLASS_COLOURS[(flags >> 3) & 7] ?? own, 0.85);
  return (flags & FLAG.selected) === 0 ? classed : mixed(classed, SELECTED, 0.62);
}

function classFlags(
  { classes, rest }: ComparedScene,
  id: string,
  isBefore: boolean,
  hasEarlier: boolean,
): number {
  const changed = classes.get(id);
  if (changed === undefined) return rest === 'off' ? FLAG.hidden : FLAG.ghost;
  const number = isBefore && changed === 'created' ? 0 : CLASS_NUMBERS[changed];
  const isLater = !isBefore && (hasEarlier || changed === 'created');
  return number * FLAG.class + (isLater ? FLAG.later : 0);
}

function coloursById(groups: NonNullable<SceneState['colours']>): ReadonlyMap<string, number> {
  return new Map(groups.flatMap(({ colour, ids }) => ids.map((id) => [id, colour] as const)));
}

/** Writes the lifts of an exploded picture: each storey by so many of its heights above those below it. */
export function writeLifts(store: ElementStore, explode: number): void {
  const lows = new Map<number, number[]>();
  for (let slot = 1; slot < store.end; slot += 1) {
    const level = store.storeys[slot] ?? 0;
    if (store.parts[slot] === 0 || store.levels[level] === '') continue;
    const known = lows.get(level) ?? [];
    known.push(store.boxes[slot * 6 + 2] ?? 0);
    lows.set(level, known);
  }
  // The median: some elements hang below their storey.
  const sorted = [...lows]
    .map(([level, all]) => [level, all.toSorted((a, b) => a - b)[all.length >> 1] ?? 0] as const)
    .toSorted(([, a], [, b]) => a - b);
  const lifts = new Map<number, number>();
  let lift = 0;
  for (const [index, [level, low]] of sorted.entries()) {
    const below = sorted[index - 1]?.[1];
    if (below !== undefined) lift += explode * (low - below);
    lifts.set(level, lift);
  }
  for (let slot = 1; slot < store.end; slot += 1) {
    store.lifts[slot] = lifts.get(store.storeys[slot] ?? 0) ?? 0;
  }
}

/** Planes are moved outwards by so many metres: models have faces at full millimetres, and one in the plane would be ragged. */
const NO_COINCIDENCE = 0.0003;

/** Planes of a section, four numbers each: points with `normal · point > offset` are cut away. */
export function planesOf(section: Section): readonly number[] {
  if (section.kind === 'none') return [];
  if (section.kind === 'plane') return [...section.normal, section.offset + NO_COINCIDENCE];
  return planesOfBox(section.box);
}

function planesOfBox([x0, y0, z0, x1, y1, z1]: BoxNumbers): readonly number[] {
  const more = NO_COINCIDENCE;
  return [
    [1, 0, 0, x1 + more, -1, 0, 0, more - x0],
    [0, 1, 0, y1 + more, 0, -1, 0, more - y0],
    [0, 0, 1, z1 + more, 0, 0, -1, more - z0],
  ].flat();
}

/** A colour 0xRRGGBB between two others. */
function mixed(a: number, b: number, share: number): number {
  let colour = 0;
  for (const shift of [16, 8, 0]) {
    const [from, to] = [(a >> shift) & 255, (b >> shift) & 255];
    colour |= Math.round(from + (to - from) * share) << shift;
  }
  return colour;
}
