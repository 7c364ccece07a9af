/** @module tests of checks by an agent with a restricted READ scope: the result is that of a building without the hidden elements. */
import { expect, test } from 'vitest';

import type { Element } from '../../../../kernel/building/kinds/elements.ts';
import type { ModelView } from '../../../../kernel/building/model/view.ts';
import { beam, column } from '../../../../kernel/checks/compliance/examples/elements.ts';
import type { ComplianceResult } from '../../../../kernel/checks/compliance/result.ts';
import { runCompliance } from '../../../../kernel/checks/compliance/run-compliance.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import { World } from '../../../servers/building/world.ts';
import { viewOf } from './example-view.ts';
import { row } from './office.ts';

const options = { standards: ['IBC-2021', 'ADA-2010', 'UK-ADB', 'DIN-18040-1'] };
const check = (view: ModelView): ComplianceResult => runCompliance(view, options);

/** A column in a doorway, a column in a toilet, and a low beam. */
const HIDDEN: readonly Element[] = [
  column('HIDDEN1', [1950, 0]),
  column('HIDDEN2', [12_700, 2000]),
  beam(
    'HIDDEN3',
    [
      [0, 2000],
      [20_000, 2000],
    ],
    { elevation_offset: -1100 },
  ),
];

function creation(element: Element): PlannedEvent {
  const type = element.kind === 'level' ? 'level.created' : 'element.created';
  return { type, aggregate_id: element.id, payload: { element } };
}

test('hidden elements are neither in the result of a check nor change it', async () => {
  const seen = row(4);
  const world = await World.create();
  world.log.append('main', 'all', [...seen, ...HIDDEN].map(creation));
  await world.domain.catchUp();
  const sight = {
    place: ({ category }: { readonly category: string }) =>
      category !== 'Columns' && category !== 'Beams',
    key: 'test',
    maker: 'maker',
    own: () => false,
    branch: () => true,
  };
  const whole = check(world.view);
  const restricted = check(world.domain.callerView(world.view, sight).view);
  expect(JSON.stringify(whole)).toContain('HIDDEN1');
  expect(JSON.stringify(whole)).toContain('HIDDEN3');
  expect(restricted).not.toEqual(whole);
  expect(restricted).toEqual(check(viewOf(seen)));
  expect(JSON.stringify(restricted)).not.toContain('HIDDEN');
});
