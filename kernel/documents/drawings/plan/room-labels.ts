/**
 * @module room labels: name, number and area of rooms, placed where they cover nothing else. No text is smaller than
 * ISO 3098 allows. A label that does not fit is written on one line, or else as a mark that the key of the plan
 * explains.
 */

import { checkpoint } from '../../../base/work/checkpoint.ts';
import type { Ring } from '../../../building/geometry/plan/polygon.ts';
import { pointInRing } from '../../../building/geometry/plan/polygon.ts';
import type { Point2 } from '../../../building/geometry/vector.ts';
import type { ElementOf } from '../../../building/kinds/elements.ts';
import type { ModelView } from '../../../building/model/view.ts';
import { spacesOf } from '../../../building/spatial/shared-spaces.ts';
import type { TextLine } from '../drawing.ts';
import { GREY, LAYERS } from '../pens.ts';
import type { PaperBox, Sketch } from '../sketch.ts';
import { boxesOverlap, boxOf, textAt, textBox } from '../sketch.ts';
import type { PaperLine } from './taken-paper.ts';
import { entersBox, TakenPaper } from './taken-paper.ts';

/** Minimum nominal height of letters (ISO 3098), mm. */
const MIN_TEXT_MM = 1.8;
/** Layouts in the order in which they are tried: the form of the label, and the text size of the name, mm. */
const LAYOUTS = [
  ['lines', 3.2],
  ['lines', 2.7],
  ['lines', 2.2],
  ['one line', 2.2],
  ['one line', MIN_TEXT_MM],
  ['lines', MIN_TEXT_MM],
  ['mark', 2.2],
  ['mark', MIN_TEXT_MM],
] as const;
/**
 * The number of layouts that are tried first without covering lines of elements above the cut. After that, all layouts
 * are tried again and may cover these lines.
 */
const CLEAR_OF_LINES = 3;
/** Text size of the lines below the name, as a share of that of the name. */
const REST_SHARE = 0.82;
/** Distance between two baselines, as a share of the text size. */
const LINE_SHARE = 1.45;
/** Clearance between a label and walls or taken areas, mm on paper. */
const CLEAR_MM = 0.8;
/** Number of trial positions in each direction. */
const TRIES = 16;
/** Maximum length of a room name in characters; a longer name is truncated. */
const MAX_NAME = 60;
/** Number of rooms between two checkpoints. */
const STRIDE = 20;

type Room = ElementOf<'room'>;

/** A room for which the plan has only a mark, and the explanation of the mark. */
export type MarkedRoom = { readonly id: string; readonly mark: string; readonly text: string };

/**
 * Labels the rooms in order; rooms with equal outlines share a label. Each label avoids the taken areas and is then
 * added to them. Returns the rooms that are labelled with a mark only: the mark is their number, or a unique one such
 * as `*1` for rooms without a number. A warning gives the number of rooms without space even for a mark.
 */
export function addRoomLabels(
  sketch: Sketch,
  rooms: readonly Room[],
  { view, taken }: { readonly view: ModelView; readonly taken: TakenPaper },
): readonly MarkedRoom[] {
  const marked: MarkedRoom[] = [];
  const { groups, warnings } = spacesOf(rooms, view);
  const texts = new TakenPaper();
  let without = 0;
  for (const [index, group] of groups.entries()) {
    if (index % STRIDE === 0) checkpoint({ done: index, total: groups.length, doing: 'rooms' });
    const [room] = group;
    const outline = room === undefined ? null : view.outline(room.id);
    if (room === undefined || outline === null) continue;
    const rings = [outline, ...view.holes(room.id)].map((ring) => ring.map((p) => sketch.on(p)));
    const area_mm2 = view.measures(room.id).area_mm2;
    const numbers = group.map(({ params }) => params.number ?? '').filter((one) => one !== '');
    const mark = numbers.length === 0 ? `*${marked.length + 1}` : numbers.join(' / ');
    const lines = linesOf(group, numbers, area_mm2);
    const label = labelFor({ lines, mark }, rings, { taken, texts });
    if (label === null) {
      without += 1;
      continue;
    }
    for (const line of label.texts) {
      taken.add(textBox(line));
      texts.add(textBox(line));
      const { of, ...text } = line;
      sketch.items.push({ ...text, element: group[of]?.id ?? room.id });
    }
    if (label.isMark) marked.push({ id: room.id, mark, text: keyOf(group, area_mm2) });
  }
  sketch.warnings.push(...warnings);
  if (without > 0) {
    sketch.warnings.push(
      `${without} rooms have no label because their marks do not fit at 1:${sketch.scale}; choose a larger scale`,
    );
  }
  return marked;
}

