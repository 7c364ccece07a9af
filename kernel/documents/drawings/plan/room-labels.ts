/**
 * @module room labels: name, number and area of rooms, where they cover nothing else. No text is smaller than ISO 3098
 * allows: what does not fit is written on one line, then as a mark that is explained beside the plan.
 */
import type { Steps } from '../../findings/steps.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import { pointInRing } from '../../geometry/plan/polygon.ts';
import type { Point2 } from '../../geometry/vector.ts';
import type { ElementOf } from '../../kinds/elements.ts';
import type { TextLine } from '../drawing.ts';
import { GREY, LAYERS } from '../pens.ts';
import type { PaperBox, Sketch } from '../sketch.ts';
import { boxesOverlap, boxOf, textAt, textBox } from '../sketch.ts';
import { spacesOf } from './shared-spaces.ts';
import type { DrawnView } from './storey.ts';
import type { PaperLine } from './taken-paper.ts';
import { entersBox, TakenPaper } from './taken-paper.ts';

/** The smallest nominal height of letters (ISO 3098), mm. */
const LEAST_MM = 1.8;
/** What is tried one after the other: how, and the size of the name, mm; what stands below it is smaller. */
const TRIED = [
  ['lines', 3.2],
  ['lines', 2.7],
  ['lines', 2.2],
  ['one line', 2.2],
  ['one line', LEAST_MM],
  ['lines', LEAST_MM],
  ['mark', 2.2],
  ['mark', LEAST_MM],
] as const;
/** So many of these are tried beside the lines of what hangs above, before any is written over them. */
const CLEAR_OF_LINES = 3;
const REST_SHARE = 0.82;
/** Distance of base lines as a share of the size, and to walls, mm. */
const LINE_SHARE = 1.45;
const CLEAR_MM = 0.8;
/** Places that are tried across and along a room. */
const TRIES = 16;
const LONGEST_NAME = 60;
/** Rooms between two stops. */
const STRIDE = 20;

type Room = ElementOf<'room'>;

/** A room of which the plan has a mark only, and what the mark stands for. */
export type MarkedRoom = { readonly id: string; readonly mark: string; readonly text: string };

/**
 * Rooms are labelled in their order, those in one space together; each label keeps away from what is taken, and takes its
 * own place. Gives those that have room for a mark at most: their number, or one that nothing else has. Where not even a
 * mark is beside other texts there is none, which the warnings say.
 */
export function* addRoomLabels(
  sketch: Sketch,
  rooms: readonly Room[],
  { view, taken }: { readonly view: DrawnView; readonly taken: TakenPaper },
): Steps<readonly MarkedRoom[]> {
  const marked: MarkedRoom[] = [];
  const { groups, warnings } = spacesOf(rooms, view);
  const texts = new TakenPaper();
  let without = 0;
  for (const [index, group] of groups.entries()) {
    if (index % STRIDE === 0) yield { done: index, total: groups.length, doing: 'rooms' };
    const [room] = group;
    const outline = room === undefined ? null : view.outline(room.id);
    if (room === undefined || outline === null) continue;
    const rings = [outline, ...view.holes(room.id)].map((ring) => ring.map((p) => sketch.on(p)));
    const area_mm2 = view.measures(room.id).area_mm2;
    const numbers = group.map(({ params }) => params.number ?? '').filter((one) => one !== '');
    const mark = numbers.length === 0 ? `*${marked.length + 1}` : numbers.join(' / ');
    const lines = linesOf(group, numbers, area_mm2);
    const label = placed({ lines, mark }, rings, { taken, texts });
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
      `${without} rooms have no label: there is no place for their marks at 1:${sketch.scale}; choose a larger scale`,
    );
  }
  return marked;
}

/** `of` is the number of the room among those in its space. */
type Line = {
  readonly text: string;
  readonly share: number;
  readonly bold: boolean;
  readonly of: number;
};

/** The name of each room of a space, then numbers and area. */
function linesOf(
  rooms: readonly Room[],
  numbers: readonly string[],
  area_mm2: number | null,
): readonly Line[] {
  const names = rooms.map(({ params: { name } }, of) => ({
    text: shortened(name),
    share: 1,
    bold: true,
    of,
  }));
  const rest = joined(numbers.join(' / '), areaText(area_mm2));
  return [...names, { text: rest, share: REST_SHARE, bold: false, of: 0 }].filter(
    ({ text }) => text !== '',
  );
}

function keyOf(rooms: readonly Room[], area_mm2: number | null): string {
  const names = rooms.map(({ params: { name } }) => shortened(name)).join(' / ');
  return joined(names, areaText(area_mm2));
}

