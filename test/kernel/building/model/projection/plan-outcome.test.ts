/** @module tests of plan outcomes: the result of a plan on a branch, and what is shown if it no longer fits. */
import { describe, expect, test } from 'vitest';

import { openProjection } from '../../../../../kernel/building/model/projection/open-projection.ts';
import type { PlanOutcome } from '../../../../../kernel/building/model/projection/plan-outcome.ts';
import { planOutcome } from '../../../../../kernel/building/model/projection/plan-outcome.ts';
import type { PlannedEvent } from '../../../../../schemas/events.ts';
import { created, deletes, fourWalls, make, modifies, Site } from '../build.ts';
import { siteReader } from './site-reader.ts';

async function outcomeOn(site: Site, events: readonly PlannedEvent[]): Promise<PlanOutcome> {
  const { view } = await openProjection(siteReader(site), 'main');
  return await planOutcome(view, events);
}

function house(): Site {
  const site = new Site();
  site.commit('main', [created('level', 'L1'), ...fourWalls(), created('door', 'D1')]);
  return site;
}

test('the outcome of a fitting plan is the result of the model', async () => {
  const site = house();
  const plan = [
    deletes(site.element('W2')),
    modifies(site.element('W1'), { end: { x: 6000, y: 0 } }),
    created('column', 'C1'),
  ];
  const { before, after, misfit } = await outcomeOn(site, plan);
  expect(misfit).toBeNull();
  expect([...before.model.elements()]).toEqual([...site.view().elements()]);
  const whole = site.view().apply(plan);
  expect([...after.model.elements()]).toEqual([...whole.elements()]);
  expect(after.extent('W1')).toEqual({ min: { x: -100, y: -100 }, max: { x: 6000, y: 100 } });
  expect(before.extent('W1')).toEqual({ min: { x: -100, y: -100 }, max: { x: 5100, y: 100 } });
});

test('a plan whose result needs the solid kernel fits', async () => {
  const site = new Site();
  const hole = (id: string, x: number) =>
    make('opening', id, {
      host_id: 'R1',
      offset: null,
      location: { x, y: 1000 },
      width: 500,
      height: 500,
    });
  const holes = [hole('O1', 1500), hole('O2', 3000)];
  const gable = created('roof', 'R1', { roof_type: 'gable', slope_deg: 30 });
  site.commit('main', [
    created('level', 'L1'),
    gable,
    ...holes.map(({ id, params }) => created('opening', id, params)),
  ]);
  const plan = [deletes(holes[0])];
  const { after, misfit } = await outcomeOn(site, plan);
  expect(misfit).toBeNull();
  expect(after.extent('R1')).toEqual({ min: { x: -300, y: -300 }, max: { x: 5300, y: 4300 } });
});

describe('a plan that no longer fits is shown from its events', () => {
  test('a changed value replaces the current one', async () => {
    const site = house();
    const plan = [modifies(site.element('W1'), { height: 2500, name: 'A' })];
    site.commit('main', [modifies(site.element('W1'), { height: 2800 })]);
    const { before, after, misfit } = await outcomeOn(site, plan);
    expect(misfit).toContain('`height` does not have the previous value that the event states');
    expect(before.model.elementOf('W1', 'wall')?.params.height).toBe(2800);
    expect(after.model.elementOf('W1', 'wall')?.params).toMatchObject({ height: 2500, name: 'A' });
  });

  test('a missing element that the plan deletes is shown before, with its contents', async () => {
    const site = house();
    const plan = [deletes(site.element('W1')), deletes(site.element('D1'), 'W1')];
    site.commit('main', plan);
    const { before, after, misfit } = await outcomeOn(site, plan);
    expect(misfit).toContain('there is no element `W1`');
    expect(before.storeyOf('D1')).toBe('L1');
    expect(before.marks('D1')).not.toEqual([]);
    expect(after.model.element('W1')).toBeUndefined();
    expect(after.model.element('D1')).toBeUndefined();
  });

  test('an element changed in the meantime is deleted in its current state', async () => {
    const site = house();
    const plan = [deletes(site.element('W2')), deletes(site.element('W3'))];
    site.commit('main', [modifies(site.element('W2'), { height: 2800 })]);
    const { after, misfit } = await outcomeOn(site, plan);
    expect(misfit).toContain('the element is not in the state that the event states');
    expect(after.model.element('W2')).toBeUndefined();
    expect(after.model.element('W3')).toBeUndefined();
  });

  test('existing elements and references to missing elements are omitted', async () => {
    const site = house();
    const plan = [
      created('wall', 'W1', { height: 1 }),
      modifies(site.element('W2'), { height: 1 }),
      created('column', 'C1'),
    ];
    site.commit('main', [deletes(site.element('W2'))]);
    const { after } = await outcomeOn(site, plan);
    expect(after.model.elementOf('W1', 'wall')?.params.height).toBe(3000);
    expect(after.model.element('W2')).toBeUndefined();
    expect(after.model.element('C1')).toBeDefined();
  });

  test('a join applies to the remaining walls', async () => {
    const site = house();
    const join: PlannedEvent = {
      type: 'elements.joined',
      aggregate_id: 'W1',
      payload: {
        element_ids: ['W1', 'W2'],
        join_type: 'butt',
        previous: { W1: 'auto', W2: 'auto' },
      },
    };
    site.commit('main', [deletes(site.element('W2'))]);
    const { after, misfit } = await outcomeOn(site, [join]);
    expect(misfit).toContain('there is no element `W2`');
    expect(after.model.elementOf('W1', 'wall')?.params.join_type).toBe('butt');
  });

  test('an inconsistent result is shown as far as it can be drawn', async () => {
    const site = house();
    const plan = [deletes(site.element('W1'))];
    const { after, misfit } = await outcomeOn(site, plan);
    expect(misfit).toBe('REGENERATION_FAILED: door `D1` needs wall `W1`, which is deleted');
    expect(after.model.element('W1')).toBeUndefined();
    expect(after.marks('D1')).toEqual([]);
    expect(after.extent('D1')).toBeNull();
    expect(after.storeyOf('D1')).toBeNull();
  });
});
