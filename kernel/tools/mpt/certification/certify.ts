/** @module certify: certifies third-party contracts: their form, their bounds, and whether the runner keeps them. */
import { digestOf } from '../../../base/canonical/hash.ts';
import { timerDelay, withinTime } from '../../apex/deadline.ts';
import type { Delay } from '../../apex/deadline.ts';
import type { RunBudget, Runner } from '../../runners/runner.ts';
import { DEFAULT_RUN_BUDGET } from '../bounds/run-budget.ts';
import { readContract } from '../contracts/contract.ts';
import type { Schema, ToolContract } from '../contracts/contract.ts';
import { checkOutcome } from '../output/outcome.ts';
import type { CheckedOutcome } from '../output/outcome.ts';
import { inputFaults } from './input-shape.ts';
import { VALIDATE_MS, validateInThread } from './validate-in-thread.ts';
import type { Validation, ValidationJob } from './validate-values.ts';

/** The result of one certification rule. `because` is empty if it passed. */
export type CertificationCheck = {
  readonly id: string;
  readonly title: string;
  readonly outcome: 'pass' | 'fail' | 'not_evaluated';
  readonly because: string;
};

/** `certified` only when every rule was evaluated and passed. */
export type Certificate = {
  readonly tool_id: string | null;
  readonly contract_sha256: string | null;
  readonly status: 'certified' | 'incomplete' | 'refused';
  readonly checks: readonly CertificationCheck[];
};

const TITLES = {
  form: 'the contract has the published form',
  schemas: 'both schemas compile',
  closed_input: 'the input is an object that accepts no unknown members at any level',
  bounded_input: 'every text and list of the input has an upper bound',
  web_domains: 'a web tool names its domains, a tool of code or data names none',
  verified: 'the safety level is verified',
  examples: 'there is an example, and each one is valid by the input schema',
  output: 'each example gives a valid output within the budget',
  repeats: 'a deterministic tool gives the same output and fuel twice',
  refuses: 'an invalid input is refused without an exception',
  stops: 'a cancelled run stops within two seconds',
} as const;
type RuleId = keyof typeof TITLES;

/** How long a cancelled run may take to stop, ms. */
const STOP_MS = 2000;

/** Returns why an example must not be run, or undefined if it may be. */
export type FindInputFault = (
  input: Readonly<Record<string, unknown>>,
) => Promise<string | undefined>;

/** Options of certification. `inputFault` checks an example before it is run; default: accepts all. */
export type CertifyOptions = {
  readonly delay?: Delay | undefined;
  readonly inputFault?: FindInputFault;
  /** Time limit for compiling the schemas and validating values against them, ms; default 10 s. */
  readonly validate_ms?: number;
};

/**
 * Checks a contract, and its runner if it has one, against the rules. All examples share the budget of one run.
 * Never throws, even for a hostile contract or runner.
 */
export async function certifyTool(
  value: unknown,
  runner: Pick<Runner, 'run'> | undefined,
  {
    delay = timerDelay,
    inputFault = async () => await Promise.resolve(undefined),
    validate_ms = VALIDATE_MS,
  }: CertifyOptions = {},
): Promise<Certificate> {
  const verdict = readContract(value);
  if (!verdict.ok) {
    return {
      tool_id: null,
      contract_sha256: null,
      ...withStatus([check('form', verdict.message)]),
    };
  }
  const contract = verdict.value;
  const sha256 = digestOf(contract);
  const { examples = [] } = contract;
  const values = examples.map((example) => ({ side: 'in' as const, value: example }));
  const { schema_fault, faults } = await validateInThread({ contract, values }, validate_ms);
  const checks = [
    check('form'),
    check('schemas', schema_fault),
    check('web_domains', domainsFault(contract)),
    check('verified', contract.safety_level === 'verified' ? '' : `it is ${contract.safety_level}`),
  ];
  const input = contract.io_schema?.in;
  if (schema_fault === '' && input !== undefined) {
    const { open, unbounded } = inputFaults(input);
    checks.push(
      check('closed_input', openFault(input, open)),
      check('bounded_input', unbounded),
      check('examples', examplesFault(faults)),
      ...(runner === undefined
        ? withoutRunner(contract)
        : await checkRunner(contract, new Trial({ runner, delay, inputFault, validate_ms }))),
    );
  }
  return { tool_id: contract.tool_id, contract_sha256: sha256, ...withStatus(checks) };
}

