/** @module tests of checks by who does not see everything: as of a building without what is hidden. */
import { expect, test } from 'vitest';

import { beam, column } from '../../../kernel/compliance/examples/elements.ts';
import type { ComplianceResult } from '../../../kernel/compliance/result.ts';
import { runCompliance } from '../../../kernel/compliance/run-compliance.ts';
import { finished } from '../../../kernel/findings/steps.ts';
import type { Element } from '../../../kernel/kinds/elements.ts';
import type { ModelView } from '../../../kernel/model/view.ts';
import type { PlannedEvent } from '../../../schemas/events.ts';
import { World } from '../../servers/building/world.ts';
import { viewOf } from './example-view.ts';
import { row } from './office.ts';

const options = { standards: ['IBC-2021', 'ADA-2010', 'UK-ADB', 'DIN-18040-1'] };
const check = (view: ModelView): ComplianceResult => finished(runCompliance(view, options));

/** A column in a doorway and one in a toilet, and a beam that hangs low. */
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

test('nothing hidden is in an answer, or changes one', async () => {
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
  const restricted = check(world.domain.restricted(world.view, sight));
  expect(JSON.stringify(whole)).toContain('HIDDEN1');
  expect(JSON.stringify(whole)).toContain('HIDDEN3');
  expect(restricted).not.toEqual(whole);
  expect(restricted).toEqual(check(viewOf(seen)));
  expect(JSON.stringify(restricted)).not.toContain('HIDDEN');
});
