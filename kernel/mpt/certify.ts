/** @module certify: the validation harness for contracts of third parties: form, bounds, and whether the runner keeps its word. */
import { timerDelay, withinTime } from '../apex/deadline.ts';
import type { Delay } from '../apex/deadline.ts';
import { digestOf } from '../canonical/hash.ts';
import { judgeApart } from './certify-judge.ts';
import { readContract } from './contract.ts';
import type { Schema, ToolContract } from './contract.ts';
import { checkOutcome } from './outcome.ts';
import type { CheckedOutcome } from './outcome.ts';
import { DEFAULT_RUN_BUDGET } from './run-budget.ts';
import type { RunBudget, Runner } from './runners/runner.ts';

/** One rule of certification and how the contract or its runner did. */
export type CertificationCheck = {
  readonly id: string;
  readonly title: string;
  readonly outcome: 'pass' | 'fail' | 'not_evaluated';
  readonly because: string;
};

/** `certified` only when every rule was evaluated and held. */
export type Certificate = {
  readonly tool_id: string | null;
  readonly contract_sha256: string | null;
  readonly status: 'certified' | 'incomplete' | 'refused';
  readonly checks: readonly CertificationCheck[];
};

const TITLES = {
  form: 'the contract has the published form',
  schemas: 'both schemas compile',
  closed_input: 'the input is an object without unknown members',
  bounded_input: 'every text and list of the input has an upper bound',
  web_domains: 'a web tool names its domains, a tool of code or data names none',
  verified: 'the safety level is verified',
  examples: 'there is an example and each fits the input schema',
  output: 'each example gives an output that fits, inside its budget',
  repeats: 'a deterministic tool gives the same output and fuel twice',
  refuses: 'an input that does not fit is refused and not thrown at',
  stops: 'a run that is told to stop stops within two seconds',
} as const;
type RuleId = keyof typeof TITLES;

const STOP_MS = 2000;

/** Says what keeps an example from being run, undefined when nothing does. */
export type Admit = (input: Readonly<Record<string, unknown>>) => Promise<string | undefined>;

/** How a contract is certified. `admit` is asked before each example that runs; default: nothing is kept from it. */
export type CertifyOptions = { readonly delay?: Delay | undefined; readonly admit?: Admit };

/**
 * Holds a contract, and its runner where there is one, to the rules. All its examples together have the budget of one
 * run. Never throws for what the contract or runner is.
 */
export async function certifyTool(
  value: unknown,
  runner: Runner | undefined,
  { delay = timerDelay, admit = async () => await Promise.resolve(undefined) }: CertifyOptions = {},
): Promise<Certificate> {
  const verdict = readContract(value);
  if (!verdict.ok)
    return { tool_id: null, contract_sha256: null, ...closed([check('form', verdict.message)]) };
  const contract = verdict.value;
  const sha256 = digestOf(contract);
  const { examples = [] } = contract;
  const values = examples.map((example) => ({ side: 'in' as const, value: example }));
  const { schema_fault, faults } = await judgeApart({ contract, values });
  const checks = [
    check('form'),
    check('schemas', schema_fault),
    check('web_domains', domainsFault(contract)),
    check('verified', contract.safety_level === 'verified' ? '' : `it is ${contract.safety_level}`),
  ];
  const input = contract.io_schema?.in;
  if (schema_fault === '' && input !== undefined) {
    checks.push(
      check('closed_input', isClosed(input) ? '' : 'additionalProperties is not false'),
      check('bounded_input', unboundedIn(input)),
      check('examples', examplesFault(faults)),
      ...(runner === undefined
        ? withoutRunner(contract)
        : await heldToItsWord(contract, new Trial({ runner, delay, admit }))),
    );
  }
  return { tool_id: contract.tool_id, contract_sha256: sha256, ...closed(checks) };
}

/** A check that holds where no fault is named. */
function check(id: RuleId, fault = ''): CertificationCheck {
  return { id, title: TITLES[id], outcome: fault === '' ? 'pass' : 'fail', because: fault };
}

function notEvaluated(id: RuleId, because: string): CertificationCheck {
  return { id, title: TITLES[id], outcome: 'not_evaluated', because };
}

function closed(checks: readonly CertificationCheck[]): Pick<Certificate, 'status' | 'checks'> {
  if (checks.some(({ outcome }) => outcome === 'fail')) return { status: 'refused', checks };
  const whole = checks.every(({ outcome }) => outcome === 'pass');
  return { status: whole ? 'certified' : 'incomplete', checks };
}

function domainsFault(contract: ToolContract): string {
  const { class: kind, domains } = contract;
  if (kind === 'web' && domains.length === 0) return 'a web tool without domains reaches nothing';
  return (kind === 'code' || kind === 'data') && domains.length > 0
    ? `a tool of class ${kind} may reach no domain`
    : '';
}

function isClosed(schema: Schema): boolean {
  return schema['type'] === 'object' && schema['additionalProperties'] === false;
}

/** The first member of the input whose length is not bounded, or nothing. Encoded files are bounded by the size of the input. */
function unboundedIn(schema: Schema): string {
  const properties = schema['properties'];
  if (typeof properties !== 'object' || properties === null) return '';
  for (const [name, member] of Object.entries(properties)) {
    const said: Schema = typeof member === 'object' && member !== null ? { ...member } : {};
    const text = said['type'] === 'string' && said['maxLength'] === undefined;
    const list = said['type'] === 'array' && said['maxItems'] === undefined;
    if ((text && said['contentEncoding'] === undefined) || list) return `\`${name}\` has no bound`;
  }
  return '';
}

