/** @module door-threshold: step at a door (ADA-2010, 404.2.5). */
import { aDoor, aDoorAlone } from '../../examples/doors.ts';
import { doorStep } from '../../measures/doors.ts';
import { offRoute } from '../../measures/served.ts';
import { atMost, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ada } from '../sources.ts';

export const adaDoorThreshold = defineRule({
  id: 'ADA-2010.door-threshold',
  title: 'Step at a door',
  source: ada('404.2.5', 'H'),
  subject: 'door',
  parameters: { most: mm(13) },
  check: (door, run, { most }) =>
    offRoute(run, door.id) ??
    atMost(
      doorStep.of(run, door.id),
      most,
      'bring the floors on both sides to one height, or add a ramp',
    ),
  examples: {
    limit: aDoor({ step: 13 }, 'a floor 13 mm higher behind the door'),
    beyond: aDoor({ step: 14 }, 'a floor 14 mm higher behind the door'),
    not_applicable: aDoorAlone(),
  },
});
