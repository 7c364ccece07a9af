/** @module change png: the place of a change before and after, side by side for each storey, as a small PNG. */
import type { Steps } from '../../findings/steps.ts';
import type { Element } from '../../kinds/elements.ts';
import { type Mark, pointsOf } from '../../kinds/symbol.ts';
import type { ElementResult } from '../../model/effect/results.ts';
import type { ModelView } from '../../model/view.ts';
import { fillRectangle } from '../../raster/dot-shapes.ts';
import { pngInSteps } from '../../raster/png.ts';
import { halved, newRaster, type Raster, type Rgb } from '../../raster/raster.ts';
import { changeDrawings } from './change-drawings.ts';
import { type Change, CHANGES, frameOf } from './frame.ts';
import { drawMark, drawText, FINE, type Inks, WHITE } from './plan-dots.ts';

/** A branch before and after, as far as whoever looks sees it. */
type Sides = { readonly before: ModelView; readonly after: ModelView };

/** Pixels. */
const PANEL = { width: 400, height: 300, gap: 12, margin: 12, caption: 30 } as const;
/** More storeys make a picture that is not small. */
const LEVELS_MOST = 2;
/** What lies around the change and is drawn with it, mm. */
const AROUND_MM = 1500;
const PAPER: Rgb = [247, 247, 245];
const TEXT: Rgb = [51, 51, 51];

/**
 * The picture, null where nothing that changes is drawn in plan. Deleted red, created green, modified amber, all else
 * grey.
 *
 * @param named ids of what events name
 * @param results what becomes of elements: those that follow are drawn as modified
 */
export function* changePng(
  sides: Sides,
  named: readonly string[],
  results: readonly ElementResult[],
): Steps<Buffer | null> {
  const changes = changesOf(sides, named, results);
  const places = yield* placesOf(sides, changes);
  const levels = [...places.keys()].slice(0, LEVELS_MOST);
  const more = places.size - levels.length;
  if (levels.length === 0) return null;
  const row = PANEL.height + PANEL.caption + PANEL.gap;
  const page = newRaster(
    (2 * PANEL.width + PANEL.gap + 2 * PANEL.margin) * FINE,
    (levels.length * row + PANEL.margin) * FINE,
    PAPER,
  );
  const captions: string[] = [];
  for (const [index, level_id] of levels.entries()) {
    const panel = { sides, changes, level_id, points: places.get(level_id) ?? [] };
    for (const [column, side] of (['before', 'after'] as const).entries()) {
      const left = PANEL.margin + column * (PANEL.width + PANEL.gap);
      const top = PANEL.caption + index * row;
      const isLast = index === levels.length - 1 && side === 'after';
      const rest =
        isLast && more > 0
          ? ` (${more} more ${more === 1 ? 'storey changes' : 'storeys change'})`
          : '';
      const caption = `${nameOf(level_id, sides)}: ${side}${rest}`;
      captions.push(caption);
      drawText(page, caption, [left * FINE, (top - 20) * FINE], TEXT);
      laid(page, yield* panelOf(panel, side), left * FINE, top * FINE);
    }
  }
  const small = halved(page);
  yield STEP;
  return yield* pngInSteps(small, {
    text: { Title: 'Before and after', Description: captions.join('; ') },
  });
}

function changesOf(
  { before, after }: Sides,
  named: readonly string[],
  results: readonly ElementResult[],
): ReadonlyMap<string, Change> {
  const changes = new Map<string, Change>(results.map(({ id }) => [id, 'modified']));
  for (const id of named) {
    const [was, is] = [before.element(id), after.element(id)];
    if (was === undefined && is === undefined) continue;
    changes.set(id, was === undefined ? 'created' : is === undefined ? 'deleted' : 'modified');
  }
  return changes;
}

const STEP = { done: 0, total: 0, doing: 'drawing what changes' };

type Points = ReturnType<typeof pointsOf>;