function examplesFault(faults: readonly string[]): string {
  if (faults.length === 0) return 'there is no example';
  const wrong = faults.findIndex((fault) => fault !== '');
  return wrong === -1 ? '' : `example ${wrong + 1} ${faults[wrong]}`;
}

const RUNNER_RULES = ['output', 'repeats', 'refuses', 'stops'] as const;

function withoutRunner({ tool_id }: ToolContract): readonly CertificationCheck[] {
  return RUNNER_RULES.map((id) => notEvaluated(id, `no runner of \`${tool_id}\` is here`));
}

type TrialParts = { readonly runner: Runner; readonly delay: Delay; readonly admit: Admit };

/** The runs of one certification, which share the budget of one. */
class Trial {
  readonly #parts: TrialParts;
  #left: RunBudget = DEFAULT_RUN_BUDGET;

  constructor(parts: TrialParts) {
    this.#parts = parts;
  }

  /** The outcome of an example, or why there is none. */
  async example(input: Readonly<Record<string, unknown>>): Promise<CheckedOutcome | string> {
    return (await this.#parts.admit(input)) ?? (await this.raw(input));
  }

  /** The same without asking whether it may run: for an input that no runner may do anything with. */
  async raw(input: Readonly<Record<string, unknown>>): Promise<CheckedOutcome | string> {
    const { runner, delay } = this.#parts;
    const budget = this.#left;
    if (budget.time_ms === 0 || budget.gas === 0)
      return 'the examples together need more than the budget of one run';
    const end = await withinTime<unknown>(
      async (signal) => await runner.run(input, budget, signal),
      { time_ms: budget.time_ms, grace_ms: STOP_MS, delay },
    );
    if (end.kind !== 'done') {
      if (end.kind === 'threw') return 'the runner threw';
      this.#left = { ...budget, time_ms: 0 };
      return `it ran longer than ${budget.time_ms} ms`;
    }
    const outcome = checkOutcome(end.value, budget);
    const { latency_ms, gas, web_requests } = outcome.use;
    this.#left = {
      ...budget,
      time_ms: Math.max(0, budget.time_ms - Math.ceil(Math.max(0, latency_ms))),
      gas: Math.max(0, budget.gas - gas),
      web_requests_max: Math.max(0, budget.web_requests_max - web_requests),
    };
    return outcome;
  }

  /** What is wrong with how the runner stops, or nothing. */
  async stopFault(input: Readonly<Record<string, unknown>>): Promise<string> {
    const refused = await this.#parts.admit(input);
    if (refused !== undefined) return refused;
    const { runner, delay } = this.#parts;
    const budget = { ...this.#left, time_ms: DEFAULT_RUN_BUDGET.time_ms };
    const end = await withinTime<unknown>(
      async (signal) => await runner.run(input, budget, signal),
      { time_ms: budget.time_ms, grace_ms: STOP_MS, delay, cancel: AbortSignal.abort() },
    );
    if (end.kind === 'threw') return 'the runner threw';
    return end.kind === 'cancelled' && end.value === undefined ? 'it did not stop' : '';
  }
}

async function heldToItsWord(
  contract: ToolContract,
  trial: Trial,
): Promise<readonly CertificationCheck[]> {
  const { determinism, examples = [] } = contract;
  const first: (CheckedOutcome | string)[] = [];
  const second: (CheckedOutcome | string)[] = [];
  for (const example of examples) {
    first.push(await trial.example(example));
    if (determinism === 'deterministic') second.push(await trial.example(example));
  }
  // An answer from outside need not repeat itself
  const repeated = determinism === 'external' || digestsOf(first) === digestsOf(second);
  const [example = {}] = examples;
  return [
    check('output', await outputsFault(contract, first)),
    check('repeats', repeated ? '' : 'two runs differ'),
    check('refuses', refusalFault(await trial.raw({ '': null }))),
    check('stops', await trial.stopFault(example)),
  ];
}

/** What is wrong with the first wrong output, or nothing. */
async function outputsFault(
  contract: ToolContract,
  outcomes: readonly (CheckedOutcome | string)[],
): Promise<string> {
  const ends = outcomes.map((outcome) => (typeof outcome === 'string' ? outcome : outcome.end));
  const values = ends.map((end) => ({
    side: 'out' as const,
    value: typeof end !== 'string' && end.ok ? end.output : null,
  }));
  const { faults } = await judgeApart({ contract, values });
  const wrong = ends.map((end, at) => {
    if (typeof end === 'string') return end;
    if (!end.ok) return `${end.refusal.mpt_code}: ${end.refusal.message}`;
    return faults[at] === '' ? '' : `the output ${faults[at]}`;
  });
  return wrong.find((one) => one !== '') ?? '';
}

function refusalFault(outcome: CheckedOutcome | string): string {
  if (typeof outcome === 'string') return outcome;
  return outcome.end.ok ? 'an input that does not fit gave an output' : '';
}

function digestsOf(outcomes: readonly (CheckedOutcome | string)[]): string {
  return digestOf(
    outcomes.map((outcome) => {
      if (typeof outcome === 'string') return outcome;
      const { end, use } = outcome;
      return { text: end.ok ? end.text : end.refusal.message, fuel: use.fuel, gas: use.gas };
    }),
  );
}
