/** @module pack: the rules of UK-ADK-2013. */
import type { Pack } from '../../pack.ts';
import { adkDwellingGuardHeight } from './dwelling-guard-height.ts';
import { adkGeneralStairGoingGreatest } from './general-stair-going-greatest.ts';
import { adkGeneralStairGoing } from './general-stair-going.ts';
import { adkGeneralStairRiseLeast } from './general-stair-rise-least.ts';
import { adkGeneralStairRise } from './general-stair-rise.ts';
import { adkGuardHeight } from './guard-height.ts';
import { adkGuardOpening } from './guard-opening.ts';
import { adkPrivateStairGoingGreatest } from './private-stair-going-greatest.ts';
import { adkPrivateStairGoing } from './private-stair-going.ts';
import { adkPrivateStairPitch } from './private-stair-pitch.ts';
import { adkPrivateStairRiseLeast } from './private-stair-rise-least.ts';
import { adkPrivateStairRise } from './private-stair-rise.ts';
import { adkStairHeadroom } from './stair-headroom.ts';
import { adkStairLanding } from './stair-landing.ts';
import { adkStairStrideGreatest } from './stair-stride-greatest.ts';
import { adkStairStrideLeast } from './stair-stride-least.ts';
import { adkUtilityStairGoingGreatest } from './utility-stair-going-greatest.ts';
import { adkUtilityStairGoing } from './utility-stair-going.ts';
import { adkUtilityStairRiseLeast } from './utility-stair-rise-least.ts';
import { adkUtilityStairRise } from './utility-stair-rise.ts';

export const UK_ADK_2013: Pack = {
  standard: 'UK-ADK-2013',
  title: 'Approved Document K (England), 2013: stairs and guarding',
  version: '1.0.0',
  rules: [
    adkDwellingGuardHeight,
    adkGeneralStairGoingGreatest,
    adkGeneralStairGoing,
    adkGeneralStairRiseLeast,
    adkGeneralStairRise,
    adkGuardHeight,
    adkGuardOpening,
    adkPrivateStairGoingGreatest,
    adkPrivateStairGoing,
    adkPrivateStairPitch,
    adkPrivateStairRiseLeast,
    adkPrivateStairRise,
    adkStairHeadroom,
    adkStairLanding,
    adkStairStrideGreatest,
    adkStairStrideLeast,
    adkUtilityStairGoingGreatest,
    adkUtilityStairGoing,
    adkUtilityStairRiseLeast,
    adkUtilityStairRise,
  ],
};