/** A line of a label. `share`: its text size relative to that of the name; `of`: index of its room within the group. */
type Line = {
  readonly text: string;
  readonly share: number;
  readonly bold: boolean;
  readonly of: number;
};

/** The lines of a label: the name of each room of a space, then numbers and area. */
function linesOf(
  rooms: readonly Room[],
  numbers: readonly string[],
  area_mm2: number | null,
): readonly Line[] {
  const names = rooms.map(({ params: { name } }, of) => ({
    text: truncatedName(name),
    share: 1,
    bold: true,
    of,
  }));
  const rest = joinTexts(numbers.join(' / '), areaText(area_mm2));
  return [...names, { text: rest, share: REST_SHARE, bold: false, of: 0 }].filter(
    ({ text }) => text !== '',
  );
}

/** The explanation of a mark: the names of its rooms and their area. */
function keyOf(rooms: readonly Room[], area_mm2: number | null): string {
  const names = rooms.map(({ params: { name } }) => truncatedName(name)).join(' / ');
  return joinTexts(names, areaText(area_mm2));
}

function truncatedName(name: string): string {
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name;
}

function areaText(area_mm2: number | null): string {
  return area_mm2 === null ? '' : `${(area_mm2 / 1e6).toFixed(1)} m²`;
}

function joinTexts(...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(' · ');
}

function singleLine(text: string): readonly Line[] {
  return [{ text, share: 1, bold: true, of: 0 }];
}

type LabelLine = TextLine & { readonly of: number };
type Label = { readonly texts: readonly LabelLine[]; readonly isMark: boolean };
type Paper = { readonly taken: TakenPaper; readonly texts: TakenPaper };

/**
 * The label of a room in the first layout that fits. If none fits, the mark is written over anything except text, as
 * close as possible to the centre of the room. Null if the mark does not fit either.
 */
function labelFor(
  { lines, mark }: { readonly lines: readonly Line[]; readonly mark: string },
  rings: readonly Ring[],
  { taken, texts: written }: Paper,
): Label | null {
  const box = boxOf(rings[0] ?? []);
  if (box === null || lines.length === 0) return { texts: [], isMark: false };
  const near = taken.over(box);
  const middle = centreOf(rings[0] ?? []);
  const ways = {
    lines,
    'one line': singleLine(joinTexts(...lines.map(({ text }) => text))),
    mark: singleLine(mark),
  };
  const crossing = taken.linesOver(box);
  const clear = crossing.length === 0 ? 0 : CLEAR_OF_LINES;
  for (const [i, [way, size]] of [...LAYOUTS.slice(0, clear), ...LAYOUTS].entries()) {
    const around = { rings, near, crossing: i < clear ? crossing : [], box, middle };
    const spot = bestSpot(ways[way], size, around);
    if (spot !== null) return { texts: layOut(ways[way], size, spot), isMark: way === 'mark' };
  }
  const spots = [middle, ...spotsIn(box)].filter(
    (spot, i) => i === 0 || rings[0] === undefined || pointInRing(spot, rings[0]),
  );
  const [spot] = spots
    .filter((one) =>
      layOut(ways.mark, MIN_TEXT_MM, one).every((line) => written.over(textBox(line)).length === 0),
    )
    .toSorted((a, b) => squaredDistance(a, middle) - squaredDistance(b, middle));
  return spot === undefined ? null : { texts: layOut(ways.mark, MIN_TEXT_MM, spot), isMark: true };
}

/** Trial positions on a grid over a box. */
function spotsIn({ min, max }: PaperBox): readonly Point2[] {
  return Array.from({ length: TRIES * TRIES }, (_, i) => ({
    x: min.x + ((max.x - min.x) * ((i % TRIES) + 0.5)) / TRIES,
    y: min.y + ((max.y - min.y) * (Math.floor(i / TRIES) + 0.5)) / TRIES,
  }));
}

