/** @module finding-box: what the camera shows of a finding. */
import type { BoxNumbers } from '../../../../servers/view/protocol/scene.ts';
import { model } from '../../state/model.ts';
import { store } from '../../state/store.ts';

/** Largest diagonal of elements that the camera shows whole, m; of larger ones it shows the place of the finding. */
const WHOLE_M = 12;
/** Distance that the camera shows around elements, m: a door needs its wall and its rooms to be recognised. */
const AROUND_ELEMENTS_M = 1.2;
/** Distance that the camera shows around a place, m. */
const AROUND_PLACE_M = 2.5;

/**
 * The box around the loaded elements of a finding, or around its place (mm in the model) if they are too large or not
 * loaded; metres relative to the origin of the scene. Null without either.
 */
export function boxAround(
  ids: readonly string[],
  at: readonly [number, number, number] | null,
): BoxNumbers | null {
  const boxes = ids.flatMap((id) => {
    const row = model.rows.get(id);
    return row === undefined ? [] : [row.box];
  });
  const place = at === null ? null : placeBox(at);
  if (boxes.length === 0) return place;
  const low = (axis: 0 | 1 | 2): number => Math.min(...boxes.map((box) => box[axis]));
  const high = (axis: 3 | 4 | 5): number => Math.max(...boxes.map((box) => box[axis]));
  const whole: BoxNumbers = [low(0), low(1), low(2), high(3), high(4), high(5)];
  const [x, y, z, to_x, to_y, to_z] = whole;
  const isLarge = Math.hypot(to_x - x, to_y - y, to_z - z) > WHOLE_M;
  return isLarge && place !== null ? place : grown(whole, AROUND_ELEMENTS_M);
}

function placeBox([x, y, z]: readonly [number, number, number]): BoxNumbers | null {
  const { value: index } = store.index;
  if (index === null) return null;
  const [ox, oy, oz] = index.origin_mm;
  const [px, py, pz] = [(x - ox) / 1000, (y - oy) / 1000, (z - oz) / 1000];
  return grown([px, py, pz, px, py, pz], AROUND_PLACE_M);
}

function grown([x, y, z, to_x, to_y, to_z]: BoxNumbers, by: number): BoxNumbers {
  return [x - by, y - by, z - by, to_x + by, to_y + by, to_z + by];
}
