/** @module measures: all measures that packs of operators can use. */
import type { Measure } from '../measure.ts';
import * as corridors from './corridors.ts';
import * as doors from './doors.ts';
import * as edges from './edge-guarding.ts';
import * as furniture from './free-space/furniture.ts';
import * as occupants from './occupants.ts';
import * as ramps from './ramps.ts';
import * as rooms from './rooms.ts';
import * as stairs from './stairs.ts';
import * as travel from './travel.ts';
import * as windows from './windows.ts';

/** The measures in the order of the documentation. */
export const MEASURES: readonly Measure[] = [
  corridors.corridorWidth,
  corridors.corridorDeadEnd,
  doors.doorClearWidth,
  doors.doorClearHeight,
  doors.doorStep,
  doors.doorDepthLesser,
  doors.doorDepthGreater,
  doors.doorDeep,
  edges.floorOpenDrop,
  edges.floorGuardHeight,
  edges.floorGuardGap,
  furniture.furnitureFreeDepth,
  furniture.furnitureUnswept,
  occupants.roomOccupants,
  occupants.roomOccupantsCounted,
  occupants.roomWaysOut,
  occupants.roomDoorSeparation,
  occupants.roomDoorWidth,
  occupants.storeyExits,
  occupants.storeyOccupants,
  ramps.rampSlope,
  ramps.rampRise,
  ramps.rampRun,
  ramps.rampClearWidth,
  ramps.rampLanding,
  rooms.roomWidth,
  rooms.roomFreeCircle,
  rooms.roomArea,
  rooms.roomHeight,
  rooms.roomHeadroom,
  stairs.stairRiserGreatest,
  stairs.stairRiserLeast,
  stairs.stairTreadLeast,
  stairs.stairTreadGreatest,
  stairs.stairRiserSpread,
  stairs.stairTreadSpread,
  stairs.stairPitch,
  stairs.stairStrideLeast,
  stairs.stairStrideGreatest,
  stairs.stairRise,
  stairs.stairClearWidth,
  stairs.stairHeadroom,
  stairs.stairLanding,
  travel.roomTravel,
  travel.roomCommonPath,
  windows.windowClearWidth,
  windows.windowClearHeight,
  windows.windowClearArea,
  windows.windowSill,
];
