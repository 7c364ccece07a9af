/** @module page: the page layout of a picture of a finding: message at the top, legend at the bottom. */

import type { Point2 } from '../../building/geometry/vector.ts';
import type { Finding } from '../../checks/findings/finding.ts';
import type { Item } from '../drawings/drawing.ts';
import { area, barLength, caption, line, paperOf, visible } from '../drawings/shapes.ts';
import { boxRing } from '../drawings/sketch.ts';
import { textWidth } from '../drawings/text/fonts.ts';
import { wrappedText } from '../drawings/text/text-outlines.ts';
import { AROUND_CUT, colourOf, FAINT, INK, SHARED, WAY } from './colours.ts';
import { placeItems, signItems, signOf } from './marks.ts';
import type { Scene } from './scene.ts';

/** Size of the page, mm. */
export const PAGE = { width: 250, height: 187.5 } as const;
/** Margin of the page, mm. */
const MARGIN = 4;
/** The part of the page in which the model is drawn. */
export const AREA = {
  min: { x: MARGIN, y: 19.5 },
  max: { x: PAGE.width - MARGIN, y: PAGE.height - 13.5 },
} as const;
/** Width of the drawing area, mm. */
const WIDTH = AREA.max.x - AREA.min.x;
/** Width, text size and maximum number of lines of the message. */
const MESSAGE = { width: WIDTH, size: 3.5, most: 2 } as const;
/** Distances between lines of the message and between rows of the legend, and the text size of the legend; mm. */
const [MESSAGE_STEP, ROW, SMALL] = [4.25, 5.5, 3.25];
/** Maximum number of elements in the legend: two rows of two. */
const ELEMENTS = 4;

/** The background of the page, and the message of a finding. */
export function pageItems({ message, severity }: Finding): readonly Item[] {
  const lines = wrappedText(visible(`${severity}: ${message}`), MESSAGE);
  return [
    paperOf(PAGE.width, PAGE.height),
    ...lines.map((text, row) => {
      const at = { x: MARGIN, y: PAGE.height - 6.5 - row * MESSAGE_STEP };
      return caption(at, text, WIDTH, { size_mm: MESSAGE.size });
    }),
  ];
}

/** The data that the legend explains. `isShared`: whether an intersection is drawn. */
type Legend = {
  readonly scene: Scene;
  readonly isShared: boolean;
  /** Millimetres of paper per millimetre of the building. */
  readonly scale: number;
};

/** The frame of the drawing area, the elements with their signs, and a line of facts about the picture. */
export function* legendItems(legend: Legend): Iterable<Item> {
  const { concerned } = legend.scene;
  const ring = boxRing(AREA);
  yield line([...ring, AREA.min], { ink: AROUND_CUT, width_mm: 0.25 });
  const rest = concerned.length - ELEMENTS;
  for (const [index, { id, kind, params }] of concerned.slice(0, ELEMENTS).entries()) {
    const x = AREA.min.x + 2.5 + (index % 2) * (WIDTH / 2);
    const y = AREA.min.y - 3.75 - Math.floor(index / 2) * ROW;
    yield* signItems({ x, y }, signOf(index), colourOf(index));
    const name = 'name' in params && typeof params.name === 'string' ? ` "${params.name}"` : '';
    const more = index === ELEMENTS - 1 && rest > 0 ? ` and ${rest} more` : '';
    const at = { x: x + 4, y: y - 1.1 };
    const max_width = WIDTH / 2 - 10 - textWidth(more, SMALL, false);
    const own = caption(at, `${kind} ${id}${name}`, max_width, { size_mm: SMALL, colour: INK });
    yield own.shape === 'text' ? { ...own, text: own.text + more } : own;
  }
  yield* factItems(legend);
}

/** A line of facts: scale, direction of view, level, height of the cut, and the meaning of the marks. */
function* factItems({ scene, isShared, scale }: Legend): Iterable<Item> {
  let at: Point2 = { x: MARGIN, y: 2.75 };
  const right = (by: number, up = 0): Point2 => ({ x: at.x + by, y: at.y + up });
  const words = (text: string): Item => {
    const item = caption(at, text, WIDTH / 4, { size_mm: SMALL, colour: FAINT });
    const width = item.shape === 'text' ? textWidth(item.text, SMALL, false) : 0;
    at = right(width + 4);
    return item;
  };
  const { level, cut_mm, place, ways, left_out } = scene;
  if (scene.look === 'plan') {
    const length_mm = barLength(35 / scale);
    const end = length_mm * scale;
    const ends = [right(0, 2.5), at, right(end), right(end, 2.5)];
    yield line(ends, { ink: INK, width_mm: 0.5 });
    at = right(end + 2.5);
    yield words(`${length_mm / 1000} m, y is up`);
  } else {
    yield words('seen from the south-west');
  }
  if (level !== null) yield words(level.params.name);
  if (cut_mm !== null) yield words(`cut at ${Math.round(cut_mm)} mm`);
  if (place !== null) {
    yield* placeItems(right(1.75, 1.2), 1.75);
    at = right(5.5);
    yield words('place');
  }
  if (isShared) {
    yield area([boxRing({ min: at, max: right(3.5, 2.5) })], SHARED);
    at = right(4.75);
    yield words('in both');
  }
  if (ways.length > 0) {
    yield line([right(0, 1.2), right(5, 1.2)], { ink: WAY, width_mm: 1 });
    at = right(6.75);
    yield words('way');
  }
  if (left_out > 0) yield words(`${left_out} more not drawn`);
}
