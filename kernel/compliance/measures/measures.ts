/** @module measures: every measure that rules of operators can name. */
import type { Measure } from '../measure.ts';
import { corridorWidth, corridorDeadEnd } from './corridors.ts';
import {
  doorClearWidth,
  doorClearHeight,
  doorStep,
  doorDepthLesser,
  doorDepthGreater,
  doorDeep,
} from './doors.ts';
import { floorOpenDrop, floorGuardHeight, floorGuardGap } from './guards.ts';
import {
  roomOccupants,
  roomOccupantsCounted,
  roomWaysOut,
  roomDoorSeparation,
  roomDoorWidth,
  storeyExits,
  storeyOccupants,
} from './occupants.ts';
import { rampSlope, rampRise, rampRun, rampClearWidth, rampLanding } from './ramps.ts';
import { roomWidth, roomFreeCircle, roomArea, roomHeight, roomHeadroom } from './rooms.ts';
import {
  stairRiserGreatest,
  stairRiserLeast,
  stairTreadLeast,
  stairTreadGreatest,
  stairRiserSpread,
  stairTreadSpread,
  stairPitch,
  stairStrideLeast,
  stairStrideGreatest,
  stairRise,
  stairClearWidth,
  stairHeadroom,
  stairLanding,
} from './stairs.ts';
import { roomTravel, roomCommonPath } from './travel.ts';
import { windowClearWidth, windowClearHeight, windowClearArea, windowSill } from './windows.ts';

/** In the order of the documentation. */
export const MEASURES: readonly Measure[] = [
  corridorWidth,
  corridorDeadEnd,
  doorClearWidth,
  doorClearHeight,
  doorStep,
  doorDepthLesser,
  doorDepthGreater,
  doorDeep,
  floorOpenDrop,
  floorGuardHeight,
  floorGuardGap,
  roomOccupants,
  roomOccupantsCounted,
  roomWaysOut,
  roomDoorSeparation,
  roomDoorWidth,
  storeyExits,
  storeyOccupants,
  rampSlope,
  rampRise,
  rampRun,
  rampClearWidth,
  rampLanding,
  roomWidth,
  roomFreeCircle,
  roomArea,
  roomHeight,
  roomHeadroom,
  stairRiserGreatest,
  stairRiserLeast,
  stairTreadLeast,
  stairTreadGreatest,
  stairRiserSpread,
  stairTreadSpread,
  stairPitch,
  stairStrideLeast,
  stairStrideGreatest,
  stairRise,
  stairClearWidth,
  stairHeadroom,
  stairLanding,
  roomTravel,
  roomCommonPath,
  windowClearWidth,
  windowClearHeight,
  windowClearArea,
  windowSill,
];
