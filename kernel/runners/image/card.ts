/** @module card: a picture drawn by rule from a prompt and a seed: a street of houses, with the prompt below. */
import { createHash } from 'node:crypto';

import { fillDisc, fillRectangle } from '../../raster/dot-shapes.ts';
import { drawLetters, LETTER_STEP, LINE_STEP, plainCapitals } from '../../raster/letters.ts';
import { pngOf } from '../../raster/png.ts';
import { halved, newRaster } from '../../raster/raster.ts';
import type { Raster, Rgb } from '../../raster/raster.ts';

/** The parameters of a picture. `width` and `height` in pixels. */
export type CardRequest = {
  readonly prompt: string;
  readonly seed: number;
  readonly width: number;
  readonly height: number;
};

/** The mark on the picture and in its file that no model made it. */
const CARD_MARK = 'DRAWN BY RULE, NOT BY A MODEL';

/** Draws a PNG; the same request gives the same bytes on every machine. */
export function drawCard(request: CardRequest): Uint8Array {
  const { prompt, seed, width, height } = request;
  // Drawn at twice the size, then halved, which smooths the edges
  const canvas = newRaster(width * 2, height * 2, [0, 0, 0]);
  const draw = randomOf(`${seed} ${prompt}`);
  const hue = hueOf(prompt) ?? draw(360);
  const dark = /\b(night|dark|midnight)\b/i.test(prompt);
  const ground = Math.floor((canvas.height * 21) / 25);
  drawSky(canvas, ground, { hue, dark });
  const radius = Math.floor(canvas.height / 16) + draw(Math.floor(canvas.height / 24));
  const place = { x: draw(canvas.width), y: radius * 2 + draw(Math.floor(ground / 4)), radius };
  fillDisc(canvas, place, dark ? [235, 235, 220] : [255, 236, 170], 230);
  for (const depth of [0, 1, 2]) drawHouses(canvas, ground, { depth, hue, dark, draw });
  drawCaption(canvas, ground, prompt);
  const text = {
    Title: prompt.slice(0, 200),
    Comment: `${CARD_MARK}; seed ${seed}`,
    Software: 'procedural, generative=false',
  };
  return pngOf(halved(canvas), { text, filter: 'none' });
}

/** Returns the next integer of a sequence, from 0 to below the limit. */
type Draw = (below: number) => number;

type Scene = { readonly hue: number; readonly dark: boolean };

/** Numbers from a digest in counter mode. */
function randomOf(text: string): Draw {
  let block = Buffer.alloc(0);
  let at = 0;
  let counter = 0;
  return (below) => {
    if (at + 4 > block.length) {
      block = createHash('sha256').update(`${counter} ${text}`).digest();
      counter += 1;
      at = 0;
    }
    const value = block.readUInt32BE(at);
    at += 4;
    return value % Math.max(1, below);
  };
}

const HUES: readonly (readonly [RegExp, number])[] = [
  [/\b(red|brick|fire)\b/i, 5],
  [/\b(orange|sunset|autumn)\b/i, 28],
  [/\b(yellow|sand|desert)\b/i, 48],
  [/\b(green|garden|forest|park)\b/i, 120],
  [/\b(teal|sea|water|lake)\b/i, 185],
  [/\b(blue|sky|winter)\b/i, 215],
  [/\b(violet|purple|lavender)\b/i, 275],
];

/** The hue in degrees of a colour word in the prompt. */
function hueOf(prompt: string): number | undefined {
  return HUES.find(([word]) => word.test(prompt))?.[1];
}

function drawSky(canvas: Raster, ground: number, { hue, dark }: Scene): void {
  for (let y = 0; y < ground; y += 2) {
    const share = Math.floor((y * 100) / ground);
    const value = dark ? 18 + Math.floor(share / 4) : 70 + Math.floor(share / 4);
    const strip = { x: 0, y, width: canvas.width, height: 2 };
    fillRectangle(canvas, strip, colourOf(hue + 20, 60 - Math.floor(share / 2), value));
  }
}

