/** @module clarity: the clarity gate: a request scores -1 plus 0.5 for each of four facts; below 0.75 it is refused. */
import { ToolRefusal } from '../refusals.ts';

/** Facts that a request must state; this gate checks that they are present, other gates check their values. */
export const FACTS = {
  tool: 'which tool should run',
  input: 'what is its input',
  budget: 'which budget bounds it (`{}` takes the defaults)',
  context: 'who calls, and as part of which run (context.caller, context.exec_id)',
} as const;
export type Fact = keyof typeof FACTS;

/** E below this is refused: three facts give 0.5, four give 1. */
const CLARITY_MIN = 0.75;

/** E of a request: -1 + 0.5 for each fact that it states. */
export function clarityOf(stated: ReadonlySet<Fact>): number {
  return -1 + 0.5 * stated.size;
}

function isStated(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

/** The facts that a request of any form states. */
export function statedFacts(request: Readonly<Record<string, unknown>>): ReadonlySet<Fact> {
  const context = recordOf(request['context']);
  const stated = new Set<Fact>();
  if (isStated(request['tool'])) stated.add('tool');
  if (recordOf(request['input']) !== undefined) stated.add('input');
  if (recordOf(request['budget']) !== undefined) stated.add('budget');
  if (isStated(context?.['caller']) && isStated(context?.['exec_id'])) stated.add('context');
  return stated;
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { ...value }
    : undefined;
}

/** @throws {ToolRefusal} ENTROPY_CLARITY, with at most 3 questions about the missing facts */
export function mustBeClear(stated: ReadonlySet<Fact>): void {
  const clarity = clarityOf(stated);
  if (clarity >= CLARITY_MIN) return;
  const missing = Object.entries(FACTS).filter(
    ([fact]) => ![...stated].some((one) => one === fact),
  );
  throw new ToolRefusal(
    'ENTROPY_CLARITY',
    `clarity is ${clarity}, want at least ${CLARITY_MIN}: missing ${missing.map(([fact]) => fact).join(', ')}`,
    { clarity, missing: missing.map(([fact]) => fact) },
    missing.map(([, question]) => question),
  );
}
