/** @module certify: the validation harness for contracts of third parties: form, bounds, and whether the runner keeps its word. */
import { timerDelay, withinTime } from '../apex/deadline.ts';
import type { Delay } from '../apex/deadline.ts';
import { digestOf } from '../canonical/hash.ts';
import { registerTool } from './contract-registry.ts';
import type { CompiledIo } from './contract-registry.ts';
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

/** Holds a contract, and its runner where there is one, to the rules. Never throws for what the contract or runner is. */
export async function certifyTool(
  value: unknown,
  runner: Runner | undefined,
  delay: Delay = timerDelay,
): Promise<Certificate> {
  const verdict = readContract(value);
  if (!verdict.ok)
    return { tool_id: null, contract_sha256: null, ...closed([check('form', verdict.message)]) };
  const contract = verdict.value;
  const { io, sha256, schema_fault } = registerTool(contract);
  const checks = [
    check('form'),
    check('schemas', io === undefined ? schema_fault : ''),
    check('web_domains', domainsFault(contract)),
    check('verified', contract.safety_level === 'verified' ? '' : `it is ${contract.safety_level}`),
  ];
  if (io !== undefined) {
    checks.push(
      check('closed_input', isClosed(io.in) ? '' : 'additionalProperties is not false'),
      check('bounded_input', unboundedIn(io.in)),
      check('examples', examplesFault(contract, io)),
      ...(runner === undefined
        ? withoutRunner(contract)
        : await heldToItsWord(contract, io, { runner, delay })),
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

function examplesFault({ examples = [] }: ToolContract, io: CompiledIo): string {
  if (examples.length === 0) return 'there is no example';
  const wrong = examples.findIndex((example) => !io.isInput(example));
  return wrong === -1 ? '' : `example ${wrong + 1} does not fit`;
}

const RUNNER_RULES = ['output', 'repeats', 'refuses', 'stops'] as const;

function withoutRunner({ tool_id }: ToolContract): readonly CertificationCheck[] {
  return RUNNER_RULES.map((id) => notEvaluated(id, `no runner of \`${tool_id}\` is here`));
}

type Trial = { readonly runner: Runner; readonly delay: Delay };

async function heldToItsWord(
  contract: ToolContract,
  io: CompiledIo,
  trial: Trial,
): Promise<readonly CertificationCheck[]> {
  const { determinism, examples = [] } = contract;
  const first: (CheckedOutcome | string)[] = [];
  const second: (CheckedOutcome | string)[] = [];
  for (const example of examples) {
    first.push(await tried(trial, example, DEFAULT_RUN_BUDGET));
    if (determinism === 'deterministic')
      second.push(await tried(trial, example, DEFAULT_RUN_BUDGET));
  }
  // An answer from outside need not repeat itself
  const repeated = determinism === 'external' || digestsOf(first) === digestsOf(second);
  const [example = {}] = examples;
  return [
    check(
      'output',
      first.map((outcome) => outputFault(outcome, io)).find((one) => one !== ''),
    ),
    check('repeats', repeated ? '' : 'two runs differ'),
    check('refuses', refusalFault(await tried(trial, { '': null }, DEFAULT_RUN_BUDGET))),
    check('stops', await stopFault(trial, example)),
  ];
}

async function tried(
  { runner, delay }: Trial,
  input: Readonly<Record<string, unknown>>,
  budget: RunBudget,
): Promise<CheckedOutcome | string> {
  const end = await withinTime<unknown>(async (signal) => await runner.run(input, budget, signal), {
    time_ms: budget.time_ms,
    grace_ms: STOP_MS,
    delay,
  });
  if (end.kind === 'done') return checkOutcome(end.value, budget);
  return end.kind === 'threw' ? 'the runner threw' : `it ran longer than ${budget.time_ms} ms`;
}

function outputFault(outcome: CheckedOutcome | string, io: CompiledIo): string {
  if (typeof outcome === 'string') return outcome;
  const { end } = outcome;
  if (!end.ok) return `${end.refusal.mpt_code}: ${end.refusal.message}`;
  return io.isOutput(end.output) ? '' : 'the output does not fit io_schema.out';
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

async function stopFault(
  { runner, delay }: Trial,
  input: Readonly<Record<string, unknown>>,
): Promise<string> {
  const end = await withinTime<unknown>(
    async (signal) => await runner.run(input, DEFAULT_RUN_BUDGET, signal),
    { time_ms: DEFAULT_RUN_BUDGET.time_ms, grace_ms: STOP_MS, delay, cancel: AbortSignal.abort() },
  );
  if (end.kind === 'threw') return 'the runner threw';
  return end.kind === 'cancelled' && end.value === undefined ? 'it did not stop' : '';
}
