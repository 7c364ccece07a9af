/** @module briefs: the eight tasks that are played to measure what a finished task costs: who asks for what, on which servers. */

/** A task of the user, with the building that is there when it begins. */
export type Brief = {
  readonly name: string;
  /** The servers that are connected, with their default tools. */
  readonly servers: readonly string[];
  /** The script of `examples/` that is built and approved before the task begins; null for an empty workspace. */
  readonly building: string | null;
  /** What the user says to the model. */
  readonly request: string;
};

export const BRIEFS: readonly Brief[] = [
  {
    name: 'house-from-a-brief',
    servers: ['geometry', 'spatial'],
    building: null,
    request:
      'Build a two-storey house of 9 m by 7 m. Outer walls are 300 mm thick, storeys are 2.8 m high. Ground floor: hall with a straight or turned stair to the first floor, living room, kitchen, toilet. First floor: two bedrooms, a bathroom, a landing. Every room has a door, every living space a window. A gable roof with 40 degrees covers it. Floors are 250 mm thick. Commit it, and tell me the net area of each room.',
  },
  {
    name: 'storey-edit',
    servers: ['geometry', 'spatial'],
    building: 'house.plumb',
    request:
      'On the ground floor, make the kitchen 500 mm wider (the wall between hall and kitchen moves towards the hall), widen every inner door of the ground floor to 900 mm, and raise the sills of the windows in the north wall to 1,000 mm. Commit the changes. Then tell me the new area of the kitchen.',
  },
  {
    name: 'questions',
    servers: ['spatial'],
    building: 'house.plumb',
    request:
      'Answer from the model: (1) How many doors are narrower than 900 mm, and where are they? (2) Which rooms are next to the hall on the ground floor? (3) How long is the walk from the front door to the kitchen? (4) What is the total net area of the first floor? (5) What changed in the model last, and who did it?',
  },
  {
    name: 'deliverables',
    servers: ['documentation', 'spatial'],
    building: 'house.plumb',
    request:
      'Deliver: the plan of the ground floor at 1:50 as PDF, a section through the stair at 1:50 as PDF, a door schedule as XLSX with width, height and level, the quantities of all walls, and the whole model as IFC 4. Tell me where the files are.',
  },
  {
    name: 'approval',
    servers: ['geometry', 'spatial'],
    building: 'house.plumb',
    request:
      'Remove the wall between the study and the living room, with everything that depends on it, and make one room called "Living room" of the two. A person will approve the deletion within a minute; wait for it, then confirm the result with the area of the room.',
  },
  {
    name: 'facade-and-types',
    servers: ['geometry', 'spatial'],
    building: 'house.plumb',
    request:
      'Make a wall type "Brick 365" with three layers (115 mm brick, 140 mm insulation, 110 mm concrete block) and give it to all outer walls of the first floor. Add a row of four equal windows of 800 by 1,400 mm with a sill of 900 mm to the first floor\'s south wall if they fit, else as many as fit with 300 mm between them. Commit. Tell me the total wall area of that type.',
  },
  {
    name: 'office',
    servers: ['geometry', 'spatial'],
    building: null,
    request:
      'Build one storey of an office, 36 m by 15 m, 3.5 m high: outer walls 300 mm, a corridor of 2 m along the middle, offices of 3 m width on both sides (12 on each), each with a door of 1,000 mm to the corridor and a window of 1,800 mm, an exit door at each end of the corridor, a floor slab of 300 mm and columns of 400 by 400 mm on a 6 m grid along both corridor walls. Make a room of each office and of the corridor. Commit it, then check the walk from the office in the north-west corner to the nearest exit.',
  },
  {
    name: 'repair-of-findings',
    servers: ['geometry', 'validation', 'spatial'],
    building: 'house.plumb',
    request:
      'Check the house against IBC 2021 (errors only) and for clashes. Fix every finding that can be fixed by changing doors, windows or stairs without moving walls, commit the fixes, check again, and report what is left and why.',
  },
];

/** The task of this name. @throws Error that lists the names, for an unknown one. */
export function briefOf(name: string): Brief {
  const found = BRIEFS.find((brief) => brief.name === name);
  if (found !== undefined) return found;
  throw new Error(
    `got the task \`${name}\`, want one of ${BRIEFS.map((brief) => brief.name).join(', ')}`,
  );
}
