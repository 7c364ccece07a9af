/** @module diminished.test: losses of elements, as judged by the keeper and by verification of the log. */
import { expect, it } from 'vitest';

import type { Json, PlannedEvent } from '../../../../schemas/events.ts';
import type { Loss } from '../../../../schemas/governance.ts';
import { WorkspacePolicy } from '../../../../schemas/permissions.ts';
import { append } from '../../audit/attacked-workspace.ts';
import { created, modified, outcome, Workspace } from './workspace.ts';

const EMPTIES: PlannedEvent = {
  type: 'element.modified',
  aggregate_id: 'w1',
  payload: { updates: { name: '–' }, previous: { name: 'w1' } },
};
const CLEARS: PlannedEvent = {
  ...EMPTIES,
  payload: { updates: { properties: null }, previous: { properties: { Survey: { Note: 'x' } } } },
};
/** Rules of a log, an unapproved change, and the content of its entry. */
type Case = {
  readonly policy: WorkspacePolicy;
  readonly change: PlannedEvent;
  readonly entry?: { readonly emptied_rule: undefined };
};
const NO_RULE = WorkspacePolicy.parse({});
/** An entry that does not name the version of the emptied rule, after one that did. */
const NO_NAME = { emptied_rule: undefined };
const BODY: Loss = {
  loss: 'body',
  element_id: 'w1',
  kind: 'grid',
  measure: 'length_mm',
  before: 1,
  after: 0.1,
};
const TWO = WorkspacePolicy.parse({ approvers_required: { 'element.diminished': 2 } });

it('a loss requires as many approvers as the policy states', async () => {
  await using ws = await Workspace.found({ policy: TWO });
  expect(outcome(await ws.submit([created('w1')]))).toBe('committed');
  expect(await ws.submit([EMPTIES])).toMatchObject({
    status: 'pending',
    triggers: ['element.diminished'],
    approvers_required: 2,
  });
});

it('a plan that does not state the values that its events empty, or requests no approval, is refused', async () => {
  await using ws = await Workspace.found();
  await ws.submit([created('w1')]);
  const unsaid = { losses: [], triggers: [], approvers_required: 0 };
  expect(await ws.submit([EMPTIES], unsaid)).toMatchObject({
    status: 'refused',
    refusal: {
      name: 'INVALID_ARGUMENT',
      message: 'the plan does not state that `w1` loses `name`',
    },
  });
  const other = [{ loss: 'value' as const, element_id: 'w2', parameter: 'name', was: 'w2' }];
  expect(outcome(await ws.submit([EMPTIES], { losses: other }))).toBe('INVALID_ARGUMENT');
  expect(outcome(await ws.submit([modified('w1', 0.1)], { losses: [BODY] }))).toBe(
    'INVALID_ARGUMENT',
  );
});

/** A change of the note of w1. */
const noted = (was: Json, to: Json): PlannedEvent => {
  const sets = (value: Json): Json => (value === null ? null : { Survey: { Note: value } });
  const payload = { updates: { properties: sets(to) }, previous: { properties: sets(was) } };
  return { type: 'element.modified', aggregate_id: 'w1', payload };
};
const NOTE = { loss: 'value', element_id: 'w1', parameter: 'Survey.Note' } as const;

it('a change that states the previous value of a parameter that it does not change is refused', async () => {
  await using ws = await Workspace.found();
  await ws.submit([created('w1')]);
  await ws.submit([noted(null, 'asbestos')]);
  const claims: PlannedEvent = {
    type: 'element.modified',
    aggregate_id: 'w1',
    payload: { updates: { name: 'w1b' }, previous: { name: 'w1', properties: null } },
  };
  const unsaid = { losses: [], triggers: [], approvers_required: 0 };
  expect(await ws.submit([claims, noted('asbestos', null)], unsaid)).toMatchObject({
    status: 'refused',
    refusal: { name: 'INVALID_ARGUMENT' },
  });
  expect(await ws.submit([claims])).toMatchObject({
    status: 'refused',
    refusal: {
      message: 'a change states the previous value of `properties`, which it does not change',
    },
  });
});

it('a plan that states another value than the log, or hides an earlier one, is refused', async () => {
  await using ws = await Workspace.found();
  await ws.submit([created('w1')]);
  expect(outcome(await ws.submit([noted(null, 'asbestos')]))).toBe('committed');
  expect(outcome(await ws.submit([noted('asbestos', true)]))).toBe('committed');
  const wrong: readonly Loss[] = [
    { ...NOTE, was: true },
    { ...NOTE, was: 'x', given: 'asbestos' },
    { ...NOTE, was: true, given: 'x' },
  ];
  for (const loss of wrong) {
    expect(await ws.submit([noted(true, null)], { losses: [loss] })).toMatchObject({
      status: 'refused',
      refusal: { message: 'the plan does not state that `w1` loses `Survey.Note`' },
    });
  }
  const losses: Loss[] = [{ ...NOTE, was: true, given: 'asbestos' }];
  expect(outcome(await ws.submit([noted(true, null)], { losses }))).toBe('pending');
});

it('events that state another previous value than the log are refused', async () => {
  await using ws = await Workspace.found();
  await ws.submit([created('w1')]);
  await ws.submit([noted(null, 'asbestos')]);
  const forged = [noted(null, true), noted(true, null)];
  expect(await ws.submit(forged)).toMatchObject({
    refusal: {
      message: expect.stringContaining(
        '`properties` does not have the previous value that the event states',
      ),
    },
  });
});

it('a loss is compared with the state of the log at that time', async () => {
  await using ws = await Workspace.found();
  await ws.submit([created('w1')]);
  await ws.submit([noted(null, 'asbestos')]);
  const late = await ws.plan([noted('asbestos', null)]);
  await ws.submit([noted('asbestos', true)]);
  expect(await ws.send(late)).toMatchObject({ status: 'conflict', changed: ['w1'] });
});

it('a stated loss of a body is trusted, because only the gate can compute it', async () => {
  await using ws = await Workspace.found();
  await ws.submit([created('w1')]);
  const said = { losses: [BODY], triggers: ['element.diminished'], approvers_required: 1 };
  expect(outcome(await ws.submit([modified('w1', 0.1)], said))).toBe('pending');
});

it.each<[string, Case, boolean]>([
  ['where the policy of its time names it', { policy: TWO, change: EMPTIES }, true],
  ['and not before there was the rule', { policy: NO_RULE, change: EMPTIES }, false],
  ['for values of any type', { policy: TWO, change: CLEARS }, true],
  ['by the rule that the log named before', { policy: TWO, change: CLEARS, entry: NO_NAME }, true],
])('verification finds a loss %s', async (_, { policy, change, entry = {} }, want) => {
  await using ws = await Workspace.found({ policy });
  await ws.submit(['w1', 'w2', 'w3', 'w4', 'w5'].map((id) => created(id)));
  const { type, aggregate_id, payload } = change;
  ws.attack((db) => append(db, { type, aggregate_id, payload }, entry));
  const { faults } = await ws.verify();
  // A row that bypasses the keeper is also missing from the derived tables.
  expect(faults.some(({ kind }) => kind === 'approval_mismatch')).toBe(want);
});
