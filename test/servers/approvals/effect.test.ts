/** @module effect.test: the effect of a plan on its branch, as shown to an approver. */
import { describe, expect, test } from 'vitest';

import { planDrawing } from '../../../clients/plumbline/approvals/plan-picture.ts';
import type { ProjectionOptions } from '../../../kernel/building/model/projection/open-projection.ts';
import type { Drawing } from '../../../kernel/documents/drawings/drawing.ts';
import { svg } from '../../../kernel/documents/drawings/print/svg.ts';
import type { ElementRecord, PlannedEvent } from '../../../schemas/events.ts';
import type { Effect } from '../../../servers/approvals/effect.ts';
import { effectOf } from '../../../servers/approvals/effect.ts';
import { WITH_PIPES } from '../../kernel/building/kinds/pipe.ts';
import { created, deletes, make, modifies, Site } from '../../kernel/building/model/build.ts';
import { siteReader } from '../../kernel/building/model/projection/site-reader.ts';
import { levelRecord, madeImport, wallRecord } from '../../made-import.ts';
import { EXAMPLE_EVENTS } from '../../schemas/example-events.ts';

const wall = (id: string, y: number) =>
  make('wall', id, { start: { x: 0, y }, end: { x: 4000, y } });
const door = make('door', 'd', { host_id: 'w' });

/** An element of a kind that only another version of this program knows. */
const foreign = (element: ElementRecord): PlannedEvent => ({
  type: 'element.created',
  aggregate_id: element.id,
  payload: { element },
});

/** A wall with a door on the ground floor. */
function small(): Site {
  const site = new Site();
  site.commit('main', [
    created('level', 'L1'),
    created('wall', 'w', wall('w', 0).params),
    created('door', 'd', door.params),
  ]);
  return site;
}

async function effectOn(
  site: Site,
  events: readonly PlannedEvent[],
  options: ProjectionOptions = {},
): Promise<Effect> {
  const identified = events.map((event, index) => ({ ...event, event_id: String(index) }));
  return await effectOf(siteReader(site), { branch: 'main', events: identified }, options);
}

