/** @module tests of checks of whole buildings: findings computed by hand, invariance under motions, and the status. */
import { describe, expect, test } from 'vitest';

import type { Element } from '../../../../kernel/building/kinds/elements.ts';
import { KINDS } from '../../../../kernel/building/kinds/elements.ts';
import { isOf } from '../../../../kernel/building/kinds/kind.ts';
import { level } from '../../../../kernel/building/kinds/level/level.ts';
import { stair } from '../../../../kernel/building/kinds/stair/stair.ts';
import * as e from '../../../../kernel/checks/compliance/examples/elements.ts';
import { stairHeadroom } from '../../../../kernel/checks/compliance/measures/stairs.ts';
import type { ComplianceResult } from '../../../../kernel/checks/compliance/result.ts';
import type { ComplianceOptions } from '../../../../kernel/checks/compliance/run-compliance.ts';
import { runCompliance } from '../../../../kernel/checks/compliance/run-compliance.ts';
import type { Finding } from '../../../../kernel/checks/findings/finding.ts';
import { stopsOf } from '../../base/work/stops.ts';
import { runOf, viewOf } from './example-view.ts';
import { row, twoStoreys } from './office.ts';

const ALL = ['IBC-2021', 'ADA-2010', 'UK-ADK-2013', 'UK-ADM', 'UK-ADB', 'DIN-18040-1'] as const;

function check(
  elements: readonly Element[],
  options: Partial<ComplianceOptions> = {},
): ComplianceResult {
  return runCompliance(viewOf(elements), { standards: ALL, ...options });
}

const short = ({ check: rule, element_ids: [id], details }: Finding): string =>
  `${rule} ${id} ${Number(details['measured'])}/${Number(details['required'])}`;

