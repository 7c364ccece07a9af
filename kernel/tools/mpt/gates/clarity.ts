/** @module clarity: the clarity gate: a request scores -1 plus 0.5 for each of four facts; below 0.75 it is refused. */
import { isJsonObject } from '../contracts/schema-strings.ts';
import { ToolRefusal } from '../refusals.ts';

/** Facts that a request must state, with the question for each. Other gates check the values. */
export const FACTS = {
  tool: 'which tool should run',
  input: 'what is its input',
  budget: 'which budget bounds it (`{}` takes the defaults)',
  context: 'who calls, and as part of which run (context.caller, context.exec_id)',
} as const;
export type Fact = keyof typeof FACTS;

/** Lowest accepted clarity: three facts score 0.5, four score 1. */
const CLARITY_MIN = 0.75;

/** Clarity of a request: -1 + 0.5 for each stated fact. */
export function clarityOf(stated: ReadonlySet<Fact>): number {
  return -1 + 0.5 * stated.size;
}

function isStated(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

/** The facts that an unvalidated request states. */
export function statedFacts(request: Readonly<Record<string, unknown>>): ReadonlySet<Fact> {
  const { context } = request;
  const stated = new Set<Fact>();
  if (isStated(request['tool'])) stated.add('tool');
  if (isJsonObject(request['input'])) stated.add('input');
  if (isJsonObject(request['budget'])) stated.add('budget');
  if (isJsonObject(context) && isStated(context['caller']) && isStated(context['exec_id'])) {
    stated.add('context');
  }
  return stated;
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
    `clarity is ${clarity}, at least ${CLARITY_MIN} is required: missing ${missing.map(([fact]) => fact).join(', ')}`,
    { clarity, missing: missing.map(([fact]) => fact) },
    missing.map(([, question]) => question),
  );
}