function shortened(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
}

function areaText(area_mm2: number | null): string {
  return area_mm2 === null ? '' : `${(area_mm2 / 1e6).toFixed(1)} m²`;
}

function joined(...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(' · ');
}

function alone(text: string): readonly Line[] {
  return [{ text, share: 1, bold: true, of: 0 }];
}

type Lettered = TextLine & { readonly of: number };
type Label = { readonly texts: readonly Lettered[]; readonly isMark: boolean };
type Paper = { readonly taken: TakenPaper; readonly texts: TakenPaper };

/**
 * What fits of a label, as large as it does; where nothing does the mark over whatever is no text, in the middle of the
 * room or as near to it as there is place. Null where there is none.
 */
function placed(
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
    'one line': alone(joined(...lines.map(({ text }) => text))),
    mark: alone(mark),
  };
  const crossing = taken.linesOver(box);
  const clear = crossing.length === 0 ? 0 : CLEAR_OF_LINES;
  for (const [i, [way, size]] of [...TRIED.slice(0, clear), ...TRIED].entries()) {
    const room = { rings, near, crossing: i < clear ? crossing : [], box, middle };
    const spot = bestSpot(ways[way], size, room);
    if (spot !== null) return { texts: laidOut(ways[way], size, spot), isMark: way === 'mark' };
  }
  const spots = [middle, ...spotsIn(box)].filter(
    (spot, i) => i === 0 || rings[0] === undefined || pointInRing(spot, rings[0]),
  );
  const [spot] = spots
    .filter((one) =>
      laidOut(ways.mark, LEAST_MM, one).every((line) => written.over(textBox(line)).length === 0),
    )
    .toSorted((a, b) => squaredDistance(a, middle) - squaredDistance(b, middle));
  return spot === undefined ? null : { texts: laidOut(ways.mark, LEAST_MM, spot), isMark: true };
}

/** Places on a grid over a box. */
function spotsIn({ min, max }: PaperBox): readonly Point2[] {
  return Array.from({ length: TRIES * TRIES }, (_, i) => ({
    x: min.x + ((max.x - min.x) * ((i % TRIES) + 0.5)) / TRIES,
    y: min.y + ((max.y - min.y) * (Math.floor(i / TRIES) + 0.5)) / TRIES,
  }));
}

function squaredDistance(a: Point2, b: Point2): number {
  return (a.x - b.x) ** 2 + (a.y - b.y) ** 2;
}

type Around = {
  readonly rings: readonly Ring[];
  readonly near: readonly PaperBox[];
  readonly crossing: readonly PaperLine[];
  readonly box: PaperBox;
  readonly middle: Point2;
};

/** The free place nearest to the middle of the room; null without any. */
function bestSpot(
  lines: readonly Line[],
  size: number,
  { rings, near, crossing, box, middle }: Around,
): Point2 | null {
  let best: Point2 | null = null;
  let least = Infinity;
  // The middle itself first, then a grid over the room.
  for (const spot of [middle, ...spotsIn(box)]) {
    const distance = squaredDistance(spot, middle);
    if (distance >= least) continue;
    const label = boxOf(laidOut(lines, size, spot).flatMap((line) => cornersOf(textBox(line))));
    if (label === null || !isFree(grown(label), rings, near)) continue;
    if (crossing.some(([from, to]) => entersBox(from, to, grown(label)))) continue;
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
  return rings.every((ring) => !ringEnters(ring, box)) && holes.every((hole) => !holds(hole, box));
}

function holds(hole: Ring, box: PaperBox): boolean {
  return cornersOf(box).some((corner) => pointInRing(corner, hole));
}

/** Whether a side of the ring goes into the box. */
function ringEnters(ring: Ring, box: PaperBox): boolean {
  return ring.some((to, i) => entersBox(ring.at(i - 1) ?? to, to, box));
}

/** Lines one under the other around a place. */
function laidOut(lines: readonly Line[], size: number, at: Point2): readonly Lettered[] {
  const sizes = lines.map(({ share }) => Math.max(LEAST_MM, share * size));
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

function grown({ min, max }: PaperBox): PaperBox {
  return {
    min: { x: min.x - CLEAR_MM, y: min.y - CLEAR_MM },
    max: { x: max.x + CLEAR_MM, y: max.y + CLEAR_MM },
  };
}

function cornersOf({ min, max }: PaperBox): readonly Point2[] {
  return [min, { x: max.x, y: min.y }, max, { x: min.x, y: max.y }];
}

/** Centre of the area of a ring. */
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
