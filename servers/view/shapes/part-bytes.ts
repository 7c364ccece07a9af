/** @module part-bytes: elements with their shapes as a part of a scene; the layout is described in `protocol/scene.ts`. */
import { Buffer } from 'node:buffer';

import type { Element } from '../../../kernel/building/kinds/elements.ts';
import { typeOf } from '../../../kernel/building/kinds/types/of-type.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import type { BytesAnswer } from '../answers/answer.ts';
import type { ShownMoment } from '../protocol/moment.ts';
import type { BoxNumbers, PartColumns, PartHeader, TextColumn } from '../protocol/scene.ts';
import { type ElementShape, Shapes } from './element-shape.ts';
import { boundsOf, inMetres, type Origin } from './scene-box.ts';

/** A moment, and the origin of the scene of a part. */
export type PartPlace = {
  readonly shown: ShownMoment;
  readonly view: BuildingView;
  readonly origin: Origin;
};

/** Fields of a header that only some answers have. */
export type MoreHeader = Pick<PartHeader, 'removed' | 'reload'>;

type Row = { readonly element: Element; readonly shape: ElementShape | null };

const MAGIC = Buffer.from('PLV1', 'latin1');
const NO_BOX: BoxNumbers = [0, 0, 0, 0, 0, 0];

/** The part of these elements; a body that cannot be built is listed in `left_out`. */
export function partOf(
  elements: readonly Element[],
  place: PartPlace,
  more: MoreHeader = {},
): BytesAnswer {
  const shapes = new Shapes(place.view);
  const rows: Row[] = [];
  const left_out: string[] = [];
  for (const element of elements) {
    const shape = shapes.of(element, place.origin);
    if (shape === null) left_out.push(element.id);
    else rows.push({ element, shape });
  }
  return encoded(rows, { ...more, left_out }, place);
}

/** The part of these elements without their triangles and colours, for pages without graphics. */
export function partWithoutShapes(elements: readonly Element[], place: PartPlace): BytesAnswer {
  const rows = elements.map((element) => ({ element, shape: null }));
  return encoded(rows, { left_out: [] }, place);
}

function encoded(
  rows: readonly Row[],
  more: MoreHeader & Pick<PartHeader, 'left_out'>,
  place: PartPlace,
): BytesAnswer {
  const columns = columnsOf(rows, place);
  const header: PartHeader = {
    at: place.shown,
    origin_mm: place.origin,
    vertices: count(columns.vertices),
    opaque: count(columns.opaque),
    glass: count(columns.glass),
    space: count(columns.space),
    columns,
    ...more,
  };
  return { media_type: 'application/octet-stream', bytes: bytesOf(header, rows) };
}

function count(spans: PartColumns['vertices']): number {
  const [first, length] = spans.at(-1) ?? [0, 0];
  return first + length;
}

function columnsOf(rows: readonly Row[], { view, origin }: PartPlace): PartColumns {
  const spans = (
    lengthOf: (shape: ElementShape) => number,
  ): readonly (readonly [number, number])[] => {
    let first = 0;
    return rows.map(({ shape }) => {
      const length = shape === null ? 0 : lengthOf(shape);
      first += length;
      return [first - length, length];
    });
  };
  const column = (textOf: (element: Element) => string | null): TextColumn =>
    textColumn(rows.map(({ element }) => textOf(element)));
  return {
    id: rows.map(({ element }) => element.id),
    name: rows.map(({ element }) => nameOf(element) ?? ''),
    kind: column(({ kind }) => kind),
    category: column((element) => view.kinds.of(element).category),
    level: column(({ id }) => view.levelOf(id)),
    type: column((element) => typeOf(element, view)?.params.name ?? null),
    reference: rows.map(({ element }) => (view.referenceOf(element.id) === null ? 0 : 1)),
    colour: rows.map(({ shape }) => shape?.colour ?? 0),
    box: rows.map(({ element }) => {
      const box = boundsOf(element, view);
      return box === null ? NO_BOX : inMetres(box, origin);
    }),
    vertices: spans(({ metres }) => metres.length / 3),
    opaque: spans(({ opaque }) => opaque.length),
    glass: spans(({ glass }) => glass.length),
    space: spans(({ space }) => space.length),
  };
}

/** The name of an element; null without one. */
export function nameOf({ params }: Element): string | null {
  return 'name' in params ? params.name : null;
}

function textColumn(values: readonly (string | null)[]): TextColumn {
  const numbers = new Map<string, number>();
  const rows = values.map((value) => {
    if (value === null) return -1;
    const number = numbers.get(value) ?? numbers.size;
    numbers.set(value, number);
    return number;
  });
  return { texts: [...numbers.keys()], rows };
}

function bytesOf(header: PartHeader, rows: readonly Row[]): Uint8Array<ArrayBuffer> {
  const text = Buffer.from(JSON.stringify(header), 'utf8');
  const length = Math.ceil(text.length / 4) * 4;
  const { vertices, opaque, glass, space } = header;
  const numbers = 4 * vertices + opaque + glass + space;
  const bytes = new Uint8Array(8 + length + 4 * numbers);
  bytes.set(MAGIC, 0);
  new DataView(bytes.buffer).setUint32(4, length, true);
  bytes.set(text, 8);
  bytes.fill(0x20, 8 + text.length, 8 + length);
  const at = 8 + length;
  const positions = new Float32Array(bytes.buffer, at, 3 * vertices);
  const owners = new Uint32Array(bytes.buffer, at + 12 * vertices, vertices);
  const corners = new Uint32Array(bytes.buffer, at + 16 * vertices, opaque + glass + space);
  const next = { opaque: 0, glass: opaque, space: opaque + glass };
  let vertex = 0;
  for (const [row, { shape }] of rows.entries()) {
    if (shape === null) continue;
    const own = shape.metres.length / 3;
    positions.set(shape.metres, 3 * vertex);
    owners.fill(row, vertex, vertex + own);
    for (const run of ['opaque', 'glass', 'space'] as const) {
      const from = shape[run];
      const to = next[run];
      for (let i = 0; i < from.length; i++) corners[to + i] = vertex + (from[i] ?? 0);
      next[run] = to + from.length;
    }
    vertex += own;
  }
  return bytes;
}
