/** @module guards: the conditions that rows and computing rules share. docs/adding.md lists them. */
import type { ElementOf } from '../../building/kinds/elements.ts';
import type { FurnitureType } from '../../building/kinds/furniture/types.ts';
import { defineGuard, type Guard } from './guard.ts';
import { notApplicable, notEvaluated } from './measured.ts';
import { isCorridor } from './measures/corridors.ts';
import { doorDeep } from './measures/doors.ts';
import { doorwayOf } from './measures/doorway.ts';
import { exitsOf, loadOf } from './measures/occupants.ts';
import { rampSlope } from './measures/ramps.ts';
import { servedBy, servedOn, servesPlant } from './measures/served.ts';
import { passageOf } from './measures/storey.ts';
import { exceeds, type Outcome, type Quantity } from './outcome.ts';
import type { Run } from './run.ts';
import { unknownUse, type Use, useOf } from './usage.ts';

/** Doors that may be on a route: those adjacent to a room, or in a wall that is joined to other walls. */
export const doorOnRoute = defineGuard({
  subject: 'door',
  exempt({ id }, run) {
    const passage = passageOf(run, id);
    const host = doorwayOf(run, id)?.host_id;
    if (passage === null || host === undefined || passage.rooms.some((room) => room !== null)) {
      return null;
    }
    return run.view.joinedWalls(host).length === 0
      ? notApplicable('the wall of the door joins no other wall and has no room on either side')
      : null;
  },
});

/** Doors on a route in a wall that is thicker than `deep`. */
export const doorInWallOver = (deep: Quantity<'mm'>): Guard<'door'> =>
  defineGuard({
    subject: 'door',
    parameters: { deep },
    exempt(door, run) {
      const depth = doorDeep.of(run, door.id);
      return depth.outcome === 'value' && !exceeds(depth.value, deep)
        ? notApplicable(`the wall at the door is no thicker than ${deep.value} mm`)
        : doorOnRoute.exempt(door, run);
    },
  });

/** Stairs, except those that lead up to plant rooms only. */
export const stairToRooms = defineGuard({
  subject: 'stair',
  reach: 'storey',
  exempt: (stair, run) =>
    servesPlant(run, stair) ? notApplicable('the stair leads to plant rooms only') : null,
});

/** Stairs that lead up to plant rooms only. */
export const plantStair = defineGuard({
  subject: 'stair',
  reach: 'storey',
  exempt: (stair, run) =>
    servesPlant(run, stair) ? null : notApplicable('the stair does not lead to plant rooms only'),
});

/** Stairs except those in dwellings and those to plant rooms only; stairs of unknown use count as outside dwellings. */
export const stairOutsideHomes = defineGuard({
  subject: 'stair',
  reach: 'storey',
  exempt: (stair, run) =>
    servedBy(run, stair) === 'dwelling'
      ? notApplicable('the stair is in a dwelling')
      : stairToRooms.exempt(stair, run),
});

const USE_UNKNOWN = 'it is unknown whether the stair is in a dwelling: set the usage of its rooms';

/** Stairs in dwellings; not evaluated if no usage is known. */
export const homeStair = defineGuard({
  subject: 'stair',
  reach: 'storey',
  exempt(stair, run) {
    const served = servedBy(run, stair);
    if (served === 'unknown') return notEvaluated(USE_UNKNOWN);
    return served === 'other' ? notApplicable('the stair is not in a dwelling') : null;
  },
});

/** Stairs that are neither in dwellings nor lead to plant rooms only; not evaluated if no usage is known. */
export const generalStair = defineGuard({
  subject: 'stair',
  reach: 'storey',
  exempt(stair, run) {
    if (servesPlant(run, stair)) return stairToRooms.exempt(stair, run);
    const served = servedBy(run, stair);
    if (served === 'unknown') return notEvaluated(USE_UNKNOWN);
    return served === 'dwelling' ? notApplicable('the stair is in a dwelling') : null;
  },
});

/** Ramps steeper than `level`; flatter ones count as floors. */
export const rampOver = (level: Quantity<'%'>): Guard<'ramp'> =>
  defineGuard({
    subject: 'ramp',
    parameters: { level },
    exempt({ id }, run) {
      const slope = rampSlope.of(run, id);
      return slope.outcome === 'value' && !exceeds(slope.value, level)
        ? notApplicable(`a ramp of no more than ${level.value} % counts as a floor`)
        : null;
    },
  });

