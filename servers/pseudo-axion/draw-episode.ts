/** @module draw-episode: draws the grid world of an episode. */
import type { Cell } from '../../kernel/axion/env/toy-env.ts';
import type { EpisodePicture } from '../../kernel/axion/exports/episode-picture.ts';
import type { Item } from '../../kernel/documents/drawings/drawing.ts';
import { WHITE } from '../../kernel/documents/drawings/pens.ts';
import { painted } from '../../kernel/documents/drawings/print/png.ts';
import { area, disc, line } from '../../kernel/documents/drawings/shapes.ts';
import { boxRing, pictureDrawing, textAt } from '../../kernel/documents/drawings/sketch.ts';
import type { Raster, Rgb } from '../../kernel/documents/raster/raster.ts';
import type { EpisodeCaption } from './episode-caption.ts';

/** Width and height of a cell in pixels. */
const CELL = 34;
/** Margin around the grid in pixels. */
const MARGIN = 12;
/** Height of the strip of bars below the grid in pixels. */
const STRIP = 26;
/** Number of text lines below the strip. */
const LINES = 5;
/** Line spacing and text height in pixels. */
const LINE_STEP = 12;
const TEXT = 10;

/** Colours of the background, the grid and the shapes. */
const PAPER: Rgb = [250, 249, 245];
const GRID: Rgb = [226, 223, 214];
const WALL: Rgb = [74, 78, 86];
const PATH: Rgb = [120, 174, 219];
const SELF: Rgb = [0, 101, 173];
const DEAD: Rgb = [140, 140, 140];
const OBJECT: Rgb = [230, 172, 0];
const HAZARD: Rgb = [213, 76, 0];
const AGENT: Rgb = [120, 80, 160];
const DENIED: Rgb = [190, 20, 60];

/** The meaning of the shapes. */
export const LEGEND =
  'blue disc: the agent, blue line: its path, yellow disc: object, orange triangle: hazard, purple diamond: other agent, dark box: wall, red cross: denied action, bars below: energy, and steps done with a mark at each step at which a question was asked';

/** Energy of a full bar. */
const FULL_ENERGY = 100;

type Point = { readonly x: number; readonly y: number };

/** The picture as pixels. One pixel is one millimetre of the drawing; y points up. */
export function drawEpisode(picture: EpisodePicture, caption: EpisodeCaption): Raster {
  const { w, h } = picture.grid;
  const width = w * CELL + 2 * MARGIN;
  const foot = STRIP + LINES * LINE_STEP;
  const height = h * CELL + 2 * MARGIN + foot;
  const corner = ({ x, y }: Cell): Point => ({
    x: MARGIN + x * CELL,
    y: height - MARGIN - y * CELL,
  });
  const items = [
    rectangle({ x: 0, y: 0 }, { x: width, y: height }, PAPER),
    ...gridItems(picture, corner),
    ...stripItems(picture, caption.question_steps, width),
    ...caption.lines.slice(0, LINES).map((text, index) => {
      const y = (LINES - index) * LINE_STEP - 3;
      return textAt({ x: MARGIN, y }, text, TEXT, { colour: WALL });
    }),
  ];
  const drawing = pictureDrawing('episode', { width_mm: width, height_mm: height }, items);
  return painted(drawing, width);
}

/** The grid with walls, hazards, objects, agents, the path and the denied actions. */
function* gridItems(picture: EpisodePicture, corner: (cell: Cell) => Point): Iterable<Item> {
  const { w, h } = picture.grid;
  const centre = ({ x, y }: Cell): Point => corner({ x: x + 0.5, y: y + 0.5 });
  const grid = { ink: GRID, width_mm: 1 };
  for (let x = 0; x <= w; x += 1) yield line([corner({ x, y: 0 }), corner({ x, y: h })], grid);
  for (let y = 0; y <= h; y += 1) yield line([corner({ x: 0, y }), corner({ x: w, y })], grid);
  for (const wall of picture.walls) {
    const { x, y } = corner(wall);
    yield rectangle({ x: x + 1, y: y - CELL + 1 }, { x: x + CELL - 1, y: y - 1 }, WALL);
  }
  for (const hazard of picture.hazards) {
    yield polygon(centre(hazard), HAZARD, [
      [0, 1],
      [1, -0.8],
      [-1, -0.8],
    ]);
  }
  for (const object of picture.objects) {
    yield disc(centre(object), CELL * 0.26, OBJECT);
    yield disc(centre(object), CELL * 0.1, WHITE);
  }
  for (const agent of picture.agents) {
    yield polygon(centre(agent), AGENT, [
      [0, 1],
      [1, 0],
      [0, -1],
      [-1, 0],
    ]);
  }
  if (picture.path.length > 1) yield line(picture.path.map(centre), { ink: PATH, width_mm: 5 });
  yield disc(centre(picture.self), CELL * 0.38, WHITE);
  yield disc(centre(picture.self), CELL * 0.33, picture.self.alive ? SELF : DEAD);
  for (const denied of picture.denied) yield* crossItems(centre(denied));
}

/** The bars of energy and of steps done, with a mark at each step at which a question was asked. */
function* stripItems(
  picture: EpisodePicture,
  question_steps: readonly number[],
  width: number,
): Iterable<Item> {
  const top = STRIP + LINES * LINE_STEP;
  const full = width - 2 * MARGIN;
  const bars: readonly (readonly [y: number, share: number, colour: Rgb])[] = [
    [top, picture.self.energy / FULL_ENERGY, SELF],
    [top - 11, picture.steps === 0 ? 0 : picture.step / picture.steps, WALL],
  ];
  for (const [y, share, colour] of bars) {
    const from = { x: MARGIN, y: y - 6 };
    yield rectangle(from, { x: MARGIN + full, y }, GRID);
    const filled = full * Math.min(1, Math.max(0, share));
    if (filled > 0) yield rectangle(from, { x: MARGIN + filled, y }, colour);
  }
  for (const step of question_steps) {
    const x = MARGIN + (full * step) / Math.max(1, picture.steps);
    yield rectangle({ x: x - 1, y: top - 19 }, { x: x + 1, y: top - 9 }, SELF);
  }
}

function rectangle(min: Point, max: Point, colour: Rgb): Item {
  return area([boxRing({ min, max })], colour);
}

/** A polygon around a point; its corners are in units of 0.34 cells. */
function polygon(
  { x, y }: Point,
  colour: Rgb,
  corners: readonly (readonly [number, number])[],
): Item {
  const r = CELL * 0.34;
  return area([corners.map(([dx, dy]) => ({ x: x + dx * r, y: y + dy * r }))], colour);
}

/** A red cross with a white outline, for a denied action. */
function crossItems({ x, y }: Point): readonly Item[] {
  const r = CELL * 0.2;
  return [
    { ink: WHITE, width_mm: 6 },
    { ink: DENIED, width_mm: 3 },
  ].flatMap((stroke) =>
    [-r, r].map((side) =>
      line(
        [
          { x: x - r, y: y - side },
          { x: x + r, y: y + side },
        ],
        stroke,
      ),
    ),
  );
}
