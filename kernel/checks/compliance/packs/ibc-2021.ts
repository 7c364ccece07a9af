/** @module ibc-2021: rules of International Building Code 2021. */
import { aDoor, aDoorAlone } from '../examples/doors.ts';
import { aTerrace } from '../examples/edges.ts';
import { aRamp } from '../examples/ramps.ts';
import { aRoom } from '../examples/rooms.ts';
import { aStair, aStairTo } from '../examples/stairs.ts';
import {
  doorOnRoute,
  habitableRoom,
  homeStair,
  occupiedRoom,
  rampOver,
  stairOutsideHomes,
  stairToRooms,
} from '../guards.ts';
import { doorClearHeight, doorClearWidth, doorStep } from '../measures/doors.ts';
import { floorGuardGap, floorOpenDrop, guardHeightAbove } from '../measures/edge-guarding.ts';
import { rampSlope } from '../measures/ramps.ts';
import { roomHeadroom, roomHeight, roomWidth } from '../measures/rooms.ts';
import {
  stairHeadroom,
  stairRise,
  stairRiserGreatest,
  stairRiserLeast,
  stairRiserSpread,
  stairTreadLeast,
} from '../measures/stairs.ts';
import { mm, percent } from '../outcome.ts';
import { definePack } from '../pack.ts';
import { row } from '../row.ts';
import { ibcCommonPath } from './ibc-2021/common-path.ts';
import { ibcCorridorWidth } from './ibc-2021/corridor-width.ts';
import { ibcDeadEnd } from './ibc-2021/dead-end.ts';
import { ibcDoorCapacity } from './ibc-2021/door-capacity.ts';
import { ibcDoorSeparation } from './ibc-2021/door-separation.ts';
import { ibcManyExits } from './ibc-2021/many-exits.ts';
import { ibcOccupantLoad } from './ibc-2021/occupant-load.ts';
import { ibcRescueOpening } from './ibc-2021/rescue-opening.ts';
import { ibcSecondExit } from './ibc-2021/second-exit.ts';
import { ibcStairCapacity } from './ibc-2021/stair-capacity.ts';
import { ibcStairLanding } from './ibc-2021/stair-landing.ts';
import { ibcStairWidth } from './ibc-2021/stair-width.ts';
import { ibcStoreyExits } from './ibc-2021/storey-exits.ts';
import { ibcTravelDistance } from './ibc-2021/travel-distance.ts';