const floorIn = (use: 'dwelling' | 'other', because: string): Guard<'floor'> =>
  defineGuard({
    subject: 'floor',
    reach: 'storey',
    exempt({ params }, run) {
      const served = servedOn(run, params.level_id);
      if (served === 'unknown') {
        return notEvaluated(
          'it is unknown whether the floor is in a dwelling: set the usage of its rooms',
        );
      }
      return served === use ? null : notApplicable(because);
    },
  });

/** Floors on levels of dwellings; not evaluated if no usage is known. */
export const floorInHome = floorIn('dwelling', 'the floor is not in a dwelling');

/** Floors on levels outside dwellings; not evaluated if no usage is known. */
export const floorOutsideHomes = floorIn('other', 'the floor is in a dwelling');

/** Rooms except those entered for maintenance only. */
export const occupiedRoom = defineGuard({
  subject: 'room',
  exempt: (room) =>
    useOf(room)?.unoccupied === true
      ? notApplicable('the room is entered for maintenance only')
      : null,
});

function exemptUnless(
  room: ElementOf<'room'>,
  fits: (use: Use) => boolean,
  because: string,
): Outcome | null {
  const use = useOf(room);
  if (use === null) return notEvaluated(unknownUse(room));
  return fits(use) ? null : notApplicable(because);
}

/** Rooms for living, sleeping, cooking or eating; not evaluated if the usage is unknown. */
export const habitableRoom = defineGuard({
  subject: 'room',
  exempt: (room) =>
    exemptUnless(room, ({ habitable }) => habitable === true, 'the room is not habitable'),
});

/** Toilets and bathrooms; not evaluated if the usage is unknown. */
export const sanitaryRoom = defineGuard({
  subject: 'room',
  exempt: (room) =>
    exemptUnless(room, ({ sanitary }) => sanitary === true, 'the room is not a toilet or bathroom'),
});

/**
 * Corridors: rooms with the usage of a corridor, and rooms without a usage that are the only way out of at least three
 * other rooms.
 */
export const corridor = defineGuard({
  subject: 'room',
  reach: 'storey',
  exempt: (room, run) =>
    isCorridor(run, room) ? null : notApplicable('the room is not a corridor'),
});

/** Rooms for which occupants are counted. */
export const roomWithOccupants = defineGuard({
  subject: 'room',
  exempt({ id }, run) {
    const load = loadOf(run, id);
    if (load.outcome !== 'value') return load;
    return load.value === 0 ? notApplicable('no occupants are counted in the room') : null;
  },
});

const roomByStoreyExits = (isExempt: (exits: number) => boolean, because: string): Guard<'room'> =>
  defineGuard({
    subject: 'room',
    reach: 'storey',
    exempt: (room, run: Run) =>
      roomWithOccupants.exempt(room, run) ??
      (isExempt(exitsOf(run, room.params.level_id).length) ? notApplicable(because) : null),
  });

/** Rooms with occupants on a storey with one exit or none. */
export const roomOnStoreyWithOneExit = roomByStoreyExits(
  (exits) => exits > 1,
  'the storey has more than one exit',
);

/** Rooms with occupants on a storey with several exits. */
export const roomOnStoreyWithExits = roomByStoreyExits(
  (exits) => exits < 2,
  'the storey has at most one exit',
);

/** Furniture of one of these types. */
const furnitureOf = (types: readonly FurnitureType[], because: string): Guard<'furniture'> =>
  defineGuard({
    subject: 'furniture',
    exempt: ({ params: { furniture_type } }) =>
      types.includes(furniture_type) ? null : notApplicable(because),
  });

/** Washbasins and kitchen sinks. */
export const basin = furnitureOf(['washbasin', 'sink'], 'it is neither a washbasin nor a sink');

/** Sanitary units that require a movement area in front of them. */
export const sanitaryUnit = furnitureOf(
  ['wc', 'washbasin', 'bathtub', 'shower'],
  'it is not a sanitary unit',
);
