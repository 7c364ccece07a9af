/** @module draw-episode: draws the grid world of an episode. */
import type { Cell } from '../../kernel/axion/env/toy-env.ts';
import type { EpisodePicture } from '../../kernel/axion/harness/episode-picture.ts';
import { fillRectangle } from '../../kernel/raster/dot-shapes.ts';
import { drawGlyphs } from '../../kernel/raster/glyphs.ts';
import { newRaster } from '../../kernel/raster/raster.ts';
import type { Raster, Rgb } from '../../kernel/raster/raster.ts';
import { box, disc, line, polygon } from '../../kernel/raster/smooth-shapes.ts';
import type { Point } from '../../kernel/raster/smooth-shapes.ts';
import type { EpisodeCaption } from './episode-caption.ts';

/** Pixels of a cell, and of the strip below the grid. */
const CELL = 34;
const MARGIN = 12;
const STRIP = 26;
/** Lines of text below, and their distance. */
const LINES = 5;
const LINE_STEP = 12;

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
const WHITE: Rgb = [255, 255, 255];

/** The meaning of the shapes. */
export const LEGEND =
  'blue disc: the agent, blue line: its path, yellow disc: object, orange triangle: hazard, purple diamond: other agent, dark box: wall, red cross: denied action, bars below: energy, and steps done with a mark at each step at which something was asked';

/** Energy of a full bar. */
const FULL_ENERGY = 100;

export function drawEpisode(picture: EpisodePicture, caption: EpisodeCaption): Raster {
  const { w, h } = picture.grid;
  const width = w * CELL + 2 * MARGIN;
  const raster = newRaster(width, h * CELL + 2 * MARGIN + STRIP + LINES * LINE_STEP, PAPER);
  for (let x = 0; x <= w; x += 1) line(raster, GRID, [corner({ x, y: 0 }), corner({ x, y: h })], 1);
  for (let y = 0; y <= h; y += 1) line(raster, GRID, [corner({ x: 0, y }), corner({ x: w, y })], 1);
  for (const wall of picture.walls) {
    const [x, y] = corner(wall);
    box(raster, WALL, [x + 1, y + 1], [x + CELL - 1, y + CELL - 1]);
  }
  for (const hazard of picture.hazards) triangle(raster, centre(hazard));
  for (const object of picture.objects) {
    disc(raster, OBJECT, centre(object), CELL * 0.26);
    disc(raster, WHITE, centre(object), CELL * 0.1);
  }
  for (const agent of picture.agents) diamond(raster, centre(agent));
  for (const [index, cell] of picture.path.entries()) {
    const next = picture.path[index + 1];
    if (next !== undefined) line(raster, PATH, [centre(cell), centre(next)], 5);
  }
  drawSelf(raster, picture);
  for (const denied of picture.denied) cross(raster, centre(denied));
  drawStrip(raster, picture, caption.asked);
  drawLines(raster, caption.lines);
  return raster;
}

function drawSelf(raster: Raster, { self }: EpisodePicture): void {
  const colour = self.alive ? SELF : DEAD;
  disc(raster, WHITE, centre(self), CELL * 0.38);
  disc(raster, colour, centre(self), CELL * 0.33);
}

function drawStrip(raster: Raster, picture: EpisodePicture, asked: readonly number[]): void {
  const { width } = raster;
  const top = raster.height - STRIP - LINES * LINE_STEP;
  const bar = (y: number, share: number, colour: Rgb): void => {
    const from: Point = [MARGIN, y];
    const full = width - 2 * MARGIN;
    box(raster, GRID, from, [MARGIN + full, y + 6]);
    const filled = full * Math.min(1, Math.max(0, share));
    if (filled > 0) box(raster, colour, from, [MARGIN + filled, y + 6]);
  };
  bar(top, picture.self.energy / FULL_ENERGY, SELF);
  bar(top + 11, picture.steps === 0 ? 0 : picture.step / picture.steps, WALL);
  for (const step of asked) {
    const x = MARGIN + ((width - 2 * MARGIN) * step) / Math.max(1, picture.steps);
    box(raster, SELF, [x - 1, top + 9], [x + 1, top + 19]);
  }
}

function drawLines(raster: Raster, lines: readonly string[]): void {
  const top = raster.height - LINES * LINE_STEP - 4;
  for (const [index, text] of lines.slice(0, LINES).entries()) {
    drawGlyphs(text, (x, y) => {
      const place = { x: MARGIN + x, y: top + index * LINE_STEP + y, width: 1, height: 1 };
      fillRectangle(raster, place, WALL);
    });
  }
}

function corner({ x, y }: Cell): Point {
  return [MARGIN + x * CELL, MARGIN + y * CELL];
}

function centre({ x, y }: Cell): Point {
  return [MARGIN + (x + 0.5) * CELL, MARGIN + (y + 0.5) * CELL];
}

function triangle(raster: Raster, [x, y]: Point): void {
  const r = CELL * 0.34;
  polygon(raster, HAZARD, [
    [x, y - r],
    [x + r, y + r * 0.8],
    [x - r, y + r * 0.8],
  ]);
}

function diamond(raster: Raster, [x, y]: Point): void {
  const r = CELL * 0.34;
  polygon(raster, AGENT, [
    [x, y - r],
    [x + r, y],
    [x, y + r],
    [x - r, y],
  ]);
}

function cross(raster: Raster, [x, y]: Point): void {
  const r = CELL * 0.2;
  for (const side of [-1, 1]) {
    line(
      raster,
      WHITE,
      [
        [x - r, y - side * r],
        [x + r, y + side * r],
      ],
      6,
    );
  }
  for (const side of [-1, 1]) {
    line(
      raster,
      DENIED,
      [
        [x - r, y - side * r],
        [x + r, y + side * r],
      ],
      3,
    );
  }
}