export const IBC_2021 = definePack({
  standard: 'IBC-2021',
  edition: '2021',
  title: 'International Building Code 2021: egress, stairs, guards, doors, occupants, rooms',
  version: '1.0.0',
  rules: {
    'ceiling-height': row('room', occupiedRoom, {
      title: 'Ceiling height of egress spaces',
      source: { clause: '1003.2', confidence: 'H' },
      require: { measure: roomHeight, at_least: mm(2286) },
      fix: 'raise the ceiling of the room, or lower its floor',
      pass: aRoom({ height: 2286 }, 'a slab 2,286 mm above the floor'),
      fail: aRoom({ height: 2285 }, 'a slab 2,285 mm above the floor'),
      not_applicable: aRoom({ height: 2000, usage: 'plant' }, 'a plant room of 2,000 mm height'),
    }),
    'common-path': ibcCommonPath,
    'corridor-width': ibcCorridorWidth,
    'dead-end': ibcDeadEnd,
    'door-capacity': ibcDoorCapacity,
    'door-height': row('door', doorOnRoute, {
      title: 'Clear height of a door',
      source: { clause: '1010.1.1', confidence: 'M' },
      require: { measure: doorClearHeight, at_least: mm(2032) },
      fix: 'choose a higher door, or remove what projects into it',
      pass: aDoor({ height: 2032 }, 'a door of 2,032 mm height'),
      fail: aDoor({ height: 2031 }, 'a door of 2,031 mm height'),
      not_applicable: aDoorAlone(),
    }),
    'door-separation': ibcDoorSeparation,
    'door-threshold': row('door', doorOnRoute, {
      title: 'Step at a door',
      source: { clause: '1010.1.6', confidence: 'L' },
      severity: 'warning',
      require: { measure: doorStep, at_most: mm(12.7) },
      fix: 'set the floors on both sides to the same height, or add a ramp',
      pass: aDoor({ step: 12.7 }, 'a floor 12.7 mm higher behind the door'),
      fail: aDoor({ step: 13 }, 'a floor 13 mm higher behind the door'),
      not_applicable: aDoorAlone(),
    }),
    'door-width': row('door', doorOnRoute, {
      title: 'Clear width of a door',
      source: { clause: '1010.1.1', confidence: 'M' },
      require: { measure: doorClearWidth, at_least: mm(813) },
      fix: 'choose a wider door, or remove what obstructs it',
      pass: aDoor({ width: 873 }, 'a door of 873 mm'),
      fail: aDoor({ width: 872 }, 'a door of 872 mm'),
      not_applicable: aDoorAlone(),
    }),
    'dwelling-stair-riser': row('stair', homeStair, {
      title: 'Height of a riser in a dwelling',
      source: { clause: '1011.5.2, exception 3', confidence: 'M' },
      require: { measure: stairRiserGreatest, at_most: mm(197) },
      fix: 'use more, lower risers for the same rise',
      pass: aStairTo('living', { riser: 197 }, 'risers of 197 mm in a home'),
      fail: aStairTo('living', { riser: 197.1 }, 'risers of 197.1 mm in a home'),
      not_applicable: aStairTo('office', {}, 'a stair to an office'),
    }),
    'dwelling-stair-tread': row('stair', homeStair, {
      title: 'Depth of a tread in a dwelling',
      source: { clause: '1011.5.2, exception 3', confidence: 'M' },
      require: { measure: stairTreadLeast, at_least: mm(254) },
      fix: 'use deeper treads',
      pass: aStairTo('living', { tread: 254 }, 'treads of 254 mm in a home'),
      fail: aStairTo('living', { tread: 253 }, 'treads of 253 mm in a home'),
      not_applicable: aStairTo('office', {}, 'a stair to an office'),
    }),
    'guard-height': row('floor', null, {
      title: 'Height of a guard',
      source: { clause: '1015.3', confidence: 'H' },
      require: { measure: guardHeightAbove(mm(762)), at_least: mm(1067) },
      fix: 'raise the railing or the wall',
      pass: aTerrace({ drop: 3000, railing: 1067 }, 'a railing of 1,067 mm'),
      fail: aTerrace({ drop: 3000, railing: 1066 }, 'a railing of 1,066 mm'),
      not_applicable: aTerrace({ drop: 762, railing: 900 }, 'a railing above a drop of 762 mm'),
    }),
    'guard-needed': row('floor', null, {
      title: 'Guard along an edge above a drop',
      source: { clause: '1015.2', confidence: 'H' },
      require: { measure: floorOpenDrop, at_most: mm(762) },
      fix: 'add a railing or a wall along the edge',
      pass: aTerrace({ drop: 762 }, 'an open terrace 762 mm above the ground'),
      fail: aTerrace({ drop: 763 }, 'an open terrace 763 mm above the ground'),
      not_applicable: aTerrace({ drop: 0 }, 'a terrace on the ground'),
    }),
    'guard-opening': row('floor', null, {
      title: 'Openings in a guard',
      source: { clause: '1015.4', confidence: 'M' },
      require: { measure: floorGuardGap, at_most: mm(102) },
      fix: 'close the gap between the barriers along the edge',
      pass: aTerrace({ drop: 3000, parapet: 1100, gap: 102 }, 'a gap of 102 mm in a parapet'),
      fail: aTerrace({ drop: 3000, parapet: 1100, gap: 103 }, 'a gap of 103 mm in a parapet'),
      not_applicable: aTerrace({ drop: 0 }, 'a terrace on the ground'),
    }),
    'habitable-height': row('room', habitableRoom, {
      title: 'Height of a habitable room',
      source: { clause: '1208.2', confidence: 'L' },
      require: { measure: roomHeight, at_least: mm(2286) },
      fix: 'raise the ceiling of the room, or lower its floor',
      pass: aRoom({ usage: 'bedroom', height: 2286 }, 'a bedroom of 2,286 mm height'),
      fail: aRoom({ usage: 'bedroom', height: 2285 }, 'a bedroom of 2,285 mm height'),
      not_applicable: aRoom({ usage: 'storage', height: 2000 }, 'a store of 2,000 mm height'),
    }),
    'habitable-width': row('room', habitableRoom, {
      title: 'Width of a habitable room',
      source: { clause: '1208.1', confidence: 'L' },
      require: { measure: roomWidth, at_least: mm(2134) },
      fix: 'make the room wider',
      pass: aRoom({ usage: 'bedroom', depth: 2134 }, 'a bedroom of 2,134 mm'),
      fail: aRoom({ usage: 'bedroom', depth: 2133 }, 'a bedroom of 2,133 mm'),
      not_applicable: aRoom({ usage: 'storage', depth: 1500 }, 'a store of 1,500 mm'),
    }),
    headroom: row('room', occupiedRoom, {
      title: 'Headroom under objects that hang into a room',
      source: { clause: '1003.3.1', confidence: 'L' },
      require: { measure: roomHeadroom, at_least: mm(2032) },
      fix: 'raise the lowest object above the floor, or fence off the floor under a stair',
      pass: aRoom({ beam: 2032 }, 'a beam 2,032 mm above the floor'),
      fail: aRoom({ beam: 2031 }, 'a beam 2,031 mm above the floor'),
      not_applicable: aRoom({ beam: 1900, usage: 'plant' }, 'a beam in a plant room'),
    }),
    'many-exits': ibcManyExits,
    'occupant-load': ibcOccupantLoad,
    'ramp-slope': row('ramp', rampOver(percent(5)), {
      title: 'Slope of a ramp',
      source: { clause: '1012.2', confidence: 'L' },
      require: { measure: rampSlope, at_most: percent(100 / 12) },
      fix: 'make the ramp longer for the same rise',
      pass: aRamp({ rise: 500, run: 6000 }, 'a rise of 500 mm over 6 m: 1:12'),
      fail: aRamp({ rise: 501, run: 6000 }, 'a rise of 501 mm over 6 m'),
      not_applicable: aRamp({ rise: 300, run: 6000 }, 'a floor that rises by 5 %'),
    }),
    'rescue-opening': ibcRescueOpening,
    'second-exit': ibcSecondExit,
    'stair-capacity': ibcStairCapacity,
    'stair-headroom': row('stair', stairToRooms, {
      title: 'Headroom over a stair',
      source: { clause: '1011.3', confidence: 'M' },
      require: { measure: stairHeadroom, at_least: mm(2032) },
      fix: 'move the stair, or enlarge the opening in the floor above',
      pass: aStair({ headroom: 2032 }, 'a slab 2,032 mm above the pitch line'),
      fail: aStair({ headroom: 2031 }, 'a slab 2,031 mm above the pitch line'),
      not_applicable: aStairTo('plant', {}, 'a stair up to a plant room'),
    }),
    'stair-landing': ibcStairLanding,
    'stair-rise': row('stair', stairToRooms, {
      title: 'Rise of a flight between landings',
      source: { clause: '1011.8', confidence: 'L' },
      require: { measure: stairRise, at_most: mm(3658) },
      fix: 'divide the flight by a landing',
      pass: aStair({ riser: 166, risers: 22, finish: 6 }, 'a flight of 3,658 mm'),
      fail: aStair({ riser: 166, risers: 22, finish: 7 }, 'a flight of 3,659 mm'),
      not_applicable: aStairTo('plant', {}, 'a stair up to a plant room'),
    }),
    'stair-riser-least': row('stair', stairToRooms, {
      title: 'Minimum height of a riser',
      source: { clause: '1011.5.2', confidence: 'M' },
      require: { measure: stairRiserLeast, at_least: mm(102) },
      fix: 'use fewer, higher risers for the same rise',
      pass: aStair({ riser: 102 }, 'risers of 102 mm'),
      fail: aStair({ riser: 101.9 }, 'risers of 101.9 mm'),
      not_applicable: aStairTo('plant', {}, 'a stair up to a plant room'),
    }),
    'stair-riser-uniformity': row('stair', stairToRooms, {
      title: 'Difference between risers of a flight',
      source: { clause: '1011.5.4', confidence: 'L' },
      severity: 'warning',
      require: { measure: stairRiserSpread, at_most: mm(9.5) },
      fix: 'set the floors to the height of the first and the last step',
      pass: aStair({ finish: 9.5 }, 'an upper floor 9.5 mm above the last step'),
      fail: aStair({ finish: 9.6 }, 'an upper floor 9.6 mm above the last step'),
      not_applicable: aStairTo('plant', {}, 'a stair up to a plant room'),
    }),
    'stair-riser': row('stair', stairOutsideHomes, {
      title: 'Height of a riser',
      source: { clause: '1011.5.2', confidence: 'M' },
      require: { measure: stairRiserGreatest, at_most: mm(178) },
      fix: 'use more, lower risers for the same rise',
      pass: aStair({ riser: 178 }, 'risers of 178 mm'),
      fail: aStair({ riser: 178.1 }, 'risers of 178.1 mm'),
      not_applicable: aStairTo('living', {}, 'a stair in a home'),
    }),
    'stair-tread': row('stair', stairOutsideHomes, {
      title: 'Depth of a tread',
      source: { clause: '1011.5.2', confidence: 'M' },
      require: { measure: stairTreadLeast, at_least: mm(279) },
      fix: 'use deeper treads',
      pass: aStair({ tread: 279 }, 'treads of 279 mm'),
      fail: aStair({ tread: 278 }, 'treads of 278 mm'),
      not_applicable: aStairTo('living', {}, 'a stair in a home'),
    }),
    'stair-width': ibcStairWidth,
    'storey-exits': ibcStoreyExits,
    'travel-distance': ibcTravelDistance,
  },
});