describe('the effect of a plan', () => {
  test('an import is one event, and its elements are in the model after it', async () => {
    const made = madeImport([
      wallRecord('wall_i', 'L1', 9000),
      levelRecord('level_i', 'Upper', 3000),
    ]);
    const reader = {
      ...siteReader(small()),
      blobPart: (sha256: string, n: number) =>
        sha256 === made.event.payload.manifest.sha256 && n === 0 ? made.manifest : null,
    };
    const plan = { branch: 'main', events: [{ ...made.event, event_id: '1' }] };
    const effect = await effectOf(reader, plan);
    const { items, others, before, after, notes, imported, scope } = effect;
    expect(imported.map(({ id }) => id)).toEqual(['level_i', 'wall_i']);
    expect(scope.categories).toEqual({ Levels: 1, Walls: 1 });
    expect(svg(planDrawing(effect, { title: 't', subtitle: 's' }))).toContain(
      'data-layer="created"',
    );
    expect([items, notes]).toEqual([[], []]);
    expect(others.map(({ type }) => type)).toEqual(['model.imported']);
    expect([before.model.count(), after.model.count()]).toEqual([3, 5]);
    expect(after.model.bounds('wall_i')).not.toBeNull();
    const lost = await effectOf(siteReader(small()), plan);
    expect(lost.notes.join()).toContain('MANIFEST_MISSING');
  });

  test('several changes of one element are one item, with the first and the last value', async () => {
    const was = wall('w', 0);
    const { items, notes } = await effectOn(small(), [
      modifies(was, { height: 2300, thickness: 150 }),
      modifies(make('wall', 'w', { ...was.params, height: 2300, thickness: 150 }), {
        height: 2500,
        name: 'A',
      }),
    ]);
    expect(notes).toEqual([]);
    expect(items).toMatchObject([
      {
        change: 'modified',
        params: [
          { name: 'height', from: 3000, to: 2500 },
          { name: 'thickness', from: 200, to: 150 },
          { name: 'name', from: null, to: 'A' },
        ],
      },
    ]);
  });

  test('a changed set is shown with the members that it loses and gets', async () => {
    const site = new Site();
    const AT = { number: 1, x: 0, y: 0, turn_deg: 0, mirrored: false };
    site.commit('main', [
      created('level', 'L1'),
      ...['a', 'b', 'c'].map((id, i) => created('wall', id, wall(id, 2000 * i).params)),
      created('group', 'G', { name: 'Set', members: [['a', 'b']], placements: [AT] }),
    ]);
    const members = { added: [{ at: 1, id: 'c' }], removed: [{ at: 0, id: 'a' }] };
    const { items, notes } = await effectOn(site, [
      {
        type: 'element.modified',
        aggregate_id: 'G',
        payload: { updates: {}, previous: {}, members },
      },
    ]);
    expect(notes).toEqual([]);
    const to = '2 members; removed: a; added: c';
    expect(items).toMatchObject([
      { change: 'modified', params: [{ name: 'members', from: '2 members', to }] },
    ]);
  });

  test('a wall drawn by a face is shown as drawn, in addition to the stored and signed values', async () => {
    const by_face = {
      start: { x: 0, y: -150 },
      end: { x: 4000, y: -150 },
      thickness: 300,
      location_line: 'left',
      line_offset: 150,
    } as const;
    const site = new Site();
    site.commit('main', [created('level', 'L1'), created('wall', 'w', by_face)]);
    const { items } = await effectOn(site, [
      modifies(make('wall', 'w', by_face), { end: { x: 5000, y: -150 } }),
    ]);
    expect(items).toMatchObject([
      {
        change: 'modified',
        params: [
          { name: 'end as drawn', from: { x: 4000, y: 0 }, to: { x: 5000, y: 0 } },
          { name: 'end', from: { x: 4000, y: -150 }, to: { x: 5000, y: -150 } },
        ],
      },
    ]);
  });

  test('an element that is created and then changed is created with its final values', async () => {
    const { items } = await effectOn(small(), [
      created('wall', 'n', wall('n', 5000).params),
      modifies(wall('n', 5000), { height: 2500 }),
    ]);
    expect(items).toMatchObject([{ change: 'created', element: { params: { height: 2500 } } }]);
  });

  test('the extent covers the places of elements before and after', async () => {
    const { scope } = await effectOn(small(), [
      modifies(wall('w', 0), { start: { x: 0, y: 1000 }, end: { x: 4000, y: 1000 } }),
    ]);
    expect(scope).toEqual({
      levels: [{ id: 'L1', name: 'Ground' }],
      categories: { Walls: 1, Doors: 1 },
      extent: { min: { x: 0, y: -100 }, max: { x: 4000, y: 1100 } },
    });
  });

  test('an executed deletion still has its place', async () => {
    const site = small();
    const events = [deletes(door, 'w'), deletes(wall('w', 0))];
    const planned = await effectOn(site, events);
    const [first] = site.commit('main', events);
    const later = await effectOn(site, events);
    expect(later.scope).toEqual(planned.scope);
    expect(later.notes).toEqual([expect.stringContaining('there is no element `d`')]);
    const then = await effectOn(site, events, { until: (first?.seq ?? 0) - 1 });
    expect(then.scope).toEqual(planned.scope);
    expect(then.notes).toEqual([]);
  });

  test('a change of a deleted element is shown as planned', async () => {
    const site = small();
    const change = modifies(door, { width: 800 });
    site.commit('main', [deletes(door)]);
    const { items, others, notes } = await effectOn(site, [change]);
    expect(items).toEqual([]);
    expect(others).toMatchObject([change]);
    expect(notes).toHaveLength(1);
  });

  test('events about branches change no element and are shown as planned', async () => {
    const merge = EXAMPLE_EVENTS['branch.merged'];
    expect(await effectOn(small(), [merge])).toMatchObject({
      items: [],
      others: [merge],
      scope: { extent: null },
      notes: [],
    });
  });

  test('changes that this version cannot apply are listed from the plan, with a note', async () => {
    const { items, scope, notes } = await effectOn(small(), [
      foreign({ ...wall('n', 1), kind: 'spaceship' }),
      foreign({ id: 'x', kind: 'wall', params: {} }),
    ]);
    expect(items.map(({ element }) => element.id)).toEqual(['n', 'x']);
    expect(scope).toEqual({ levels: [], categories: { spaceship: 1, Walls: 1 }, extent: null });
    expect(notes).toEqual([expect.stringContaining('which is not a known kind')]);
  });

  test('every effect can be drawn', async () => {
    for (const events of [
      [],
      [deletes(wall('w', 0))],
      [foreign({ ...wall('n', 1), kind: 'spaceship' })],
      [foreign({ id: 'x', kind: 'wall', params: {} })],
    ]) {
      const effect = await effectOn(small(), events);
      const text = svg(planDrawing(effect, { title: '<t>', subtitle: '&' }));
      expect(text).toContain('&lt;t&gt;');
      expect(text).not.toMatch(/NaN|Infinity|undefined/);
    }
  });
});

