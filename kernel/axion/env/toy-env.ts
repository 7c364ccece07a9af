/** @module toy-env: the state and the actions of the grid world, as defined in `schemas/axion`. */

export type Cell = { readonly x: number; readonly y: number };

export type ToyEntity = Cell & {
  readonly id: string;
  readonly energy: number;
  readonly inventory: readonly string[];
  readonly status: { readonly alive: boolean; readonly stunned: boolean };
};

export type ToyObject = Cell & {
  readonly id: string;
  readonly kind: string;
  readonly props: Readonly<Record<string, unknown>>;
};

export type ToyHazard = Cell & {
  readonly id: string;
  readonly kind: string;
  /** Energy that entering the cell costs. */
  readonly severity: number;
};

export type ToyTool = { readonly id: string; readonly kind: string; readonly charges: number };

/** The whole state; every list is in serialisation order. */
export type ToyEnv = {
  readonly tick: number;
  readonly grid: { readonly w: number; readonly h: number; readonly walls: readonly Cell[] };
  readonly self: ToyEntity;
  readonly agents: readonly ToyEntity[];
  readonly objects: readonly ToyObject[];
  readonly hazards: readonly ToyHazard[];
  readonly tools: readonly ToyTool[];
  readonly rng_seed: string;
};

export const DIRECTIONS = ['N', 'S', 'E', 'W'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** y grows to the south. */
export const OFFSETS: Readonly<Record<Direction, Cell>> = {
  N: { x: 0, y: -1 },
  S: { x: 0, y: 1 },
  E: { x: 1, y: 0 },
  W: { x: -1, y: 0 },
};

export const OPS = ['move', 'wait', 'pickup', 'drop', 'signal', 'use_tool', 'noop'] as const;
export type Op = (typeof OPS)[number];

export type Action =
  | { readonly op: 'move'; readonly dir: Direction }
  | { readonly op: 'drop'; readonly item_id: string }
  | { readonly op: 'use_tool'; readonly tool_id: string }
  | { readonly op: 'wait' | 'pickup' | 'signal' | 'noop' };

/** The action names of claims and replay models. */
export const CHOICES = [
  'MOVE_N',
  'MOVE_S',
  'MOVE_E',
  'MOVE_W',
  'WAIT',
  'PICKUP',
  'DROP',
  'SIGNAL',
  'USE_TOOL',
  'NOOP',
] as const;
export type Choice = (typeof CHOICES)[number];

/** The action name that equals the text, or undefined. */
export function choiceNamed(text: string | undefined): Choice | undefined {
  return CHOICES.find((choice) => choice === text);
}

export type PlanStep = { readonly op: Op; readonly args: Readonly<Record<string, unknown>> };

/** The cell one step away; it may be outside the grid. */
export function stepFrom({ x, y }: Cell, direction: Direction): Cell {
  return { x: x + OFFSETS[direction].x, y: y + OFFSETS[direction].y };
}

/** Whether a cell is inside the grid. */
export function isInside({ w, h }: Pick<ToyEnv['grid'], 'w' | 'h'>, { x, y }: Cell): boolean {
  return x >= 0 && y >= 0 && x < w && y < h;
}

/** A predicate for things in this cell. */
export function isAt({ x, y }: Cell): (thing: Cell) => boolean {
  return (thing) => thing.x === x && thing.y === y;
}

/** Manhattan distance |dx| + |dy|, in cells. */
export function manhattan(a: Cell, b: Cell): number {
  return Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
}

const CHOICE_OF = {
  wait: 'WAIT',
  pickup: 'PICKUP',
  drop: 'DROP',
  signal: 'SIGNAL',
  use_tool: 'USE_TOOL',
  noop: 'NOOP',
} as const satisfies Readonly<Record<Exclude<Op, 'move'>, Choice>>;

/** The action name of an action, without its item or tool. */
export function choiceOf(action: Action): Choice {
  return action.op === 'move' ? `MOVE_${action.dir}` : CHOICE_OF[action.op];
}

const ACTION_OF = {
  MOVE_N: { op: 'move', dir: 'N' },
  MOVE_S: { op: 'move', dir: 'S' },
  MOVE_E: { op: 'move', dir: 'E' },
  MOVE_W: { op: 'move', dir: 'W' },
  WAIT: { op: 'wait' },
  PICKUP: { op: 'pickup' },
  SIGNAL: { op: 'signal' },
  NOOP: { op: 'noop' },
} as const satisfies Readonly<Record<Exclude<Choice, 'DROP' | 'USE_TOOL'>, Action>>;

/** The action for a name in this state, with the first item or tool; `noop` if there is no item or tool. */
export function actionFor(choice: Choice, { self, tools }: ToyEnv): Action {
  if (choice === 'DROP') {
    const [item_id] = self.inventory;
    return item_id === undefined ? ACTION_OF.NOOP : { op: 'drop', item_id };
  }
  if (choice === 'USE_TOOL') {
    const [tool] = tools;
    return tool === undefined ? ACTION_OF.NOOP : { op: 'use_tool', tool_id: tool.id };
  }
  return ACTION_OF[choice];
}

export function planStepOf(action: Action): PlanStep {
  const { op, ...args } = action;
  return { op, args };
}

/** The action of a plan step, or undefined when its arguments do not match its operation. */
export function readPlanStep(step: PlanStep): Action | undefined {
  const { op, args } = step;
  switch (op) {
    case 'move': {
      const dir = DIRECTIONS.find((known) => known === args['dir']);
      return dir === undefined ? undefined : { op, dir };
    }
    case 'drop': {
      const item = args['item_id'];
      return typeof item === 'string' ? { op, item_id: item } : undefined;
    }
    case 'use_tool': {
      const tool = args['tool_id'];
      return typeof tool === 'string' ? { op, tool_id: tool } : undefined;
    }
    case 'wait':
    case 'pickup':
    case 'signal':
    case 'noop':
      return { op };
    default:
      return op satisfies never;
  }
}

/** The action name of the first step of a plan; undefined when the plan is empty or the step is invalid. */
export function firstChoice(steps: readonly PlanStep[]): Choice | undefined {
  const [first] = steps;
  const action = first === undefined ? undefined : readPlanStep(first);
  return action === undefined ? undefined : choiceOf(action);
}