/** Draws a row of houses; nearer rows are larger and more saturated. */
function drawHouses(
  canvas: Raster,
  ground: number,
  { depth, hue, dark, draw }: Scene & { readonly depth: number; readonly draw: Draw },
): void {
  const unit = Math.floor(canvas.width / 24);
  const light = dark ? 22 + depth * 4 : 82 - depth * 16;
  for (let x = -draw(unit * 2); x < canvas.width;) {
    const width = unit * (2 + draw(3));
    const floors = 2 + draw(6 - depth * 2 + 2);
    const storey = Math.floor(canvas.height / 22) + depth * 4;
    const height = floors * storey;
    const top = ground - height;
    const wall = colourOf(hue + draw(50) - 25, 18 + depth * 14, light + draw(8));
    fillRectangle(canvas, { x, y: top, width, height }, wall);
    if (draw(2) === 0) drawRoof(canvas, { x, top, width }, colourOf(hue + 180, 30, light - 18));
    drawWindows(canvas, { x, top, width, floors, storey }, { depth, dark, draw });
    x += width + draw(Math.floor(unit / 2));
  }
}

function drawRoof(
  canvas: Raster,
  { x, top, width }: { readonly x: number; readonly top: number; readonly width: number },
  colour: Rgb,
): void {
  const half = Math.floor(width / 2);
  for (let row = 0; row < half / 2; row += 1) {
    fillRectangle(
      canvas,
      { x: x + half - row * 2, y: top - Math.floor(half / 2) + row, width: row * 4, height: 1 },
      colour,
    );
  }
}

function drawWindows(
  canvas: Raster,
  house: {
    readonly x: number;
    readonly top: number;
    readonly width: number;
    readonly floors: number;
    readonly storey: number;
  },
  { depth, dark, draw }: { readonly depth: number; readonly dark: boolean; readonly draw: Draw },
): void {
  const { x, top, width, floors, storey } = house;
  const side = Math.floor(storey / 2);
  const count = Math.max(1, Math.floor(width / (side * 2)));
  const gap = Math.floor((width - count * side) / (count + 1));
  for (let floor = 0; floor < floors; floor += 1) {
    for (let at = 0; at < count; at += 1) {
      const lit = draw(3) === 0;
      const pane: Rgb = lit === dark ? [255, 226, 140] : [60, 74, 92];
      const corner = {
        x: x + gap + at * (side + gap),
        y: top + floor * storey + Math.floor(side / 2),
      };
      fillRectangle(canvas, { ...corner, width: side, height: side }, pane, 110 + depth * 60);
    }
  }
}

function drawCaption(canvas: Raster, ground: number, prompt: string): void {
  fillRectangle(
    canvas,
    { x: 0, y: ground, width: canvas.width, height: canvas.height - ground },
    [28, 32, 38],
  );
  const dot = Math.max(2, Math.floor(canvas.width / 220));
  const small = Math.max(2, Math.floor(dot / 2));
  const margin = dot * 4;
  const room = Math.floor((canvas.width - margin * 2) / (dot * LETTER_STEP));
  const lines = linesOf(plainCapitals(prompt).trim(), room, 3);
  for (const [row, line] of lines.entries()) {
    drawLetters(line, (x, y) => {
      const at = { x: margin + x * dot, y: ground + margin + (row * LINE_STEP + y) * dot };
      fillRectangle(canvas, { ...at, width: dot, height: dot }, [240, 240, 235]);
    });
  }
  drawLetters(CARD_MARK, (x, y) => {
    const at = { x: margin + x * small, y: canvas.height - margin + (y - 5) * small };
    fillRectangle(canvas, { ...at, width: small, height: small }, [150, 158, 168]);
  });
}

/** At most `count` lines of `room` letters, broken between words if words fit; omitted text becomes dots. */
function linesOf(text: string, room: number, count: number): readonly string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest !== '' && lines.length < count) {
    const space = rest.length > room ? rest.lastIndexOf(' ', room) : rest.length;
    const end = space > 0 ? space : room;
    lines.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  const last = lines.pop() ?? '';
  return [...lines, rest === '' ? last : `${last.slice(0, room - 3)}...`];
}

/** A colour from hue in degrees, saturation and value in percent, with integer arithmetic. */
function colourOf(hue: number, saturation: number, value: number): Rgb {
  const turn = ((hue % 360) + 360) % 360;
  const top = Math.round((Math.min(Math.max(value, 0), 100) * 255) / 100);
  const low = Math.round((top * (100 - Math.min(Math.max(saturation, 0), 100))) / 100);
  const rise = Math.round(((top - low) * (turn % 60)) / 60);
  const wheel: readonly Rgb[] = [
    [top, low + rise, low],
    [top - rise, top, low],
    [low, top, low + rise],
    [low, top - rise, top],
    [low + rise, low, top],
    [top, low, top - rise],
  ];
  return wheel[Math.floor(turn / 60)] ?? [top, top, top];
}
