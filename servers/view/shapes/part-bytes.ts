/** @module part-bytes: elements with their shapes as a part of a scene; the layout is described in `protocol/scene.ts`. */
import type { Element } from '../../../kernel/building/kinds/elements.ts';
import { typeOf } from '../../../kernel/building/kinds/types/of-type.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import type { BytesAnswer } from '../answers/answer.ts';
import type { ShownMoment } from '../protocol/moment.ts';
import type { BoxNumbers, PartColumns, PartHeader, TextColumn } from '../protocol/scene.ts';
import { Shapes } from './element-shape.ts';
import { PartWriter, type Written } from './part-writer.ts';
import { boundsOf, inMetres, type Origin } from './scene-box.ts';
import { type Grounds, ShapeCache } from './shape-cache.ts';

/** A moment, and the origin of the scene of a part. */
export type PartPlace = {
  readonly shown: ShownMoment;
  readonly view: BuildingView;
  readonly origin: Origin;
};

/** Fields of a header that only some answers have. */
export type MoreHeader = Pick<PartHeader, 'removed' | 'reload'>;

/** Shapes that were written lately, for all moments and people. */
const CACHE = new ShapeCache();

type Row = { readonly element: Element; readonly colour: number; readonly written: Written };

const NO_BOX: BoxNumbers = [0, 0, 0, 0, 0, 0];

/** The part of these elements; a body that cannot be built is listed in `left_out`. */
export function partOf(
  elements: readonly Element[],
  place: PartPlace,
  more: MoreHeader = {},
): BytesAnswer {
  const shapes = Shapes.in(place.view);
  const writer = new PartWriter(place.origin);
  const origin = place.origin.join(' ');
  const rows: Row[] = [];
  const left_out: string[] = [];
  const fresh: Fresh[] = [];
  for (const element of elements) {
    const on = shapes.groundsOf(element);
    const grounds = on === null ? null : { origin, type: on.type, face: on.face };
    const known = on === null || grounds === null ? undefined : CACHE.find(on.body, grounds);
    const shape = known ?? shapes.of(element);
    if (shape === null) {
      left_out.push(element.id);
      continue;
    }
    const written = 'packed' in shape ? writer.copy(shape) : writer.add(shape.pieces);
    const row = { element, colour: shape.colour, written };
    rows.push(row);
    if (known === undefined && on !== null && grounds !== null) {
      fresh.push({ ...row, body: on.body, grounds });
    }
  }
  keep(fresh, writer);
  const head = { ...headOf(place), left_out, ...more };
  const removed = more.removed === undefined ? {} : { removed: [...more.removed, ...left_out] };
  return answerOf(writer, rows, { ...head, ...removed }, place.view);
}

/** A row whose shape was not cached. */
type Fresh = Row & { readonly body: object; readonly grounds: Grounds };

function keep(fresh: readonly Fresh[], writer: PartWriter): void {
  const packed = writer.pack(fresh.map(({ written }) => written));
  for (const [i, { body, grounds, colour, written }] of fresh.entries()) {
    const shape = packed[i] ?? null;
    if (shape !== null) CACHE.put(body, { ...shape, grounds, colour, box: written.box });
  }
}

/** The part of these elements without their triangles and colours, for pages without graphics. */
export function partWithoutShapes(elements: readonly Element[], place: PartPlace): BytesAnswer {
  const writer = new PartWriter(place.origin);
  const rows = elements.map((element): Row => {
    const box = boundsOf(element, place.view);
    const written = writer.add([]);
    const shown = box === null ? NO_BOX : inMetres(box, place.origin);
    return { element, colour: 0, written: { ...written, box: shown } };
  });
  return answerOf(writer, rows, { ...headOf(place), left_out: [] }, place.view);
}

function headOf({ shown, origin }: PartPlace): Pick<PartHeader, 'at' | 'origin_mm'> {
  return { at: shown, origin_mm: origin };
}

function answerOf(
  writer: PartWriter,
  rows: readonly Row[],
  head: Omit<PartHeader, 'columns' | keyof PartWriter['counts']>,
  view: BuildingView,
): BytesAnswer {
  const header: PartHeader = { ...head, ...writer.counts, columns: columnsOf(rows, view) };
  return { media_type: 'application/octet-stream', bytes: writer.finish(header) };
}

function columnsOf(rows: readonly Row[], view: BuildingView): PartColumns {
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
    colour: rows.map(({ colour }) => colour),
    box: rows.map(({ written }) => written.box),
    vertices: rows.map(({ written }) => written.vertices),
    opaque: rows.map(({ written }) => written.opaque),
    glass: rows.map(({ written }) => written.glass),
    space: rows.map(({ written }) => written.space),
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