type Drawn = Drawing['items'];

/** The items of each panel, in drawing order. */
function panelsOf({ items }: Drawing): readonly Drawn[] {
  const starts = items.flatMap((item, at) =>
    item.shape === 'area' && item.fill.layer === 'panel' ? [at] : [],
  );
  return starts.map((start, at) => items.slice(start + 1, starts[at + 1]));
}

/** For each element of a panel: its change, and its first drawing item. */
function changesIn(panel: Drawn | undefined): readonly string[] {
  const seen = new Map<string, string>();
  for (const item of panel ?? []) {
    if (item.shape === 'area' && item.element !== null && !seen.has(item.element)) {
      const [red, green, blue] = item.fill.colour ?? [];
      const light = Math.min(red ?? 0, green ?? 0, blue ?? 0);
      const fill = light === 255 ? 'gap' : light > 190 ? 'area' : 'solid';
      seen.set(item.element, `${item.fill.layer} ${fill}`);
    } else if (item.shape === 'polyline' && item.element !== null && !seen.has(item.element)) {
      const { layer, dash_mm } = item.pen;
      seen.set(item.element, `${layer} ${dash_mm === null ? 'line' : 'dashed line'}`);
    }
  }
  return [...seen.values()];
}

/** The texts of a drawing on a layer. */
function textsOn(items: Drawn, layer: string): readonly string[] {
  return items.flatMap((item) =>
    item.shape === 'text' && item.layer === layer ? [item.text] : [],
  );
}

const HEAD = { title: 't', subtitle: 's' };

