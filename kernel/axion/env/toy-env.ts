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

/** The text as an action name, or undefined. */
export function choiceNamed(text: string | undefined): Choice | undefined {
  return CHOICES.find((choice) => choice === text);
}

export type PlanStep = { readonly op: Op; readonly args: Readonly<Record<string, unknown>> };

/** |dx| + |dy|, in cells. */
export function manhattan(a: Cell, b: Cell): number {
  return Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
}

/** The name of an action, without its item or tool. */
export function choiceOf(action: Action): Choice {
  switch (action.op) {
    case 'move':
      return MOVE_WORDS[action.dir];
    case 'wait':
      return 'WAIT';
    case 'pickup':
      return 'PICKUP';
    case 'drop':
      return 'DROP';
    case 'signal':
      return 'SIGNAL';
    case 'use_tool':
      return 'USE_TOOL';
    case 'noop':
      return 'NOOP';
    default:
      return action satisfies never;
  }
}

const MOVE_WORDS = { N: 'MOVE_N', S: 'MOVE_S', E: 'MOVE_E', W: 'MOVE_W' } as const;

/** The action for a name in this state, with the first item or the first tool. */
export function actionFor(choice: Choice, env: ToyEnv): Action {
  switch (choice) {
    case 'MOVE_N':
      return { op: 'move', dir: 'N' };
    case 'MOVE_S':
      return { op: 'move', dir: 'S' };
    case 'MOVE_E':
      return { op: 'move', dir: 'E' };
    case 'MOVE_W':
      return { op: 'move', dir: 'W' };
    case 'WAIT':
      return { op: 'wait' };
    case 'PICKUP':
      return { op: 'pickup' };
    case 'SIGNAL':
      return { op: 'signal' };
    case 'NOOP':
      return { op: 'noop' };
    case 'DROP': {
      const [item] = env.self.inventory;
      return item === undefined ? { op: 'noop' } : { op: 'drop', item_id: item };
    }
    case 'USE_TOOL': {
      const [tool] = env.tools;
      return tool === undefined ? { op: 'noop' } : { op: 'use_tool', tool_id: tool.id };
    }
    default:
      return choice satisfies never;
  }
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

/** The first choice of a plan; undefined when the step is invalid. */
export function firstChoice(steps: readonly PlanStep[]): Choice | undefined {
  const [first] = steps;
  const action = first === undefined ? undefined : readPlanStep(first);
  return action === undefined ? undefined : choiceOf(action);
}
