/** @module plan-svg: marks and safe text as SVG. */
import type { Mark } from '../../../kernel/kinds/symbol.ts';
import type { Frame } from '../../../kernel/picture/plan/frame.ts';
import { fitted, printable } from '../printable.ts';

/** A point on the page, pixels. */
type Point = { readonly x: number; readonly y: number };

/** Text at a pixel. */
export function svgText({ x, y }: Point, text: string, style: string): string {
  return `<text class="${style}" x="${number(x)}" y="${number(y)}">${escaped(text)}</text>`;
}

/** Longest line of text in a plan (characters), and how far lines are apart (pixels). */
const LABEL_MAX = 24;
const LABEL_STEP = 13;

/** What a kind is drawn with. */
export function svgMark(frame: Frame, mark: Mark): string {
  switch (mark.shape) {
    case 'area': {
      const path = mark.rings.map((ring) => `${line(frame, ring)}Z`).join('');
      return `<path class="${mark.fill}" fill-rule="evenodd" d="${path}"/>`;
    }
    case 'line': {
      const style = mark.dashed ? 'line dashed' : 'line';
      return `<path class="${style}" stroke-width="${mark.weight}" d="${line(frame, mark.points)}"/>`;
    }
    case 'text': {
      const { x, y } = frame.at(mark.at);
      return mark.lines
        .map((text, row) =>
          svgText({ x, y: y + row * LABEL_STEP }, fitted(text, LABEL_MAX), 'label'),
        )
        .join('');
    }
    default:
      return mark satisfies never;
  }
}

function line(frame: Frame, points: readonly Point[]): string {
  return points
    .map((point, index) => {
      const { x, y } = frame.at(point);
      return `${index === 0 ? 'M' : 'L'}${number(x)} ${number(y)}`;
    })
    .join('');
}

function number(value: number): string {
  return String(Math.round(value * 10) / 10);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function escaped(text: string): string {
  return printable(text).replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
}
