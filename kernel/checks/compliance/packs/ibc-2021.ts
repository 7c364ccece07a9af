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
import { guardGapAbove, floorOpenDrop, guardHeightAbove } from '../measures/edge-guarding.ts';
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
import { inches, percent } from '../outcome.ts';
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
  version: '1.1.1',
  rules: {
    'ceiling-height': row('room', occupiedRoom, {
      title: 'Ceiling height of egress spaces',
      source: { clause: '1003.2', confidence: 'H' },
      require: { measure: roomHeight, at_least: inches(90) },
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
      require: { measure: doorClearHeight, at_least: inches(80) },
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
      require: { measure: doorStep, at_most: inches(0.5) },
      fix: 'set the floors on both sides to the same height, or add a ramp',
      pass: aDoor({ step: 12.7 }, 'a floor 12.7 mm higher behind the door'),
      fail: aDoor({ step: 12.8 }, 'a floor 12.8 mm higher behind the door'),
      not_applicable: aDoorAlone(),
    }),
    'door-width': row('door', doorOnRoute, {
      title: 'Clear width of a door',
      source: { clause: '1010.1.1', confidence: 'M' },
      require: { measure: doorClearWidth, at_least: inches(32) },
      fix: 'choose a wider door, or remove what obstructs it',
      pass: aDoor({ width: 872.8 }, 'a door of 872.8 mm'),
      fail: aDoor({ width: 872.7 }, 'a door of 872.7 mm'),
      not_applicable: aDoorAlone(),
    }),
    'dwelling-stair-riser': row('stair', homeStair, {
      title: 'Height of a riser in a dwelling',
      source: { clause: '1011.5.2, exception 3', confidence: 'M' },
      require: { measure: stairRiserGreatest, at_most: inches(7.75) },
      fix: 'use more, lower risers for the same rise',
      pass: aStairTo('living', { riser: 196.85 }, 'risers of 196.85 mm in a home'),
      fail: aStairTo('living', { riser: 196.9 }, 'risers of 196.9 mm in a home'),
      not_applicable: aStairTo('office', {}, 'a stair to an office'),
    }),
    'dwelling-stair-tread': row('stair', homeStair, {
      title: 'Depth of a tread in a dwelling',
      source: { clause: '1011.5.2, exception 3', confidence: 'M' },
      require: { measure: stairTreadLeast, at_least: inches(10) },
      fix: 'use deeper treads',
      pass: aStairTo('living', { tread: 254 }, 'treads of 254 mm in a home'),
      fail: aStairTo('living', { tread: 253 }, 'treads of 253 mm in a home'),
      not_applicable: aStairTo('office', {}, 'a stair to an office'),
    }),
    'guard-height': row('floor', null, {
      title: 'Height of a guard',
      source: { clause: '1015.3', confidence: 'H' },
      require: { measure: guardHeightAbove(inches(30)), at_least: inches(42) },
      fix: 'raise the railing or the wall',
      pass: aTerrace({ drop: 3000, railing: 1066.8 }, 'a railing of 1,066.8 mm'),
      fail: aTerrace({ drop: 3000, railing: 1066.7 }, 'a railing of 1,066.7 mm'),
      not_applicable: aTerrace({ drop: 762, railing: 900 }, 'a railing above a drop of 762 mm'),
    }),
    'guard-needed': row('floor', null, {
      title: 'Unguarded drop along an edge',
      source: { clause: '1015.2', confidence: 'H' },
      require: { measure: floorOpenDrop, at_most: inches(30) },
      fix: 'add a railing or a wall along the edge',
      pass: aTerrace({ drop: 762 }, 'an open terrace 762 mm above the ground'),
      fail: aTerrace({ drop: 763 }, 'an open terrace 763 mm above the ground'),
      not_applicable: aTerrace({ drop: 0 }, 'a terrace on the ground'),
    }),
    'guard-opening': row('floor', null, {
      title: 'Openings in a guard',
      source: { clause: '1015.4', confidence: 'M' },
      require: { measure: guardGapAbove(inches(30)), at_most: inches(4) },
      fix: 'close the gap between the barriers along the edge',
      pass: aTerrace({ drop: 3000, parapet: 1100, gap: 101.6 }, 'a gap of 101.6 mm in a parapet'),
      fail: aTerrace({ drop: 3000, parapet: 1100, gap: 101.7 }, 'a gap of 101.7 mm in a parapet'),
      not_applicable: aTerrace({ drop: 0 }, 'a terrace on the ground'),
    }),
    'habitable-height': row('room', habitableRoom, {
      title: 'Height of a habitable room',
      source: { clause: '1208.2', confidence: 'L' },
      require: { measure: roomHeight, at_least: inches(90) },
      fix: 'raise the ceiling of the room, or lower its floor',
      pass: aRoom({ usage: 'bedroom', height: 2286 }, 'a bedroom of 2,286 mm height'),
      fail: aRoom({ usage: 'bedroom', height: 2285 }, 'a bedroom of 2,285 mm height'),
      not_applicable: aRoom({ usage: 'storage', height: 2000 }, 'a store of 2,000 mm height'),
    }),
    'habitable-width': row('room', habitableRoom, {
      title: 'Width of a habitable room',
      source: { clause: '1208.1', confidence: 'L' },
      require: { measure: roomWidth, at_least: inches(84) },
      fix: 'make the room wider',
      pass: aRoom({ usage: 'bedroom', depth: 2133.6 }, 'a bedroom of 2,133.6 mm'),
      fail: aRoom({ usage: 'bedroom', depth: 2133.5 }, 'a bedroom of 2,133.5 mm'),
      not_applicable: aRoom({ usage: 'storage', depth: 1500 }, 'a store of 1,500 mm'),
    }),
    headroom: row('room', occupiedRoom, {
      title: 'Headroom under objects that hang into a room',
      source: { clause: '1003.3.1', confidence: 'L' },
      require: { measure: roomHeadroom, at_least: inches(80) },
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
      require: { measure: stairHeadroom, at_least: inches(80) },
      fix: 'move the stair, or enlarge the opening in the floor above',
      pass: aStair({ headroom: 2032 }, 'a slab 2,032 mm above the pitch line'),
      fail: aStair({ headroom: 2031 }, 'a slab 2,031 mm above the pitch line'),
      not_applicable: aStairTo('plant', {}, 'a stair up to a plant room'),
    }),
    'stair-landing': ibcStairLanding,
    'stair-rise': row('stair', stairToRooms, {
      title: 'Rise of a flight between landings',
      source: { clause: '1011.8', confidence: 'L' },
      require: { measure: stairRise, at_most: inches(144) },
      fix: 'divide the flight by a landing',
      pass: aStair({ riser: 166, risers: 22, finish: 5.6 }, 'a flight of 3,657.6 mm'),
      fail: aStair({ riser: 166, risers: 22, finish: 5.7 }, 'a flight of 3,657.7 mm'),
      not_applicable: aStairTo('plant', {}, 'a stair up to a plant room'),
    }),
    'stair-riser-least': row('stair', stairToRooms, {
      title: 'Minimum height of a riser',
      source: { clause: '1011.5.2', confidence: 'M' },
      require: { measure: stairRiserLeast, at_least: inches(4) },
      fix: 'use fewer, higher risers for the same rise',
      pass: aStair({ riser: 101.6 }, 'risers of 101.6 mm'),
      fail: aStair({ riser: 101.5 }, 'risers of 101.5 mm'),
      not_applicable: aStairTo('plant', {}, 'a stair up to a plant room'),
    }),
    'stair-riser-uniformity': row('stair', stairToRooms, {
      title: 'Difference between risers of a flight',
      source: { clause: '1011.5.4', confidence: 'L' },
      severity: 'warning',
      require: { measure: stairRiserSpread, at_most: inches(0.375) },
      fix: 'set the floors to the height of the first and the last step',
      pass: aStair({ finish: 9.525 }, 'an upper floor 9.525 mm above the last step'),
      fail: aStair({ finish: 9.6 }, 'an upper floor 9.6 mm above the last step'),
      not_applicable: aStairTo('plant', {}, 'a stair up to a plant room'),
    }),
    'stair-riser': row('stair', stairOutsideHomes, {
      title: 'Height of a riser',
      source: { clause: '1011.5.2', confidence: 'M' },
      require: { measure: stairRiserGreatest, at_most: inches(7) },
      fix: 'use more, lower risers for the same rise',
      pass: aStair({ riser: 177.8 }, 'risers of 177.8 mm'),
      fail: aStair({ riser: 177.9 }, 'risers of 177.9 mm'),
      not_applicable: aStairTo('living', {}, 'a stair in a home'),
    }),
    'stair-tread': row('stair', stairOutsideHomes, {
      title: 'Depth of a tread',
      source: { clause: '1011.5.2', confidence: 'M' },
      require: { measure: stairTreadLeast, at_least: inches(11) },
      fix: 'use deeper treads',
      pass: aStair({ tread: 279.4 }, 'treads of 279.4 mm'),
      fail: aStair({ tread: 279.3 }, 'treads of 279.3 mm'),
      not_applicable: aStairTo('living', {}, 'a stair in a home'),
    }),
    'stair-width': ibcStairWidth,
    'storey-exits': ibcStoreyExits,
    'travel-distance': ibcTravelDistance,
  },
});
