/** @module windows: what a window leaves open, and how high above the floor. */
import type { ElementOf } from '../../kinds/elements.ts';
import { window } from '../../kinds/window.ts';
import { defineMeasure } from '../measure.ts';
import { type Measured, notApplicable, notEvaluated, value } from '../measured.ts';
import { oncePerRun, type Run } from '../run.ts';
import { type Doorway, doorwayOf } from './doorway.ts';
import { roomAt } from './storey.ts';
import { standingAt } from './surfaces.ts';

/** Frame and sash on each side of what is clear, mm. */
const FRAME_MM = 50;
/** Rooms are looked for this far from the face of the wall, mm. */
const BESIDE_MM = 50;

type Window = ElementOf<'window'>;

/** What of a window one can climb through, mm. */
type Clear = { readonly width: number; readonly height: number };

/** Shares of width and height that open; null for no window that opens, `unknown` where how far is not modelled. */
const OPENS = {
  casement: { width: 1, height: 1 },
  sliding: { width: 0.5, height: 1 },
  double_hung: { width: 1, height: 0.5 },
  fixed: null,
  awning: 'unknown',
  hopper: 'unknown',
  pivot: 'unknown',
} as const satisfies Record<Window['params']['window_type'], Clear | 'unknown' | null>;

/** The part that opens; null where the window does not open, and why it is not known where it is not. */
function opens({ params }: Window, width: number, height: number): Clear | string | null {
  const share = OPENS[params.window_type];
  if (share === null) return null;
  if (share === 'unknown') return `how far the ${params.window_type} window opens is not modelled`;
  const [clear_width, clear_height] = [width - 2 * FRAME_MM, height - 2 * FRAME_MM];
  return { width: clear_width * share.width, height: clear_height * share.height };
}

function sized(element: Window, { s, low, high }: Doorway): Clear | string | null {
  return opens(element, s[1] - s[0], high - low);
}

function ofClear(measured: (clear: Clear) => number) {
  return (element: Window, run: Run): Measured => {
    const doorway = doorwayOf(run, element.id);
    if (doorway === null) return notEvaluated('the window has no place in a wall');
    const clear = sized(element, doorway);
    if (clear === null) return notApplicable('the window does not open');
    if (typeof clear === 'string') return notEvaluated(clear);
    return value(Math.max(0, measured(clear)));
  };
}

const ofWindow = { subject: window.kind, unit: 'mm' } as const;

export const windowClearWidth = defineMeasure({
  ...ofWindow,
  name: 'window_clear_width',
  definition: `Width that the open window leaves: of its void less ${FRAME_MM} mm of frame on each side; of a sliding one half.`,
  measured: ofClear(({ width }) => width),
});

export const windowClearHeight = defineMeasure({
  ...ofWindow,
  name: 'window_clear_height',
  definition: `Height that the open window leaves: of its void less ${FRAME_MM} mm of frame above and below; of a double-hung one half.`,
  measured: ofClear(({ height }) => height),
});

export const windowClearArea = defineMeasure({
  ...ofWindow,
  unit: 'm²',
  name: 'window_clear_area',
  definition: 'Clear width by clear height of the open window.',
  measured: ofClear(({ width, height }) => (width * height) / 1e6),
});

/** Rooms on the two sides of a window. */
function roomsBeside(run: Run, id: string): readonly string[] {
  const doorway = doorwayOf(run, id);
  if (doorway === null) return [];
  const { frame, s, t, level_id } = doorway;
  const middle = (s[0] + s[1]) / 2;
  return [t[1] + BESIDE_MM, t[0] - BESIDE_MM].flatMap(
    (across) => roomAt(run, level_id, frame.point(middle, across)) ?? [],
  );
}

export const windowSill = defineMeasure({
  ...ofWindow,
  name: 'window_sill',
  definition:
    'Height of the foot of the clear opening above the floor inside, the lower one between two rooms: the foot of the void and the frame.',
  measured({ id }: Window, run) {
    const doorway = doorwayOf(run, id);
    if (doorway === null) return notEvaluated('the window has no place in a wall');
    const { frame, s, t, level_id, low } = doorway;
    const middle = (s[0] + s[1]) / 2;
    const inside = [t[1] + BESIDE_MM, t[0] - BESIDE_MM].map((across) =>
      frame.point(middle, across),
    );
    const floors = inside
      .filter((p) => roomAt(run, level_id, p) !== null)
      .map((p) => standingAt(run, level_id, p));
    if (floors.length === 0) return notApplicable('the window is in no room');
    return value(low + FRAME_MM - Math.min(...floors));
  },
});

/** Windows of a level by the rooms at their sides. */
const windowsByRoom = oncePerRun((run, level_id): ReadonlyMap<string, readonly string[]> => {
  const by = new Map<string, string[]>();
  for (const host of run.view.elementsOnLevel(level_id)) {
    for (const { id, kind } of run.view.hostedBy(host.id)) {
      if (kind !== window.kind) continue;
      for (const room_id of roomsBeside(run, id)) by.set(room_id, [...(by.get(room_id) ?? []), id]);
    }
  }
  return by;
});

/** Windows of a room, in order. */
export function windowsOf(run: Run, room: ElementOf<'room'>): readonly string[] {
  return windowsByRoom(run, room.params.level_id).get(room.id) ?? [];
}
