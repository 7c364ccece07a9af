/** @module approval-picture: the path of an effect from the agent to the log, and the states of its approval. */

import { mayMove } from '../../../../../governance/approval/machine.ts';
import type { Point2 } from '../../../../../kernel/building/geometry/vector.ts';
import type { Drawing, Item } from '../../../../../kernel/documents/drawings/drawing.ts';
import { line } from '../../../../../kernel/documents/drawings/shapes.ts';
import { pictureDrawing } from '../../../../../kernel/documents/drawings/sketch.ts';
import type { Rgb } from '../../../../../kernel/documents/raster/raster.ts';
import type { ApprovalStatus } from '../../../../../schemas/governance.ts';
import { APPROVAL_STATUSES } from '../../../../../schemas/governance.ts';
import { arrow, BLUE, FILLS, GREEN, INK, label, RED, SOFT, textBox } from './ink.ts';

const P = (x: number, y: number): Point2 => ({ x, y });
const [AGENT, GATE, KEEPER, PERSON] = FILLS;

type Step = {
  readonly at: Point2;
  readonly texts: readonly string[];
  readonly fill: Rgb | undefined;
};

const WIDE = 52;
const HIGH = 19;

const STEPS: readonly Step[] = [
  { at: P(6, 128), texts: ['Agent', 'tools/call'], fill: AGENT },
  { at: P(80, 128), texts: ['Gate: plan', 'events, effect, losses', 'document'], fill: GATE },
  { at: P(164, 128), texts: ['Keeper: submit', 'checks again, rule', 'decides'], fill: KEEPER },
  { at: P(238, 128), texts: ['Log', 'events + audit entry', 'in one transaction'], fill: KEEPER },
  { at: P(164, 90), texts: ['Approval: pending', 'text and digest', 'of the plan'], fill: KEEPER },
  {
    at: P(80, 90),
    texts: ['approvals show', 'reads the plan, applies', 'it, shows the effect'],
    fill: PERSON,
  },
  { at: P(6, 90), texts: ['Person', 'approves or rejects'], fill: PERSON },
  {
    at: P(238, 90),
    texts: ['Keeper: decide', 'signature, term,', 'plan still valid'],
    fill: KEEPER,
  },
];

/** Places of the states; arrows show every transition that the state machine allows. */
const STATES: Readonly<Record<ApprovalStatus, Point2>> = {
  pending: P(30, 20),
  approved: P(130, 36),
  executed: P(225, 36),
  stale: P(225, 20),
  rejected: P(130, 28),
  expired: P(130, 12),
  cancelled: P(130, 4),
};

const INKS: Readonly<Record<ApprovalStatus, Rgb>> = {
  pending: BLUE,
  approved: BLUE,
  executed: GREEN,
  stale: SOFT,
  rejected: RED,
  expired: SOFT,
  cancelled: SOFT,
};

/** The picture: the steps of an effect, and the states of an approval. */
export function approvalFlow(): Drawing {
  const boxes = STEPS.flatMap(({ at, texts, fill = FILLS[0] }) =>
    textBox(at, { width: WIDE, height: HIGH }, texts, fill ?? [255, 255, 255]),
  );
  const size = { width_mm: 300, height_mm: 138 };
  const items = [...boxes, ...flow(), ...states()];
  return pictureDrawing('How an effect is approved', size, items);
}

function flow(): readonly Item[] {
  const small = (at: Point2, text: string, align: 'left' | 'middle' | 'right' = 'middle'): Item =>
    label(at, text, { size_mm: 2.8, align, colour: INK });
  return [
    ...arrow([P(58, 118), P(80, 118)], INK),
    small(P(69, 120), 'arguments'),
    ...arrow([P(132, 118), P(164, 118)], INK),
    small(P(148, 120), 'document'),
    ...arrow([P(216, 118), P(238, 118)], GREEN),
    small(P(227, 120), 'no trigger'),
    ...arrow([P(190, 109), P(190, 90)], INK),
    small(P(192, 98), 'trigger: deletion, merge,', 'left'),
    small(P(192, 94), 'loss, bulk, own list', 'left'),
    ...arrow([P(164, 80), P(132, 80)], INK),
    small(P(148, 82), 'read'),
    ...arrow([P(80, 80), P(58, 80)], INK),
    small(P(69, 82), 'effect'),
    ...arrow([P(32, 71), P(32, 58), P(264, 58), P(264, 71)], INK),
    small(
      P(148, 60),
      'verdict, signed with the approver’s key, over the digest of the plan and a challenge of the keeper’s term',
    ),
    ...arrow([P(264, 90), P(264, 109)], GREEN),
    small(P(266, 98), 'executed', 'left'),
    line([P(4, 50), P(296, 50)], { ink: [205, 205, 205], width_mm: 0.25 }),
    label(P(6, 44), 'States of an approval', { bold: true }),
  ];
}

function states(): readonly Item[] {
  const names = APPROVAL_STATUSES.map((status) =>
    label(STATES[status], status, { bold: true, colour: INKS[status] }),
  );
  const arrows = APPROVAL_STATUSES.map((from) =>
    APPROVAL_STATUSES.filter((to) => mayMove(from, to)).map((to) => transition(from, to)),
  );
  return [...names, ...arrows.flat(2)];
}

function transition(from: ApprovalStatus, to: ApprovalStatus): readonly Item[] {
  const [a, b] = [STATES[from], STATES[to]];
  const start = P(a.x + (from === 'pending' ? 16 : 18), a.y + 1);
  return arrow([start, P(b.x - 2, b.y + 1)], INKS[to], 0.3);
}