function squaredDistance(a: Point2, b: Point2): number {
  return (a.x - b.x) ** 2 + (a.y - b.y) ** 2;
}

/** A room on paper: outline and holes, the taken boxes and the lines over it, its box and its centre. */
type Around = {
  readonly rings: readonly Ring[];
  readonly near: readonly PaperBox[];
  readonly crossing: readonly PaperLine[];
  readonly box: PaperBox;
  readonly middle: Point2;
};

/** The free position closest to the centre of the room; null if there is none. */
function bestSpot(
  lines: readonly Line[],
  size: number,
  { rings, near, crossing, box, middle }: Around,
): Point2 | null {
  let best: Point2 | null = null;
  let least = Infinity;
  // Tries the centre itself first, then a grid over the room.
  for (const spot of [middle, ...spotsIn(box)]) {
    const distance = squaredDistance(spot, middle);
    if (distance >= least) continue;
    const label = boxOf(layOut(lines, size, spot).flatMap((line) => cornersOf(textBox(line))));
    if (label === null || !isFree(withClearance(label), rings, near)) continue;
    if (crossing.some(([from, to]) => entersBox(from, to, withClearance(label)))) continue;
    best = spot;
    least = distance;
    if (distance === 0) break;
  }
  return best;
}

function isFree(box: PaperBox, rings: readonly Ring[], near: readonly PaperBox[]): boolean {
  if (near.some((other) => boxesOverlap(box, other))) return false;
  const [outer, ...holes] = rings;
  if (outer === undefined || !cornersOf(box).every((corner) => pointInRing(corner, outer))) {
    return false;
  }
  return (
    rings.every((ring) => !ringEnters(ring, box)) &&
    holes.every((hole) => !containsCorner(hole, box))
  );
}

function containsCorner(hole: Ring, box: PaperBox): boolean {
  return cornersOf(box).some((corner) => pointInRing(corner, hole));
}

/** Whether a side of the ring enters the box. */
function ringEnters(ring: Ring, box: PaperBox): boolean {
  return ring.some((to, i) => entersBox(ring.at(i - 1) ?? to, to, box));
}

/** The texts of a label, one line below the other, centred on a point. */
function layOut(lines: readonly Line[], size: number, at: Point2): readonly LabelLine[] {
  const sizes = lines.map(({ share }) => Math.max(MIN_TEXT_MM, share * size));
  const height = sizes.reduce((sum, one, i) => sum + (i === 0 ? one * 0.73 : one * LINE_SHARE), 0);
  let y = at.y + height / 2;
  return lines.map(({ text, bold, of }, i) => {
    const own = sizes[i] ?? size;
    y -= i === 0 ? own * 0.73 : own * LINE_SHARE;
    const how = { align: 'middle', bold, layer: LAYERS.rooms } as const;
    const line = textAt({ x: at.x, y }, text, own, bold ? how : { ...how, colour: GREY });
    return { ...line, of };
  });
}

function withClearance({ min, max }: PaperBox): PaperBox {
  return {
    min: { x: min.x - CLEAR_MM, y: min.y - CLEAR_MM },
    max: { x: max.x + CLEAR_MM, y: max.y + CLEAR_MM },
  };
}

function cornersOf({ min, max }: PaperBox): readonly Point2[] {
  return [min, { x: max.x, y: min.y }, max, { x: min.x, y: max.y }];
}

/** The centroid of the area of a ring. */
function centreOf(ring: Ring): Point2 {
  const [origin] = ring;
  if (origin === undefined) return { x: 0, y: 0 };
  let [area, x, y] = [0, 0, 0];
  for (const [i, to] of ring.entries()) {
    const from = ring.at(i - 1) ?? to;
    const [ax, ay] = [from.x - origin.x, from.y - origin.y];
    const [bx, by] = [to.x - origin.x, to.y - origin.y];
    const cross = ax * by - bx * ay;
    area += cross;
    x += cross * (ax + bx);
    y += cross * (ay + by);
  }
  return area === 0 ? origin : { x: origin.x + x / (3 * area), y: origin.y + y / (3 * area) };
}
