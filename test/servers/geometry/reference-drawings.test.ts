/** @module reference-drawings.test: reference models in drawings: light, on a layer of their own, the building unchanged. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { drawView } from '../../../kernel/documents/drawings/draw-view.ts';
import type { Drawing, Item } from '../../../kernel/documents/drawings/drawing.ts';
import { lintDrawing } from '../../../kernel/documents/drawings/lint/lint-drawing.ts';
import { dxf } from '../../../kernel/documents/drawings/print/dxf.ts';
import { REFERENCE_LAYER } from '../../../kernel/documents/drawings/reference-style.ts';
import type { ViewDefinition } from '../../../schemas/views.ts';
import { openReferenceWorld, type ReferenceWorld } from './reference-world.ts';

let opened: ReferenceWorld;
let alone: BuildingView;
let together: BuildingView;
beforeAll(async () => {
  opened = await openReferenceWorld();
  alone = await opened.view();
  await opened.refer();
  together = await opened.view();
});
afterAll(async () => await opened.world.harness.close());

const plan = (): ViewDefinition => {
  return { view: 'plan', level_id: opened.level, scale: 50, cut_height: 1200 };
};
const SECTION: ViewDefinition = {
  view: 'section',
  origin: { x: 2500, y: 2000, z: 0 },
  normal: { x: -1, y: 0, z: 0 },
  depth: null,
  scale: 50,
};
const ELEVATION: ViewDefinition = { view: 'elevation', direction: 'south', scale: 50 };

function drawn(definition: ViewDefinition, view: BuildingView): Drawing {
  const drawing = drawView(definition, view);
  if (drawing === null) throw new Error('nothing is drawn');
  return drawing;
}
function layerOf(item: Item): string {
  if (item.shape === 'area') return item.fill.layer;
  if (item.shape === 'picture') return '';
  return 'pen' in item ? item.pen.layer : item.layer;
}
const isLight = (item: Item): boolean => layerOf(item) === REFERENCE_LAYER;
const texts = ({ items }: Drawing): readonly string[] =>
  items.flatMap((item) => (item.shape === 'text' ? [item.text] : []));

/** The shapes of the building without their place on the sheet, which is larger with a reference. */
function shapesOf({ items }: Drawing): readonly string[] {
  return items
    .filter((item) => !isLight(item) && item.shape !== 'text')
    .filter((item) => 'element' in item && item.element !== null)
    .map((item) => `${item.shape} ${layerOf(item)} ${'element' in item ? item.element : ''}`)
    .toSorted();
}

describe('a plan', () => {
  test('has references at its height as an underlay: first, light, without texts and dimensions', () => {
    const drawing = drawn(plan(), together);
    const count = drawing.items.filter(isLight).length;
    expect(count).toBeGreaterThanOrEqual(3);
    expect(drawing.items.slice(0, count).every(isLight)).toBe(true);
    expect(drawing.items.filter(isLight).map(({ shape }) => shape)).not.toContain('text');
    const numbers = ({ items }: Drawing): readonly number[] =>
      items
        .flatMap((item) => (item.shape === 'dimension' ? [item.value_mm] : []))
        .toSorted((a, b) => a - b);
    expect(numbers(drawing)).toEqual(numbers(drawn(plan(), alone)));
    expect(texts(drawing).join()).toContain('underlay: structure.ifc');
  });

  test('with an underlay has no faults, and CAD files have it on its own layer', () => {
    const drawing = drawn(plan(), together);
    expect(lintDrawing(drawing)).toEqual([]);
    expect(dxf(drawing)).toContain(`\n${REFERENCE_LAYER}\n`);
  });

  test('draws the building as without the references', () => {
    expect(shapesOf(drawn(plan(), together))).toEqual(shapesOf(drawn(plan(), alone)));
    const underlaid = texts(drawn(plan(), alone)).filter((text) => text.includes('underlay'));
    expect(underlaid).toEqual([]);
  });

  test('of a level of the reference has the building below it', () => {
    const level = together.levels().find(({ params }) => params.name === 'structure: Ground');
    const drawing = drawn({ ...PLAN, level_id: level?.id ?? '' }, together);
    expect(drawing.items.some(isLight)).toBe(true);
    expect(drawing.items.some((item) => layerOf(item) === 'COLUMNS-CUT')).toBe(true);
  });
});

const PLAN = { view: 'plan', scale: 50, cut_height: 1200 } as const;

describe.each([
  ['a section', SECTION],
  ['an elevation', ELEVATION],
])('%s', (_, definition) => {
  test('shows references in light colours and on their own layer', () => {
    const drawing = drawn(definition, together);
    expect(drawing.items.some(isLight)).toBe(true);
    for (const item of drawing.items) {
      if (!('element' in item) || item.element === null) continue;
      const isOf = together.referenceOf(item.element) !== null;
      expect([item.shape, isLight(item)]).toEqual([item.shape, isOf]);
    }
    expect(drawn(definition, alone).items.some(isLight)).toBe(false);
  });

  test('names the files of references in its note', () => {
    const noted = texts(drawn(definition, together)).join();
    expect(noted).toContain('references: structure.ifc');
    expect(texts(drawn(definition, alone)).join()).not.toContain('references:');
  });

  test('marks only the levels of the building', () => {
    const names = texts(drawn(definition, together));
    expect(names).toContain('Ground');
    expect(names.join()).not.toContain('structure: ');
  });
});