describe('the picture of a plan', () => {
  test('shows both sides of each level, floors below walls, and changed elements above other elements', async () => {
    const site = small();
    site.commit('main', [
      created('level', 'L2', { name: 'First', elevation: 3000 }),
      created('floor', 'f'),
      created('wall', 'up', { level_id: 'L2' }),
      created('beam', 'b'),
    ]);
    const effect = await effectOn(site, [
      modifies(make('floor', 'f'), { thickness: 300 }),
      deletes(make('wall', 'up', { level_id: 'L2' })),
      created('column', 'c'),
    ]);
    const drawing = planDrawing(effect, HEAD);
    expect(drawing.title).toBe('Ground: before; Ground: after; First: before; First: after');
    const [before, after, above, left] = panelsOf(drawing);
    const kept = ['modified area', 'same dashed line', 'same solid', 'same gap'];
    expect(changesIn(before)).toEqual(kept);
    expect(changesIn(after)).toEqual([...kept, 'created solid']);
    expect(changesIn(above)).toEqual(['deleted solid']);
    expect(changesIn(left)).toEqual([]);
    expect(textsOn(left ?? [], 'caption')).toContain('nothing on this level');
    expect(textsOn(drawing.items, 'caption')).toEqual(
      expect.arrayContaining(['t', 's', 'created', 'modified', 'deleted', 'unchanged']),
    );
  });

  test('shows the old and the new elevation of a level that rises, and its elements as modified', async () => {
    const site = small();
    const level = site.element('L1');
    if (level?.kind !== 'level') throw new Error('no level');
    const effect = await effectOn(site, [modifies(level, { elevation: 400 })]);
    const drawing = planDrawing(effect, HEAD);
    expect(drawing.title).toBe('Ground at 0 mm: before; Ground at 400 mm: after');
    for (const panel of panelsOf(drawing)) {
      expect(new Set(changesIn(panel))).toEqual(new Set(['modified solid', 'modified gap']));
    }
  });

  test('shows a discarded branch next to its parent, with the lost elements in red', async () => {
    const site = small();
    site.fork('b');
    site.commit('b', [created('wall', 'n', wall('n', 5000).params)]);
    const payload = { name: 'b' };
    const effect = await effectOn(site, [{ type: 'branch.discarded', aggregate_id: 'b', payload }]);
    const drawing = planDrawing(effect, HEAD);
    const [on, after] = panelsOf(drawing);
    expect(drawing.title).toBe('Ground: on b; Ground: on main');
    expect(changesIn(on)).toContain('deleted solid');
    expect(changesIn(after)).not.toContain('deleted solid');
    expect(effect.scope).toMatchObject({ levels: [{ name: 'Ground' }], categories: { Walls: 1 } });
  });

  test('joins walls at a corner without an overlap', async () => {
    const site = small();
    site.commit('main', [
      created('wall', 'e', { start: { x: 4000, y: 0 }, end: { x: 4000, y: 3000 } }),
    ]);
    const effect = await effectOn(site, [modifies(wall('w', 0), { name: 'A' })]);
    const [panel] = panelsOf(planDrawing(effect, HEAD));
    const drawn = panel?.find((item) => item.shape === 'area' && item.fill.layer === 'modified');
    const xs = drawn?.shape === 'area' ? drawn.rings.flat().map(({ x }) => x) : [];
    const [west = 0, ...rest] = xs.toSorted((x, y) => x - y);
    const lengths = [...new Set(rest.map((x) => x - west))].filter((length) => length > 0);
    expect(lengths).toHaveLength(2);
    // Mitred: 4,100 mm on the outside, 3,900 mm on the inside.
    const [inside = 0, outside = 0] = lengths;
    expect(outside / inside).toBeCloseTo(4100 / 3900, 2);
  });

  test('draws and counts an unknown kind as the kind defines', async () => {
    const pipe = foreign({
      id: 'p',
      kind: 'pipe',
      params: {
        level_id: 'L1',
        name: 'Main',
        start: { x: 0, y: 1000 },
        end: { x: 4000, y: 1000 },
        elevation_offset: 2500,
        diameter: 200,
        pressure_bar: 6,
      },
    });
    const sleeve = foreign({
      id: 's',
      kind: 'sleeve',
      params: { through: 'w', name: null, offset: 2500, sill: 2400, diameter: 200 },
    });
    const effect = await effectOn(small(), [pipe, sleeve], { kinds: WITH_PIPES });
    expect(effect.notes).toEqual([]);
    expect(effect.scope).toEqual({
      levels: [{ id: 'L1', name: 'Ground' }],
      categories: { Pipes: 1, Sleeves: 1 },
      extent: { min: { x: 0, y: -100 }, max: { x: 4000, y: 1100 } },
    });
    const [, after] = panelsOf(planDrawing(effect, HEAD));
    expect(changesIn(after)).toEqual(['same solid', 'same gap', 'created line', 'created gap']);
  });

  test('shows a room that loses a wall up to its remaining walls, and draws names above all areas', async () => {
    const site = new Site();
    const middle = { start: { x: 5000, y: 0 }, end: { x: 5000, y: 4000 } };
    site.commit('main', [
      created('level', 'L1'),
      created('wall', 's', { start: { x: 0, y: 0 }, end: { x: 9000, y: 0 } }),
      created('wall', 'n', { start: { x: 0, y: 4000 }, end: { x: 9000, y: 4000 } }),
      created('wall', 'w', { start: { x: 0, y: 0 }, end: { x: 0, y: 4000 } }),
      created('wall', 'x', { start: { x: 9000, y: 0 }, end: { x: 9000, y: 4000 } }),
      created('wall', 'm', middle),
      created('room', 'a', { name: 'A & <B>', number: '7', point: { x: 1000, y: 1000 } }),
      created('room', 'b', { name: 'C'.repeat(30), point: { x: 8000, y: 1000 } }),
    ]);
    const effect = await effectOn(site, [deletes(make('wall', 'm', middle))]);
    expect(effect.before.extent('a')?.max.x).toBe(4900);
    expect(effect.after.extent('a')?.max.x).toBe(8900);
    expect(effect.after.extent('b')?.min.x).toBe(100);
    const [, after = []] = panelsOf(planDrawing(effect, HEAD));
    const ofElements = after.filter((item) => 'element' in item && item.element !== null);
    const texts = ofElements.map(({ shape }) => shape === 'text');
    expect(texts).toEqual(texts.toSorted((a, b) => Number(a) - Number(b)));
    const labels = after.flatMap((item) =>
      item.shape === 'text' && item.element !== null ? [item] : [],
    );
    expect(labels.map(({ text }) => text)).toEqual([
      'A & <B>',
      '7',
      expect.stringMatching(/^C{15,29}…$/),
    ]);
    const [name, number] = labels;
    expect(number?.at.x).toBe(name?.at.x);
    expect((name?.at.y ?? 0) - (number?.at.y ?? 0)).toBeCloseTo(3.4);
  });
});