/** The result of a check, passed when `fault` is empty. */
function check(id: RuleId, fault = ''): CertificationCheck {
  return { id, title: TITLES[id], outcome: fault === '' ? 'pass' : 'fail', because: fault };
}

function notEvaluated(id: RuleId, because: string): CertificationCheck {
  return { id, title: TITLES[id], outcome: 'not_evaluated', because };
}

function withStatus(checks: readonly CertificationCheck[]): Pick<Certificate, 'status' | 'checks'> {
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

/** Where an input accepts unknown members, or ''. The input itself must be an object without additional properties. */
function openFault(schema: Schema, open: string): string {
  return schema['type'] === 'object' && schema['additionalProperties'] === false
    ? open
    : 'additionalProperties is not false';
}

function examplesFault(faults: readonly string[]): string {
  if (faults.length === 0) return 'there is no example';
  const wrong = faults.findIndex((fault) => fault !== '');
  return wrong === -1 ? '' : `example ${wrong + 1} ${faults[wrong]}`;
}

/** The rules that need a runner. */
const RUNNER_RULES = ['output', 'repeats', 'refuses', 'stops'] as const;

function withoutRunner({ tool_id }: ToolContract): readonly CertificationCheck[] {
  return RUNNER_RULES.map((id) => notEvaluated(id, `no runner of \`${tool_id}\` is registered`));
}

type TrialParts = {
  readonly runner: Pick<Runner, 'run'>;
  readonly delay: Delay;
  readonly inputFault: FindInputFault;
  readonly validate_ms: number;
};

/** The runs of one certification, which share the budget of one run. */
class Trial {
  readonly #parts: TrialParts;
  #left: RunBudget = DEFAULT_RUN_BUDGET;

  constructor(parts: TrialParts) {
    this.#parts = parts;
  }

  async validate(job: ValidationJob): Promise<Validation> {
    return await validateInThread(job, this.#parts.validate_ms);
  }

  /** Runs an example. Returns its outcome, or a string that says why it has none. */
  async example(input: Readonly<Record<string, unknown>>): Promise<CheckedOutcome | string> {
    return (await this.#parts.inputFault(input)) ?? (await this.raw(input));
  }

  /** Runs an input without checking it by `inputFault`: for an input that every runner must refuse. */
  async raw(input: Readonly<Record<string, unknown>>): Promise<CheckedOutcome | string> {
    const { runner, delay } = this.#parts;
    const budget = this.#left;
    if (budget.time_ms === 0 || budget.gas === 0) {
      return 'the examples together need more than the budget of one run';
    }
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

  /** Why the runner fails to stop on abort, or ''. */
  async stopFault(input: Readonly<Record<string, unknown>>): Promise<string> {
    const refused = await this.#parts.inputFault(input);
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

async function checkRunner(
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
  // An external output need not be the same twice
  const repeated = determinism === 'external' || digestsOf(first) === digestsOf(second);
  const [example = {}] = examples;
  return [
    check('output', await outputsFault(contract, first, trial)),
    check('repeats', repeated ? '' : 'two runs differ'),
    check('refuses', refusalFault(await trial.raw({ '': null }))),
    check('stops', await trial.stopFault(example)),
  ];
}

/** The fault of the first wrong output, or ''. */
async function outputsFault(
  contract: ToolContract,
  outcomes: readonly (CheckedOutcome | string)[],
  trial: Trial,
): Promise<string> {
  const ends = outcomes.map((outcome) => (typeof outcome === 'string' ? outcome : outcome.end));
  const values = ends.map((end) => ({
    side: 'out' as const,
    value: typeof end !== 'string' && end.ok ? end.output : null,
  }));
  const { faults } = await trial.validate({ contract, values });
  const wrong = ends.map((end, at) => {
    if (typeof end === 'string') return end;
    if (!end.ok) return `${end.refusal.mpt_code}: ${end.refusal.message}`;
    return faults[at] === '' ? '' : `the output ${faults[at]}`;
  });
  return wrong.find((one) => one !== '') ?? '';
}

function refusalFault(outcome: CheckedOutcome | string): string {
  if (typeof outcome === 'string') return outcome;
  return outcome.end.ok ? 'an invalid input gave an output' : '';
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
