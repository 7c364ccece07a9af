/** @module office: a small building with results computed by hand, and larger ones with many rooms. */
import type { Element } from '../../../../kernel/building/kinds/elements.ts';
import * as e from '../../../../kernel/checks/compliance/examples/elements.ts';

/**
 * Two storeys of 12 by 8 m inside. On the ground floor are an office and a meeting room with a stair in it; above is one
 * meeting room over the whole storey, with a well over the stair.
 */
export function twoStoreys(): readonly Element[] {
  const well = e.rectangle([6500, 6400], [11_600, 7600]);
  return [
    e.level('L1', 0, 3060),
    e.level('L2', 3060),
    ...e.wallsAround('A', [0, 0], [12_000, 8000]),
    e.wall(
      'P',
      [
        [6000, -50],
        [6000, 8050],
      ],
      { height: 2860 },
    ),
    e.floor('F1', [
      [-100, -100],
      [12_100, 8100],
    ]),
    e.floor(
      'F2',
      [
        [-100, -100],
        [12_100, 8100],
      ],
      { level_id: 'L2', holes: [well] },
    ),
    e.floor(
      'F3',
      [
        [-100, -100],
        [12_100, 8100],
      ],
      { level_id: 'L2', top_offset: 2700 },
    ),
    ...upper(e.wallsAround('B', [0, 0], [12_000, 8000])),
    e.stair('S', { start: { x: 6500, y: 7000 }, riser_max: 170, tread: 300 }),
    e.door('D1', 'A1', { offset: 2000, is_exit: true }),
    e.door('D2', 'P', { offset: 3000, width: 860 }),
    e.door('D3', 'A3', { offset: 1000, width: 1000 }),
    e.room(
      'R1',
      [
        [0, 0],
        [5950, 8000],
      ],
      { usage: 'office', height: 2860 },
    ),
    e.room(
      'R2',
      [
        [6050, 0],
        [12_000, 8000],
      ],
      { usage: 'meeting', height: 2860 },
    ),
    e.room(
      'R3',
      [
        [0, 0],
        [12_000, 8000],
      ],
      { level_id: 'L2', usage: 'meeting' },
    ),
  ];
}

/** The same walls one storey up. */
function upper(walls: readonly Element[]): readonly Element[] {
  return walls.flatMap((element) =>
    element.kind === 'wall'
      ? [{ id: element.id, kind: element.kind, params: { ...element.params, level_id: 'L2' } }]
      : [],
  );
}

/** Rooms of 5 by 4 m in a row, each with a door to the south, the last one without a usage. */
export function row(count: number): readonly Element[] {
  const walls: Element[] = [];
  const rooms: Element[] = [];
  const width = 5100;
  for (let i = 0; i <= count; i++) {
    walls.push(
      e.wall(`X${i}`, [
        [i * width, 0],
        [i * width, 4100],
      ]),
    );
  }
  for (let i = 0; i < count; i++) {
    const [x0, x1] = [i * width, (i + 1) * width];
    walls.push(
      e.wall(`S${i}`, [
        [x0, 0],
        [x1, 0],
      ]),
      e.wall(`N${i}`, [
        [x0, 4100],
        [x1, 4100],
      ]),
    );
    rooms.push(
      e.room(
        `R${i}`,
        [
          [x0 + 50, 50],
          [x1 - 50, 4050],
        ],
        {
          usage: ['office', 'bedroom', 'toilet', null][i % 4] ?? null,
          point: null,
        },
      ),
    );
  }
  const doors = rooms.map((_, i) => e.door(`D${i}`, `S${i}`, { offset: 1500, width: 870 + 2 * i }));
  return [
    e.level('L1', 0),
    e.level('L2', 2700),
    ...walls,
    e.floor('F1', [
      [-100, -1600],
      [count * width + 100, 4200],
    ]),
    e.floor(
      'F2',
      [
        [-100, -100],
        [count * width + 100, 4200],
      ],
      { level_id: 'L2' },
    ),
    ...doors,
    ...rooms,
  ];
}
