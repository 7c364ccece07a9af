/** @module windows: measures of windows: clear opening and sill height. */
import type { ElementOf } from '../../../building/kinds/elements.ts';
import { isShaped } from '../../../building/kinds/shared/hole-shape.ts';
import { typeOf } from '../../../building/kinds/types/of-type.ts';
import { window } from '../../../building/kinds/window/window.ts';
import { defineMeasure } from '../measure.ts';
import { type Measured, notApplicable, notEvaluated, value } from '../measured.ts';
import { oncePerRun, type Run } from '../run.ts';
import { sidesOfDoorway, type Doorway, doorwayOf } from './doorway.ts';
import { roomAt } from './storey.ts';
import { standingAt } from './surfaces.ts';

/** Width of frame and sash on each side of the clear opening, mm. */
const FRAME_MM = 50;

type Window = ElementOf<'window'>;

/** The clear opening of a window, mm. */
type Clear = { readonly width: number; readonly height: number };

/** Fractions of width and height that open; null if the window does not open, `unknown` if the opening is not modelled. */
const OPENS = {
  casement: { width: 1, height: 1 },
  sliding: { width: 0.5, height: 1 },
  double_hung: { width: 1, height: 0.5 },
  fixed: null,
  awning: 'unknown',
  hopper: 'unknown',
  pivot: 'unknown',
  tilt_and_turn: { width: 1, height: 1 },
} as const satisfies Record<Window['params']['window_type'], Clear | 'unknown' | null>;

/** The clear opening; null if the window does not open, or the reason why it is unknown. */
function clearOpeningOf(
  element: Window,
  { s, low, high }: Doorway,
  view: Run['view'],
): Clear | string | null {
  const { params } = element;
  const grid = typeOf(element, view)?.params.grid ?? null;
  if (grid?.cells.every((cell) => cell === 'fixed') === true) return null;
  if (grid !== null && grid.cells.length > 1) {
    return 'the clear opening of a window with a grid of cells is not modelled';
  }
  const share = OPENS[params.window_type];
  if (share === null) return null;
  if (isShaped(params)) {
    return 'the clear opening of a window that is no rectangle is not modelled';
  }
  if (share === 'unknown') return `how far a ${params.window_type} window opens is not modelled`;
  const [width, height] = [s[1] - s[0] - 2 * FRAME_MM, high - low - 2 * FRAME_MM];
  return { width: width * share.width, height: height * share.height };
}

function ofClear(measured: (clear: Clear) => number) {
  return (element: Window, run: Run): Measured => {
    const doorway = doorwayOf(run, element.id);
    if (doorway === null) return notEvaluated('the window has no place in a wall');
    const clear = clearOpeningOf(element, doorway, run.view);
    if (clear === null) return notApplicable('the window does not open');
    if (typeof clear === 'string') return notEvaluated(clear);
    return value(Math.max(0, measured(clear)));
  };
}

const ofWindow = { subject: window.kind, unit: 'mm' } as const;

export const windowClearWidth = defineMeasure({
  ...ofWindow,
  name: 'window_clear_width',
  definition: `Width of the clear opening: the width of the void less ${FRAME_MM} mm of frame on each side. Sliding windows: half of that.`,
  measured: ofClear(({ width }) => width),
});

export const windowClearHeight = defineMeasure({
  ...ofWindow,
  name: 'window_clear_height',
  definition: `Height of the clear opening: the height of the void less ${FRAME_MM} mm of frame above and below. Double-hung windows: half of that.`,
  measured: ofClear(({ height }) => height),
});

export const windowClearArea = defineMeasure({
  ...ofWindow,
  unit: 'm²',
  name: 'window_clear_area',
  definition: 'Clear width times clear height of the window.',
  measured: ofClear(({ width, height }) => (width * height) / 1e6),
});

/** Ids of the rooms on the two sides of a window. */
function adjacentRooms(run: Run, id: string): readonly string[] {
  const doorway = doorwayOf(run, id);
  if (doorway === null) return [];
  return sidesOfDoorway(doorway).flatMap((point) => roomAt(run, doorway.level_id, point) ?? []);
}

export const windowSill = defineMeasure({
  ...ofWindow,
  name: 'window_sill',
  definition:
    'Height of the foot of the clear opening (foot of the void plus frame) above the floor inside. Between two rooms: above the lower floor.',
  measured({ id }: Window, run) {
    const doorway = doorwayOf(run, id);
    if (doorway === null) return notEvaluated('the window has no place in a wall');
    const { level_id, low } = doorway;
    const floors = sidesOfDoorway(doorway)
      .filter((p) => roomAt(run, level_id, p) !== null)
      .map((p) => standingAt(run, level_id, p));
    if (floors.length === 0) return notApplicable('the window is not in a room');
    return value(low + FRAME_MM - Math.min(...floors));
  },
});

/** Ids of the windows of a level, by the rooms on their sides. */
const windowsByRoom = oncePerRun((run, level_id): ReadonlyMap<string, readonly string[]> => {
  const by = new Map<string, string[]>();
  for (const host of run.view.elementsOnLevel(level_id)) {
    for (const { id, kind } of run.view.hostedBy(host.id)) {
      if (kind !== window.kind) continue;
      for (const room_id of adjacentRooms(run, id)) {
        by.set(room_id, [...(by.get(room_id) ?? []), id]);
      }
    }
  }
  return by;
});

/** Ids of the windows of a room, in order. */
export function windowsOf(run: Run, room: ElementOf<'room'>): readonly string[] {
  return windowsByRoom(run, room.params.level_id).get(room.id) ?? [];
}
