/** @module plan-picture: before and after a plan, side by side for each level, as SVG. */
import { fitted } from '../printable.ts';
import type { Effect } from './effect.ts';
import {
  levelOf,
  type ModelState,
  numberParam,
  type ShownElement,
  textParam,
} from './model-state.ts';
import { placesOf, type Point } from './places.ts';
import { type Frame, frameOf, type Mark, MARKS, svgText } from './plan-svg.ts';
import { drawElement } from './plan-symbols.ts';

/** What stands in the head of the picture. */
export type PictureTitle = {
  readonly title: string;
  readonly subtitle: string;
};

/** Pixels. */
const PANEL = { width: 560, height: 440, gap: 24, margin: 24, caption: 30 } as const;
const HEAD = 64;
const FOOT = 64;
/** More storeys than this make a picture that nobody reads. */
const LEVELS_MAX = 6;

/** Order of drawing, from below. */
const LAYERS = [
  'floor',
  'room',
  'roof',
  'ramp',
  'stair',
  'beam',
  'grid',
  'wall',
  'opening',
  'window',
  'door',
  'column',
  'railing',
];

type Panel = {
  readonly state: ModelState;
  readonly marks: ReadonlyMap<string, Mark>;
  readonly caption: string;
};

/** A before/after plan of the levels that an effect reaches. Deleted red, created green, modified amber, all else grey. */
export function planPicture(effect: Effect, { title, subtitle }: PictureTitle): string {
  const { before, after } = effect;
  const levels = levelsOf(effect);
  const rows = levels.length === 0 ? [null] : levels;
  const width = 2 * PANEL.width + PANEL.gap + 2 * PANEL.margin;
  const row_height = PANEL.height + PANEL.caption + PANEL.gap;
  const height = HEAD + rows.length * row_height + FOOT;
  const parts = [
    svgText({ x: PANEL.margin, y: 28 }, fitted(title, 100), 'title'),
    svgText({ x: PANEL.margin, y: 48 }, fitted(subtitle, 140), 'caption'),
  ];
  // One frame for all, so that storeys lie above each other at one scale.
  const frame = frameOf(
    rows.flatMap((level) => pointsOn(level, [before, after])),
    { x: PANEL.margin, y: HEAD + PANEL.caption, width: PANEL.width, height: PANEL.height },
  );
  for (const [index, level] of rows.entries()) {
    const name = level === null ? 'no level' : levelName(level, before, after);
    const panels: readonly Panel[] = [
      { state: before, marks: marksOf(effect, 'before'), caption: `${name}: before` },
      { state: after, marks: marksOf(effect, 'after'), caption: `${name}: after` },
    ];
    for (const [side, panel] of panels.entries()) {
      const shifted = frame.moved(side * (PANEL.width + PANEL.gap), index * row_height);
      parts.push(...panelParts(panel, level, shifted));
    }
  }
  parts.push(...legend(height - FOOT + 20, frame.scale));
  return document(width, height, parts);
}

function levelsOf({ scope, before, after }: Effect): readonly string[] {
  const elevation = (id: string): number => {
    const level = after.get(id) ?? before.get(id);
    return level === undefined ? 0 : (numberParam(level, 'elevation') ?? 0);
  };
  return scope.levels
    .map(({ id }) => id)
    .toSorted((a, b) => elevation(a) - elevation(b))
    .slice(0, LEVELS_MAX);
}

function levelName(id: string, before: ModelState, after: ModelState): string {
  const level = after.get(id) ?? before.get(id);
  return fitted((level === undefined ? null : textParam(level, 'name')) ?? id, 60);
}

function marksOf(effect: Effect, side: 'before' | 'after'): ReadonlyMap<string, Mark> {
  const shown = { before: ['deleted', 'modified'], after: ['created', 'modified'] }[side];
  return new Map(
    effect.items
      .filter(({ change }) => shown.includes(change))
      .map(({ element, change }) => [element.id, change]),
  );
}

function onLevel(level: string | null, state: ModelState): readonly ShownElement[] {
  const elements = [...state.values()].filter(
    (element) => element.kind !== 'level' && levelOf(state, element) === level,
  );
  return elements.toSorted((a, b) => LAYERS.indexOf(a.kind) - LAYERS.indexOf(b.kind));
}

function pointsOn(level: string | null, states: readonly ModelState[]): readonly Point[] {
  return states.flatMap((state) =>
    onLevel(level, state).flatMap((element) => placesOf(element, state)),
  );
}

function panelParts(panel: Panel, level: string | null, frame: Frame): readonly string[] {
  const { x, y, width, height } = frame.area;
  const parts = [
    svgText({ x, y: y - 8 }, panel.caption, 'strong'),
    `<rect class="panel" x="${x}" y="${y}" width="${width}" height="${height}"/>`,
  ];
  const elements = onLevel(level, panel.state);
  // What changes is drawn last, so that nothing hides it.
  const ordered = elements.toSorted(
    (a, b) => Number(panel.marks.has(a.id)) - Number(panel.marks.has(b.id)),
  );
  for (const element of ordered) {
    const mark = panel.marks.get(element.id) ?? 'same';
    parts.push(`<g class="${mark}">${drawElement(element, panel.state, frame)}</g>`);
  }
  if (elements.length === 0)
    parts.push(svgText({ x: x + 12, y: y + 24 }, 'nothing on this level', 'caption'));
  return parts;
}

function legend(y: number, scale: number): readonly string[] {
  const parts = MARKS.map(({ mark, label }, index) => {
    const x = PANEL.margin + index * 110;
    return `<g class="${mark}"><rect class="solid" x="${x}" y="${y}" width="22" height="12"/></g>${svgText({ x: x + 30, y: y + 11 }, label, 'caption')}`;
  });
  const length_mm = barLength(140 / scale);
  const x = PANEL.margin + PANEL.width + PANEL.gap;
  const right = x + length_mm * scale;
  parts.push(
    `<path class="bar" d="M${x} ${y}v10H${right.toFixed(1)}v-10"/>`,
    svgText({ x: right + 8, y: y + 11 }, `${length_mm / 1000} m, north is up`, 'caption'),
  );
  return parts;
}

/** The longest of 1, 2, 5 times a power of ten that is at most `most` (mm). */
function barLength(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return [5, 2, 1].map((step) => step * power).find((length) => length <= most) ?? power;
}

function document(width: number, height: number, parts: readonly string[]): string {
  const styles = MARKS.map(
    ({ mark, ink, wash }) =>
      `.${mark} .solid{fill:${ink}}.${mark} .area{fill:${wash};stroke:${ink}}.${mark} .line{fill:none;stroke:${ink}}.${mark} .gap{fill:#fff;stroke:${ink}}.${mark} .label{fill:${ink}}`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui,Helvetica,Arial,sans-serif">`,
    `<style>.title{font-size:18px;font-weight:600}.strong{font-size:13px;font-weight:600}.caption{font-size:12px;fill:#555}.label{font-size:11px;text-anchor:middle}.panel{fill:#fff;stroke:#ccc}.bar{fill:none;stroke:#333}.dashed{stroke-dasharray:6 4}${styles.join('')}</style>`,
    `<rect width="${width}" height="${height}" fill="#f7f7f5"/>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}