describe('an office of two storeys', () => {
  test('an office of two storeys violates exactly these rules of IBC-2021 and ADA-2010', () => {
    const { findings, status, packs } = check(twoStoreys(), {
      standards: ['IBC-2021', 'ADA-2010'],
    });
    expect(status).toBe('violations');
    expect(packs.map(({ standard, version }) => `${standard} ${version}`)).toEqual([
      'IBC-2021 1.1.1',
      'ADA-2010 1.1.0',
    ]);
    expect(findings.map(short).toSorted()).toEqual(
      [
        // The door opens inwards, 400 mm from the flight: 8,000 mm less 7,600 mm.
        'ADA-2010.door-approach D3 400/1219.2',
        // 860 mm less 16 mm of stop and 44 mm of leaf.
        'ADA-2010.door-width D2 800/812.8',
        // The flight is above the floor of the meeting room, which is not fenced off there.
        'ADA-2010.vertical-clearance R2 500/2032',
        'IBC-2021.door-width D2 800/812.8',
        // The well of the stair has no railing; the drop is a whole storey.
        'IBC-2021.guard-needed F2 3060/762',
        'IBC-2021.headroom R2 500/2032',
        // 96 m² / 15 sq ft (1.394 m²) is 68.9: 69 persons. The stair down is no way out: 400 mm remain in front of it, and
        // a way is 800 mm wide. 69 × 0.2 inches of door are required, and there is none.
        'IBC-2021.door-capacity R3 0/350.52',
        'IBC-2021.second-exit R3 0/2',
        // The flight ends at 6,500 + 17 × 300 = 11,600 mm, the wall begins at 12,000 mm.
        'IBC-2021.stair-landing S 400/1200',
        'IBC-2021.storey-exits L2 0/2',
      ].toSorted(),
    );
  });

  test('a finding has clause, confidence, fix and location', () => {
    const { findings } = check(twoStoreys(), { standards: ['IBC-2021'] });
    const landing = findings.find(({ check: rule }) => rule === 'IBC-2021.stair-landing');
    expect(landing).toMatchObject({
      severity: 'advisory',
      element_ids: ['S', 'B2'],
      level_id: 'L1',
      location: { x: 11_600, y: 7000, z: 3060 },
      message:
        'landing of `S` is 400 mm, expected at least 1200 mm (IBC-2021, 1011.6): keep more floor clear at the foot and the head of each flight',
      details: { clause: '1011.6', edition: '2021', confidence: 'L', unit: 'mm' },
    });
  });

  test.each([
    ['rooms of one use', 'office', 'meeting', {}, 0],
    ['rooms of one dwelling', 'living', 'bedroom', {}, 0],
    ['a dwelling with an office', 'living', 'office', {}, 1],
    [
      'a dwelling with an office and a stated occupancy',
      'living',
      'office',
      { occupancy: 'R-3' },
      0,
    ],
  ] as const)(
    '%s: levels of mixed use are stated',
    (...[, first, second, circumstances, number]) => {
      const usages: Readonly<Record<string, string>> = { R1: first, R2: second, R3: first };
      const mixed = twoStoreys().map((element): Element =>
        element.kind === 'room'
          ? Object.assign(structuredClone(element), {
              params: Object.assign(structuredClone(element.params), { usage: usages[element.id] }),
            })
          : element,
      );
      const { assumptions } = check(mixed, { standards: ['IBC-2021'], circumstances });
      expect(assumptions).toHaveLength(number);
      if (number === 0) return;
      expect(assumptions[0]).toContain(
        'level `L1` has rooms of a dwelling and others by their usage: `R2` (B);',
      );
      // Rules that do not depend on the use assume nothing.
      expect(check(mixed, { standards: ['ADA-2010'] }).assumptions).toEqual([]);
    },
  );

  test('a check of one level covers the elements on it', () => {
    const below = check(twoStoreys(), { standards: ['IBC-2021'], level_id: 'L1' });
    const above = check(twoStoreys(), { standards: ['IBC-2021'], level_id: 'L2' });
    const ids = ({ findings }: ComplianceResult): readonly string[] =>
      findings.map(({ element_ids: [id = ''] }) => id).toSorted((a, b) => (a < b ? -1 : 1));
    expect([below, above].map(({ level_id }) => level_id)).toEqual(['L1', 'L2']);
    expect(check(twoStoreys()).level_id).toBeNull();
    // A stair is on both of its levels.
    expect(ids(below)).toEqual(['D2', 'R2', 'S']);
    expect(ids(above)).toEqual(['F2', 'L2', 'R3', 'R3', 'S']);
  });

  test('findings below the severity threshold are counted but not listed', () => {
    const { findings, unlisted, status } = check(twoStoreys(), {
      standards: ['IBC-2021'],
      severity_threshold: 'error',
    });
    expect([findings.length, unlisted, status]).toEqual([5, 2, 'violations']);
  });

  test('coverage counts every pair of a rule and an element once', () => {
    const { coverage } = check(twoStoreys());
    const { evaluated, passed, failed, not_evaluated, not_applicable } = coverage;
    expect(evaluated).toBe(passed + failed);
    const missing = not_evaluated.flatMap(({ element_ids }) => element_ids).length;
    const { stops } = stopsOf(() => runCompliance(viewOf(twoStoreys()), { standards: ALL }));
    expect(evaluated + not_applicable + missing).toBe(stops.at(-1)?.total);
  });
});

/** A building without violations in which every rule can be evaluated. */
const SOUND: readonly Element[] = [
  e.level('L1', 0),
  e.floor('F1', [
    [0, 0],
    [9000, 9000],
  ]),
  e.ramp('P1', { start: { x: 2000, y: 4000 }, end: { x: 6000, y: 4000 }, rise: 10 }),
];

describe('the status of a check', () => {
  test('the status is compliant only if every rule that applies was evaluated', () => {
    const opening = [
      ...SOUND,
      ...e.wallsAround('W', [0, 0], [3000, 3000]),
      e.opening('O', 'W1', { width: 900 }),
    ];
    const sound = check(opening, { standards: ['ADA-2010'] });
    expect([sound.status, sound.coverage.evaluated]).toEqual(['compliant', 1]);
    const unknown = [
      ...opening,
      e.room('R', [
        [0, 0],
        [3000, 3000],
      ]),
    ];
    const { status, coverage } = check(unknown, { standards: ['ADA-2010'] });
    expect(status).toBe('incomplete');
    expect(coverage.not_evaluated).toContainEqual({
      rule_id: 'ADA-2010.turning-circle',
      because: 'the room has no usage: set one, such as `office` or `corridor`',
      element_ids: ['R'],
    });
  });

  test('the status is incomplete if nothing was evaluated or only an advisory rule failed', () => {
    expect(check([e.level('L1', 0)]).status).toBe('incomplete');
    const low = [
      e.level('L1', 0),
      e.wall('W', [
        [0, 0],
        [4000, 0],
      ]),
      e.wall('W2', [
        [0, 0],
        [0, 4000],
      ]),
      e.door('D', 'W', { width: 859 }),
    ];
    const result = check(low, { standards: ['UK-ADM'] });
    expect(result.findings.map(({ severity }) => severity)).toEqual(['advisory']);
    expect(result.status).toBe('incomplete');
  });

  test('an unknown standard is refused by name', () => {
    expect(() => check(SOUND, { standards: ['BS-9999'] })).toThrow(/`BS-9999`.*IBC-2021/u);
  });
});

