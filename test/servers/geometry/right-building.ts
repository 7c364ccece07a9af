/** @module right building: a correct house as a script; a different one for each seed. */
import { lcg } from '../../bench/building.ts';

/**
 * One to four storeys: rooms in bays to the north of a hall, a stair in the hall through openings of the floors, windows
 * all around, free-standing columns, and a roof on the top level, under which the walls end at its gables.
 */
export function rightBuilding(seed: number): string {
  const random = lcg(seed + 1);
  const between = (low: number, high: number): number =>
    low + random(Math.round((high - low) * 100) + 1) / 100;
  const bays = 3 + random(3);
  const storeys = 1 + random(4);
  const [bay, hall, rooms] = [between(3.2, 4.8), between(3, 4), between(3.5, 5)];
  const [storey, thick, inner] = [between(2.7, 3.2), between(0.2, 0.4), between(0.1, 0.2)];
  const [length, depth] = [bays * bay, hall + rooms];
  const risers = Math.ceil((storey * 1000) / 180);
  const run = (risers - 1) * 0.26;
  const lines: string[] = [];
  for (let at = 0; at <= storeys; at += 1) {
    lines.push(`level "Level ${at}" at ${at} * ${storey} height ${storey} as l${at}`);
  }
  const roof = ['flat', 'shed', 'gable', 'hip'][random(4)] ?? 'flat';
  const slope = roof === 'flat' ? '' : ` slope ${15 + random(30)}`;
  lines.push(
    `roof rect (0, 0) size ${length} x ${depth} on $l${storeys} type ${roof}${slope} overhang 0.4 as roof`,
  );
  for (let at = 0; at < storeys; at += 1) {
    const top = roof === 'gable' && at === storeys - 1 ? ' under $roof' : '';
    const hole = at === 0 ? '' : ` hole rect (1, 1) size ${run} x 1.2`;
    lines.push(
      `on $l${at}`,
      `floor rect (0, 0) size ${length} x ${depth}${hole} thickness 0.25`,
      `walls rect (0, 0) size ${length} x ${depth}${top} thickness ${thick} usage exterior as s${at}`,
      `wall (0, ${hall}) to (${length}, ${hall}) thickness ${inner} as hall${at}`,
      `room "Hall ${at}" at (${length - 0.6}, ${hall - 0.6})`,
      `column at (${length - 1.5}, 1.5) size 0.3 x 0.3`,
      `door in $s${at}.south at ${length - 2} ${at === 0 ? 'exit' : 'size 0.8 x 2'}`,
    );
    for (let room = 0; room < bays; room += 1) {
      const across = `wall (${room * bay}, ${hall}) to (${room * bay}, ${depth}) thickness ${inner}`;
      if (room > 0) lines.push(across);
      lines.push(
        `door in $hall${at} at ${room * bay + 0.6} size 0.9 x 2.1`,
        `window in $s${at}.north at ${room * bay + 0.8} size 1.4 x 1.3 sill 0.9`,
        `room "Room ${at}.${room}" at (${(room + 0.5) * bay}, ${hall + 1})`,
      );
    }
    const stair = `stair at (1, 1.6) to $l${at + 1} direction east width 1.1 riser 0.18 tread 0.26`;
    if (at + 1 < storeys) lines.push(stair);
  }
  return lines.join('\n');
}
