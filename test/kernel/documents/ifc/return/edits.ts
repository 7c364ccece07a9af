/** @module edits: edits of imported branches, and groups of them that are made together. */
import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import { deletes, modifies } from '../../../building/model/build.ts';
import { partsIn, straight, topLevels, unpinned } from './picks.ts';
import { type Edits, together } from './together.ts';

function edited(view: StateView, event: Parameters<StateView['apply']>[0]): StateView {
  return view.apply(event);
}

/** Edits by name. Each picks its elements in the branch that it receives, so that several can follow each other. */
export const EDITS: Edits = [
  [
    'a wall is renamed',
    (view) => {
      const wall = [...view.elementsOf('wall')][0];
      return wall === undefined ? null : edited(view, [modifies(wall, { name: 'Wand ü' })]);
    },
  ],
  [
    'a window is deleted',
    (view) => {
      const window = [...view.elementsOf('window')][0];
      return window === undefined ? null : edited(view, [deletes(window)]);
    },
  ],
  [
    'a wall is deleted with what it hosts',
    (view) => {
      const wall = [...view.elementsOf('wall')].find(({ id }) => view.hostedBy(id).length > 0);
      if (wall === undefined) return null;
      const doomed = view.cascadeOf(wall.id).toReversed();
      return edited(
        view,
        doomed.map(({ id, cascade_of }) => deletes(view.element(id), cascade_of)),
      );
    },
  ],
  [
    'a door is made wider and lower',
    (view) => {
      const door = [...view.elementsOf('door')][0];
      if (door === undefined) return null;
      const { width, height } = door.params;
      return edited(view, [modifies(door, { width: width + 25, height: height - 100 })]);
    },
  ],
  [
    'a door is moved along its wall',
    (view) => {
      const door = [...view.elementsOf('door')][0];
      if (door === undefined) return null;
      return edited(view, [modifies(door, { offset: door.params.offset + 30 })]);
    },
  ],
  [
    'the end of a wall is moved',
    (view) => {
      const wall = [...view.elementsOf('wall')].find(
        ({ id, params }) => (params.via ?? null) === null && view.hostedBy(id).length === 0,
      );
      if (wall === undefined) return null;
      const { start, end } = wall.params;
      const length = Math.hypot(end.x - start.x, end.y - start.y);
      const along = { x: (end.x - start.x) / length, y: (end.y - start.y) / length };
      const there = {
        x: Math.round(end.x + 150 * along.x),
        y: Math.round(end.y + 150 * along.y),
      };
      return edited(view, [modifies(wall, { end: there, ...unpinned(wall) })]);
    },
  ],
  [
    'a wall with openings is moved with what it hosts',
    (view) => {
      const wall = straight(view).find(({ id }) => view.hostedBy(id).length > 0);
      if (wall === undefined) return null;
      const { start, end } = wall.params;
      const moved = (point: typeof start) => ({ x: point.x + 400, y: point.y - 250 });
      const ends = { start: moved(start), end: moved(end) };
      return edited(view, [modifies(wall, { ...ends, ...unpinned(wall) })]);
    },
  ],
  [
    'a wall with openings is made thicker',
    (view) => {
      const wall = straight(view).find(({ id }) => view.hostedBy(id).length > 0);
      if (wall === undefined) return null;
      const thickness = wall.params.thickness + 60;
      const { line_offset: aside } = wall.params;
      const line =
        aside === undefined ? {} : { line_offset: (Math.sign(aside ?? 0) * thickness) / 2 };
      return edited(view, [modifies(wall, { thickness, ...line, ...unpinned(wall) })]);
    },
  ],
  [
    'all walls are made higher and lower at the foot',
    (view, { source }) => {
      const baked = new Set(
        source.rows
          .filter(({ record }) => record === 0)
          .map(({ element }) => element?.params['host_id']),
      );
      const walls = straight(view).filter(
        ({ id, params }) =>
          (params.cut_planes ?? null) === null &&
          !baked.has(id) &&
          !view.joinedWalls(id).some((other) => baked.has(other)),
      );
      return edited(
        view,
        walls.map((wall) => {
          const { height, base_offset } = wall.params;
          const sizes = { height: height + 45, base_offset: base_offset - 15 };
          return modifies(wall, { ...sizes, ...unpinned(wall) });
        }),
      );
    },
  ],
  [
    'windows are moved and resized',
    (view) => {
      const windows = [...view.elementsOf('window')].slice(0, 3);
      return edited(
        view,
        windows.map((window) => {
          const { offset, width, sill_height, height } = window.params;
          return modifies(window, {
            offset: offset + 10,
            width: width - 20,
            sill_height: sill_height + 30,
            height: height - 60,
          });
        }),
      );
    },
  ],
  [
    'an opening gets another outline',
    (view) => {
      const opening = [...view.elementsOf('opening')].find(
        ({ params }) => params.offset !== null && (params.outline ?? null) === null,
      );
      if (opening === undefined) return null;
      const { offset, sill, width, height } = opening.params;
      const [x, y] = [offset ?? 0, sill];
      const outline = [
        { x, y },
        { x: x + width, y },
        { x: x + width, y: y + height * 0.5 },
        { x: x + width * 0.5, y: y + height },
      ];
      return edited(view, [modifies(opening, { outline })]);
    },
  ],
  [
    'floors are made thicker and lower',
    (view) => {
      const floors = [...view.elementsOf('floor')];
      return edited(
        view,
        floors.map((floor) => {
          const { thickness, top_offset } = floor.params;
          return modifies(floor, { thickness: thickness + 20, top_offset: top_offset - 5 });
        }),
      );
    },
  ],
  [
    'rooms begin lower, also under planes',
    (view) => {
      // A room below its planes has the height of its highest point after the file is read again.
      const rooms = [...view.elementsOf('room')].filter(({ id, params }) => {
        const box = view.bounds(id);
        return box !== null && Math.abs(box.max.z - box.min.z - params.height) < 0.01;
      });
      return edited(
        view,
        rooms.map((room) => {
          const { base_offset = null, height } = room.params;
          return modifies(room, { base_offset: (base_offset ?? 0) - 40, height: height + 40 });
        }),
      );
    },
  ],
  [
    'columns are moved and beams raised',
    (view) =>
      edited(view, [
        ...[...view.elementsOf('column')].map((column) => {
          const { x, y } = column.params.location;
          return modifies(column, { location: { x: x + 100, y: y - 35 } });
        }),
        ...[...view.elementsOf('beam')].map((beam) =>
          modifies(beam, { elevation_offset: beam.params.elevation_offset - 120 }),
        ),
      ]),
  ],
  [
    'a level is raised and renamed with its elements, and another one is higher',
    (view) => {
      const [top, below] = topLevels(view) ?? [];
      if (top === undefined || below === undefined) return null;
      const { elevation } = top.params;
      return edited(view, [
        modifies(top, { elevation: elevation + 150, name: 'Dachgeschoß ü' }),
        modifies(below, { height: below.params.height + 150 }),
      ]);
    },
  ],
  [
    'the lowest level is lowered',
    (view) => {
      const [low, next] = view.levels().toSorted((a, b) => a.params.elevation - b.params.elevation);
      if (low === undefined || next === undefined) return null;
      const { elevation, height } = low.params;
      if (next.params.elevation - elevation !== height) return null;
      return edited(view, [modifies(low, { elevation: elevation - 75, height: height + 75 })]);
    },
  ],
  [
    'grid lines are renamed, moved and deleted',
    (view) => {
      const [first, second, third] = view.elementsOf('grid');
      if (first === undefined || second === undefined) return null;
      const { start, end } = second.params;
      const [x, y] = [start.x + 250, start.y - 40];
      return edited(view, [
        modifies(first, { name: 'Ä1' }),
        modifies(second, { start: { x, y }, end: { x: end.x + 250, y: end.y - 40 } }),
        ...(third === undefined ? [] : [deletes(third)]),
      ]);
    },
  ],
  [
    'all grid lines are deleted',
    (view) =>
      edited(
        view,
        [...view.elementsOf('grid')].map((line) => deletes(line)),
      ),
  ],
  [
    'elements are moved to another level',
    (view, { source }) => {
      const [top, below] = topLevels(view) ?? [];
      if (top === undefined || below === undefined) return null;
      const level_id = top.id;
      const of = (id: string): boolean => view.levelOf(id) === below.id;
      const parts = partsIn(source);
      const isFree = ({ id }: { readonly id: string }): boolean =>
        of(id) && view.hostedBy(id).length === 0 && !parts.has(id);
      const wall = straight(view).find(
        (one) => of(one.id) && view.joinedWalls(one.id).length === 0,
      );
      const moved = [
        wall,
        [...view.elementsOf('column')].find(isFree),
        [...view.elementsOf('beam')].find(isFree),
        [...view.elementsOf('room')].find(isFree),
        [...view.elementsOf('floor')].find(isFree),
      ].filter((one) => one !== undefined);
      return edited(
        view,
        moved.map((one) => modifies(one, { level_id })),
      );
    },
  ],
];

/** Every edit once, in groups whose edits leave each other's elements alone. */
const GROUPS: readonly (readonly string[])[] = [
  [
    'a wall is renamed',
    'a door is made wider and lower',
    'floors are made thicker and lower',
    'columns are moved and beams raised',
    'grid lines are renamed, moved and deleted',
  ],
  [
    'a window is deleted',
    'a door is moved along its wall',
    'the end of a wall is moved',
    'rooms begin lower, also under planes',
    'the lowest level is lowered',
  ],
  [
    'a wall is deleted with what it hosts',
    'windows are moved and resized',
    'an opening gets another outline',
    'a level is raised and renamed with its elements, and another one is higher',
    'all grid lines are deleted',
  ],
  ['a wall with openings is moved with what it hosts', 'elements are moved to another level'],
  ['a wall with openings is made thicker'],
  ['all walls are made higher and lower at the foot'],
];

/** The edits, those of a group together. */
export const EDITS_TOGETHER = together(EDITS, GROUPS);

/** Files of other programs in which all edits are made. */
export const EDITED_FILES = [
  'AC20-FZK-Haus',
  'Duplex_A',
  'AC90R1-niedriha-V2-2x3',
  'SampleHouse4',
] as const;
