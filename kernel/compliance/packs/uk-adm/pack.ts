/** @module pack: the rules of UK-ADM. */
import type { Pack } from '../../pack.ts';
import { admCorridorWidth } from './corridor-width.ts';
import { admDoorWidth } from './door-width.ts';
import { admRampGoing } from './ramp-going.ts';
import { admRampLanding } from './ramp-landing.ts';
import { admRampRise } from './ramp-rise.ts';
import { admRampWidth } from './ramp-width.ts';

export const UK_ADM: Pack = {
  standard: 'UK-ADM',
  title: 'Approved Document M (England), volume 2: access',
  version: '1.0.0',
  rules: [admCorridorWidth, admDoorWidth, admRampGoing, admRampLanding, admRampRise, admRampWidth],
};
