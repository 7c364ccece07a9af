/** @module pack: the rules of ADA-2010. */
import type { Pack } from '../../pack.ts';
import { adaCorridorWidth } from './corridor-width.ts';
import { adaDoorApproach } from './door-approach.ts';
import { adaDoorHeight } from './door-height.ts';
import { adaDoorThreshold } from './door-threshold.ts';
import { adaDoorWidthDeep } from './door-width-deep.ts';
import { adaDoorWidth } from './door-width.ts';
import { adaOpeningWidth } from './opening-width.ts';
import { adaRampLanding } from './ramp-landing.ts';
import { adaRampRise } from './ramp-rise.ts';
import { adaRampSlope } from './ramp-slope.ts';
import { adaRampWidth } from './ramp-width.ts';
import { adaStairRiserLeast } from './stair-riser-least.ts';
import { adaStairRiserUniformity } from './stair-riser-uniformity.ts';
import { adaStairRiser } from './stair-riser.ts';
import { adaStairTread } from './stair-tread.ts';
import { adaTurningCircle } from './turning-circle.ts';
import { adaVerticalClearance } from './vertical-clearance.ts';

export const ADA_2010: Pack = {
  standard: 'ADA-2010',
  title: '2010 ADA Standards for Accessible Design',
  version: '1.0.0',
  rules: [
    adaCorridorWidth,
    adaDoorApproach,
    adaDoorHeight,
    adaDoorThreshold,
    adaDoorWidthDeep,
    adaDoorWidth,
    adaOpeningWidth,
    adaRampLanding,
    adaRampRise,
    adaRampSlope,
    adaRampWidth,
    adaStairRiserLeast,
    adaStairRiserUniformity,
    adaStairRiser,
    adaStairTread,
    adaTurningCircle,
    adaVerticalClearance,
  ],
};
