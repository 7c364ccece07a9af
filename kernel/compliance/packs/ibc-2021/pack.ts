/** @module pack: the rules of IBC-2021. */
import type { Pack } from '../../pack.ts';
import { ibcCeilingHeight } from './ceiling-height.ts';
import { ibcCommonPath } from './common-path.ts';
import { ibcCorridorWidth } from './corridor-width.ts';
import { ibcDeadEnd } from './dead-end.ts';
import { ibcDoorCapacity } from './door-capacity.ts';
import { ibcDoorHeight } from './door-height.ts';
import { ibcDoorSeparation } from './door-separation.ts';
import { ibcDoorThreshold } from './door-threshold.ts';
import { ibcDoorWidth } from './door-width.ts';
import { ibcDwellingStairRiser } from './dwelling-stair-riser.ts';
import { ibcDwellingStairTread } from './dwelling-stair-tread.ts';
import { ibcGuardHeight } from './guard-height.ts';
import { ibcGuardNeeded } from './guard-needed.ts';
import { ibcGuardOpening } from './guard-opening.ts';
import { ibcHabitableHeight } from './habitable-height.ts';
import { ibcHabitableWidth } from './habitable-width.ts';
import { ibcHeadroom } from './headroom.ts';
import { ibcManyExits } from './many-exits.ts';
import { ibcOccupantLoad } from './occupant-load.ts';
import { ibcRampSlope } from './ramp-slope.ts';
import { ibcRescueOpening } from './rescue-opening.ts';
import { ibcSecondExit } from './second-exit.ts';
import { ibcStairCapacity } from './stair-capacity.ts';
import { ibcStairHeadroom } from './stair-headroom.ts';
import { ibcStairLanding } from './stair-landing.ts';
import { ibcStairRise } from './stair-rise.ts';
import { ibcStairRiserLeast } from './stair-riser-least.ts';
import { ibcStairRiserUniformity } from './stair-riser-uniformity.ts';
import { ibcStairRiser } from './stair-riser.ts';
import { ibcStairTread } from './stair-tread.ts';
import { ibcStairWidth } from './stair-width.ts';
import { ibcStoreyExits } from './storey-exits.ts';
import { ibcTravelDistance } from './travel-distance.ts';

export const IBC_2021: Pack = {
  standard: 'IBC-2021',
  title: 'International Building Code 2021: egress, stairs, guards, doors, occupants, rooms',
  version: '1.0.0',
  rules: [
    ibcCeilingHeight,
    ibcCommonPath,
    ibcCorridorWidth,
    ibcDeadEnd,
    ibcDoorCapacity,
    ibcDoorHeight,
    ibcDoorSeparation,
    ibcDoorThreshold,
    ibcDoorWidth,
    ibcDwellingStairRiser,
    ibcDwellingStairTread,
    ibcGuardHeight,
    ibcGuardNeeded,
    ibcGuardOpening,
    ibcHabitableHeight,
    ibcHabitableWidth,
    ibcHeadroom,
    ibcManyExits,
    ibcOccupantLoad,
    ibcRampSlope,
    ibcRescueOpening,
    ibcSecondExit,
    ibcStairCapacity,
    ibcStairHeadroom,
    ibcStairLanding,
    ibcStairRise,
    ibcStairRiserLeast,
    ibcStairRiserUniformity,
    ibcStairRiser,
    ibcStairTread,
    ibcStairWidth,
    ibcStoreyExits,
    ibcTravelDistance,
  ],
};