/** Where something is drawn that changes, by level; levels with what is named come first. */
function* placesOf(
  { before, after }: Sides,
  changes: ReadonlyMap<string, Change>,
): Steps<ReadonlyMap<string, Points>> {
  const places = new Map<string, Points[number][]>();
  for (const id of changes.keys()) {
    yield STEP;
    for (const view of [before, after]) {
      const level_id = view.levelOf(id);
      const points = view.marks(id).flatMap(pointsOf);
      if (level_id === null || points.length === 0) continue;
      const known = places.get(level_id);
      if (known === undefined) places.set(level_id, [...points]);
      else known.push(...points);
    }
  }
  return places;
}

function nameOf(level_id: string, { before, after }: Sides): string {
  const level = after.elementOf(level_id, 'level') ?? before.elementOf(level_id, 'level');
  return level?.params.name ?? level_id;
}

type Panel = {
  readonly sides: Sides;
  readonly changes: ReadonlyMap<string, Change>;
  readonly level_id: string;
  /** The points of what changes, mm. */
  readonly points: Points;
};

function* panelOf({ sides, changes, level_id, points }: Panel, side: keyof Sides): Steps<Raster> {
  const view = sides[side];
  const raster = newRaster(PANEL.width * FINE, PANEL.height * FINE, WHITE);
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const low = { x: least(xs) - AROUND_MM, y: least(ys) - AROUND_MM };
  const high = {
    x: -least(xs.map((x) => -x)) + AROUND_MM,
    y: -least(ys.map((y) => -y)) + AROUND_MM,
  };
  const frame = frameOf([low, high], { x: 0, y: 0, width: PANEL.width, height: PANEL.height });
  const level = view.elementOf(level_id, 'level');
  if (level === undefined) return raster;
  const { elevation, height } = level.params;
  const box = {
    min: { ...low, z: elevation - height },
    max: { ...high, z: elevation + 2 * height },
  };
  const near = view.inBox(box).flatMap((id) => {
    const element = view.element(id);
    return element !== undefined && view.levelOf(id) === level_id ? [element] : [];
  });
  yield STEP;
  const drawings = changeDrawings(view, inOrder(near, view), changes);
  for (const texts of [false, true]) {
    for (const { change, marks } of drawings) {
      yield STEP;
      const isDrawn = ({ shape }: Mark): boolean => (shape === 'text') === texts;
      const inks = inksOf(change);
      for (const mark of marks.filter(isDrawn)) drawMark(raster, frame, mark, inks);
    }
  }
  return raster;
}

function least(values: readonly number[]): number {
  return values.reduce((low, value) => Math.min(low, value), Infinity);
}

/** From below upwards. */
function inOrder(elements: readonly Element[], { kinds }: ModelView): readonly string[] {
  const layerOf = (element: Element): number => {
    const { symbol } = kinds.of(element);
    return symbol === 'none' ? 0 : symbol.layer;
  };
  return elements.toSorted((a, b) => layerOf(a) - layerOf(b)).map(({ id }) => id);
}

function inksOf(change: Change): Inks {
  const { ink = '#000000', wash = '#ffffff' } = CHANGES.find((one) => one.change === change) ?? {};
  return { ink: colourOf(ink), wash: colourOf(wash) };
}

function colourOf(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Puts a panel onto a page, its corner at this dot. */
function laid(page: Raster, panel: Raster, left: number, top: number): void {
  for (let y = 0; y < panel.height; y += 1) {
    const from = y * panel.width * 3;
    page.rgb.set(
      panel.rgb.subarray(from, from + panel.width * 3),
      ((top + y) * page.width + left) * 3,
    );
  }
  const edge = { width: panel.width, height: 1 };
  fillRectangle(page, { x: left, y: top, ...edge }, TEXT);
  fillRectangle(page, { x: left, y: top + panel.height - 1, ...edge }, TEXT);
}