const plan = {
  refuse: (code: string, message: string): never => {
    throw new Error(`${code}: ${message}`);
  },
  ids: { next: (kind: string) => kind },
  snap_mm: 20,
  pause: () => null,
};

/** The building after a motion in plan. */
function moved(
  elements: readonly Element[],
  point: (p: { x: number; y: number }) => { x: number; y: number },
  turn_deg: number,
): readonly Element[] {
  return elements.map((element) => {
    const { transform } = KINDS.of(element);
    if (isOf(level, element) || typeof transform === 'string') return element;
    return transform.moved(element, { point, dz: 0, turn_deg, mirrored: false }, plan) as Element;
  });
}

/** Mirrored at the y axis. Offsets in walls keep their start; a stair runs in the opposite direction. */
function mirrored(elements: readonly Element[]): readonly Element[] {
  const back = ({ x, y }: { x: number; y: number }): { x: number; y: number } => ({ x: 0 - x, y });
  return moved(elements, back, 0).map((element) => {
    if (!isOf(stair, element)) return element;
    const { id, kind, params } = element;
    return { id, kind, params: { ...params, direction_deg: 180 - params.direction_deg } };
  });
}

function renamed(elements: readonly Element[]): readonly Element[] {
  const other = (id: string): string => `other-${id.slice(1)}${id.slice(0, 1)}`;
  const ids = new Set(elements.map(({ id }) => id));
  return elements.map(
    (element) =>
      JSON.parse(
        JSON.stringify(element, (key, given: unknown) =>
          typeof given === 'string' && ids.has(given) && key !== 'name' ? other(given) : given,
        ),
      ) as Element,
  );
}

describe('the findings of a check do not change', () => {
  /** Verdicts with their numbers, without ids; 0.01 mm counts as equal. */
  const verdicts = (elements: readonly Element[]): readonly string[] => {
    const { findings, coverage } = check(elements);
    const numbers = findings.map(
      ({ check: rule, details }) => `${rule} ${Number(details['measured']).toFixed(1)}`,
    );
    const counts = [coverage.passed, coverage.failed, coverage.not_applicable];
    return [...numbers.toSorted(), counts.join(' ')];
  };
  const buildings = { office: twoStoreys(), row: row(8) };

  test.each(Object.entries(buildings))('for %s moved far away', (_name, elements) => {
    const far = moved(elements, ({ x, y }) => ({ x: x + 4_000_003, y: y - 2_000_001 }), 0);
    expect(verdicts(far)).toEqual(verdicts(elements));
  });

  test.each(Object.entries(buildings))('for %s turned by a quarter', (_name, elements) => {
    const turned = moved(elements, ({ x, y }) => ({ x: 0 - y, y: x }), 90);
    expect(verdicts(turned)).toEqual(verdicts(elements));
  });

  test.each(Object.entries(buildings))('for %s turned by 33 degrees', (_name, elements) => {
    const [c, s] = [Math.cos((33 * Math.PI) / 180), Math.sin((33 * Math.PI) / 180)];
    const grid = (mm: number): number => Math.round(mm * 1000) / 1000;
    const turned = moved(
      elements,
      ({ x, y }) => ({ x: grid(x * c - y * s), y: grid(x * s + y * c) }),
      33,
    );
    expect(verdicts(turned)).toEqual(verdicts(elements));
  });

  test.each(Object.entries(buildings))('for %s mirrored', (_name, elements) => {
    expect(verdicts(mirrored(elements))).toEqual(verdicts(elements));
  });

  test.each(Object.entries(buildings))('for %s with other ids', (_name, elements) => {
    expect(verdicts(renamed(elements))).toEqual(verdicts(elements));
  });
});

