/** @module tests that an edit changes only those lines of SVG and DXF files that concern it. */
import { expect, test } from 'vitest';

import type { Element } from '../../../../kernel/building/kinds/elements.ts';
import { MAIN, Model } from '../../../../kernel/building/model/model.ts';
import type { ModelView } from '../../../../kernel/building/model/view.ts';
import { drawView } from '../../../../kernel/documents/drawings/draw-view.ts';
import type { Drawing } from '../../../../kernel/documents/drawings/drawing.ts';
import { dxf } from '../../../../kernel/documents/drawings/print/dxf.ts';
import { svg } from '../../../../kernel/documents/drawings/print/svg.ts';
import type { ParamValues, PlannedEvent } from '../../../../schemas/events.ts';
import type { ViewDefinition } from '../../../../schemas/views.ts';
import { buildingElements, creation, stored } from '../../../bench/building.ts';
import { solids } from '../../checks/clash/clash-model.ts';

const model = new Model({ solids });
model.applyAll(stored(Array.from(buildingElements({ storeys: 1, nodes: 5 }), creation)));
const before = model.view(MAIN);
if (before === null) throw new Error('main is always there');
const view: ModelView = before;
const WALLS = view.count('wall');

const PLAN: ViewDefinition = { view: 'plan', level_id: 'level_0', scale: 100, cut_height: 1200 };
const SOUTH: ViewDefinition = { view: 'elevation', direction: 'south', scale: 100 };

function drawingOf(definition: ViewDefinition, shown: ModelView): Drawing {
  const drawing = drawView(definition, shown);
  if (drawing === null) throw new Error('nothing drawn');
  return drawing;
}

/** The lines of an SVG file, or the complete objects of a DXF file. */
function partsOf(format: 'svg' | 'dxf', drawing: Drawing): readonly string[] {
  if (format === 'svg') return svg(drawing).split('\n');
  const lines = dxf(drawing).split('\n');
  const parts: string[] = [];
  for (let i = 0; i + 1 < lines.length; i += 2) {
    const group = `${lines[i]}=${lines[i + 1]}`;
    if (lines[i] === '0') parts.push(group);
    else parts[parts.length - 1] += ` ${group}`;
  }
  return parts;
}

/** The parts that occur in only one of two files. */
function changes(one: readonly string[], other: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const part of one) counts.set(part, (counts.get(part) ?? 0) + 1);
  for (const part of other) counts.set(part, (counts.get(part) ?? 0) - 1);
  return [...counts].flatMap(([part, count]) => (count === 0 ? [] : [part]));
}

function elementAt(id: string): Element {
  const element = view.element(id);
  if (element === undefined) throw new Error(`no ${id}`);
  return element;
}

function modified(id: string, updates: ParamValues): PlannedEvent {
  const previous = elementAt(id).params;
  return { type: 'element.modified', aggregate_id: id, payload: { updates, previous } };
}

function deleted(id: string): PlannedEvent {
  const payload = { element: elementAt(id), cascade_of: null };
  return { type: 'element.deleted', aggregate_id: id, payload };
}

/** Parts that concern the whole view: size, title, north arrow, scale bar, dimensions, levels, DXF tables. */
const WHOLE =
  /<svg|<rect|data-layer="(?:TEXT|DIMENSIONS|FRAME|NORTH|LEVELS|GROUND)"|8=(?:TEXT|DIMENSIONS|FRAME|GROUND|LEVELS)|2=\*D|\$EXTM|2=(?:LAYER|BLOCK_RECORD)/u;

const THICKER = modified('wall_0_h1_1', { thickness: 240 });
const [FIRST] = view.elementsOf('wall');
const OUTWARDS = modified('wall_0_h0_0', { start: { x: -9000, y: 0 } });
const CASES = [
  ['thickening an inner wall changes only parts near it', THICKER, 'wall_0_h1_1', 6000],
  ['deleting a door changes only parts near it', deleted('door_0_h1_1_0'), 'wall_0_h1_1', 6000],
  [
    'extending a wall beyond the paper changes only parts near it',
    OUTWARDS,
    FIRST?.id ?? '',
    15_000,
  ],
] as const;

test.each(
  CASES.flatMap(([what, event, wall, near_mm]) =>
    (['svg', 'dxf'] as const).map((format) => ({ what, event, wall, near_mm, format })),
  ),
)('$format: $what', ({ event, wall, near_mm, format }) => {
  const after = view.apply([event]);
  const [one, other] = [drawingOf(PLAN, view), drawingOf(PLAN, after)];
  const differ = changes(partsOf(format, one), partsOf(format, other)).filter(
    (part) => !WHOLE.test(part),
  );
  const hosts = new Set([wall, ...view.joinedWalls(wall), ...after.joinedWalls(wall)]);
  const reached = new Set(hosts);
  const bounds = view.bounds(wall);
  if (bounds === null) throw new Error(`no ${wall}`);
  for (const host of hosts) for (const { id } of view.hostedBy(host)) reached.add(id);
  const isNear = (x: number, y: number): boolean =>
    x > bounds.min.x - near_mm &&
    x < bounds.max.x + near_mm &&
    y > bounds.min.y - near_mm &&
    y < bounds.max.y + near_mm;
  const wrong = differ.filter((part) => {
    const id = /data-id="([^"]*)"|1000=(\S+)/u.exec(part);
    const element = id?.[1] ?? id?.[2];
    if (element !== undefined) return !reached.has(element) && !element.startsWith('room');
    const [, x = '', y = ''] = /d="M(\S+) ([^ZMLA ]+)/u.exec(part) ?? [];
    if (format === 'svg' && x !== '') return !isNear(Number(x) * 100, Number(y) * -100);
    const place = /(?:^| )10=(\S+) 20=(\S+)(?: 10=|$| 42)/u.exec(part);
    if (format === 'dxf' && place !== null) return !isNear(Number(place[1]), Number(place[2]));
    // Symbols of sizes that were added or removed, and counts in the structure of the file.
    return !/<g id=|^\.|0=(?:BLOCK|ENDBLK|LWPOLYLINE|ARC|HATCH|INSERT|SECTION|TABLE)/u.test(part);
  });
  expect(wrong).toEqual([]);
  expect(differ.length).toBeGreaterThan(0);
  expect(differ.length).toBeLessThan(partsOf(format, one).length / 4);
  expect(partsOf(format, one).length).toBeGreaterThan(10 * WALLS);
});

test.each(['svg', 'dxf'] as const)(
  '%s: an elevation does not change if a hidden wall changes',
  (format) => {
    const after = view.apply([modified('wall_0_h2_2', { thickness: 120 })]);
    const differ = changes(
      partsOf(format, drawingOf(SOUTH, view)),
      partsOf(format, drawingOf(SOUTH, after)),
    );
    expect(differ).toEqual([]);
  },
);
