/** @module door-threshold: step at a door (IBC-2021, 1010.1.6). */
import { aDoor, aDoorAlone } from '../../examples/doors.ts';
import { doorStep } from '../../measures/doors.ts';
import { offRoute } from '../../measures/served.ts';
import { atMost, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ibc } from '../sources.ts';

export const ibcDoorThreshold = defineRule({
  id: 'IBC-2021.door-threshold',
  title: 'Step at a door',
  source: ibc('1010.1.6', 'L'),
  severity: 'warning',
  subject: 'door',
  parameters: { most: mm(12.7) },
  check: (door, run, { most }) =>
    offRoute(run, door.id) ??
    atMost(
      doorStep.of(run, door.id),
      most,
      'bring the floors on both sides to one height, or add a ramp',
    ),
  examples: {
    limit: aDoor({ step: 12.7 }, 'a floor 12.7 mm higher behind the door'),
    beyond: aDoor({ step: 13 }, 'a floor 13 mm higher behind the door'),
    not_applicable: aDoorAlone(),
  },
});