test('on a level with doors but no rooms, rules about rooms are not evaluated', () => {
  const doors = [
    e.level('L1', 0),
    ...e.wallsAround('W', [0, 0], [8000, 6000]),
    e.floor('F', [
      [-4000, -4000],
      [12_000, 10_000],
    ]),
    e.door('D', 'W1', { offset: 3000, width: 1000 }),
  ];
  const { status, findings, coverage } = check(doors, { standards: ['ADA-2010'] });
  expect({ status, findings }).toEqual({ status: 'incomplete', findings: [] });
  expect(coverage.not_evaluated).toContainEqual({
    rule_id: 'ADA-2010.turning-circle',
    because: 'the level has doors but no rooms: create rooms with a usage',
    element_ids: ['L1'],
  });
});

describe('a stair with a half turn', () => {
  /** 18 risers of 170 mm over 3,060 mm, the landing at 1,530 mm; treads of 280 mm, flights of 8. */
  const STEPS = { riser_max: 170, tread: 280 };
  const stairs = (steps = STEPS, ...more: readonly Element[]): readonly Element[] => [
    e.level('L1', 0, 3060),
    e.level('L2', 3060),
    e.floor('F1', [
      [-3000, -3000],
      [0, 5000],
    ]),
    {
      id: 'S',
      kind: 'stair',
      params: {
        level_id: 'L1',
        name: null,
        top_level_id: 'L2',
        start: { x: 0, y: 0 },
        direction_deg: 0,
        width: 1200,
        ...steps,
        shape: 'u',
        turn: 'left',
        landing: 1250,
      },
    },
    e.floor(
      'F2',
      [
        [-3000, -3000],
        [0, 5000],
      ],
      { level_id: 'L2' },
    ),
    ...more,
  ];
  const measured = (elements: readonly Element[], check_id: string) =>
    check(elements, { standards: ['IBC-2021', 'UK-ADK-2013'] }).findings.find(
      ({ check: rule }) => rule === check_id,
    )?.details['measured'];

  test('a stair with a half turn is measured by flight, with its landing', () => {
    // 1,530 mm a flight is below the greatest rise of 3,658, and a landing of 1,250 above 1,200.
    const lines = check(stairs(), { standards: ['IBC-2021'] }).findings.map(short);
    expect(lines.filter((line) => line.includes('stair'))).toEqual([]);
    const narrow = stairs({ riser_max: 180, tread: 270 });
    // 17 risers of 180 mm.
    expect(measured(narrow, 'IBC-2021.stair-riser')).toBe(180);
    expect(measured(narrow, 'IBC-2021.stair-tread')).toBe(270);
  });

  test('a stair has headroom over its landing and under the edge of a floor', () => {
    const slab = e.floor(
      'F3',
      [
        [2500, -600],
        [3000, 1900],
      ],
      { level_id: 'L2', thickness: 200, top_offset: 500 },
    );
    // Over the landing: 3,060 + 500 - 200 - 1,530.
    expect(measured(stairs(STEPS, slab), 'IBC-2021.stair-headroom')).toBe(1830);
  });

  describe('under another stair', () => {
    /** A straight stair of the same steps along x, from a storey below, whose floors are elsewhere. */
    const under = (x: number, y: number, foot: number): readonly Element[] => [
      e.level('B', foot, 0 - foot),
      {
        id: 'U',
        kind: 'stair',
        params: {
          level_id: 'B',
          name: null,
          top_level_id: 'L1',
          start: { x, y },
          direction_deg: 0,
          width: 1000,
          ...STEPS,
        },
      },
    ];
    const clear = (x: number, y: number, foot: number): number | string => {
      const got = stairHeadroom.of(
        runOf({ shows: '', subject: 'U', elements: stairs(STEPS, ...under(x, y, foot)) }),
        'U',
      );
      return got.outcome === 'value' ? Math.round(got.value * 1000) / 1000 : got.because;
    };

    test('the headroom of the lower stair is measured from its nosings to the landing above', () => {
      // The landing lies over x from 2,240 to 3,490 and is 250 mm thick: its underside is at 1,280. The flight below
      // has 5 risers of 170 mm from -850 and ends at 0 under it, 4 × 280 mm behind its first nosing.
      expect(clear(2240, 100, -850)).toBe(1280);
      // 840 mm further in the landing ends 410 mm behind the first nosing, which is at -680.
      expect(clear(2240 + 840, 100, -850)).toBeCloseTo(1280 + 680 - (410 * 170) / 280, 3);
    });

    test('the headroom of a stair with nothing above it is not evaluated', () => {
      expect(clear(2240, 6000, -850)).toContain('nothing is modelled above the stair');
    });
  });
});
