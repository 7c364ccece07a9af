/** @module options: parses the command line of toy-pseudo-axion. */
import { join } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';

import { AGENTS } from '../../kernel/axion/agents/agents.ts';
import { EXPORT_FORMATS } from '../../kernel/axion/exports/export-run.ts';
import { densityFor, DENSITY_LEVELS, SCENARIOS } from '../../kernel/axion/harness/scenarios.ts';
import { MAX_STEPS } from '../../kernel/axion/harness/start-episode.ts';
import type { SuiteConfig } from '../../kernel/axion/harness/suite-summary.ts';
import { interfaceFault } from '../../kernel/axion/interfaces/interface-rules.ts';
import { PROBES } from '../../kernel/axion/kernel/probe-engine.ts';
import { INTERFACE_MODES } from '../../kernel/axion/proposal.ts';
import type { ExportRequest } from './export.ts';

/** The error for invalid arguments. The message names the actual and the expected value. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A parsed command line. */
export type Command =
  | {
      readonly kind: 'run';
      readonly config: SuiteConfig;
      readonly out_dir: string;
      readonly watchdog_ms: number;
      readonly workers: number;
      /** The file or `command:…` of the agent `own`, and its time limit for an answer, ms. */
      readonly own: { readonly given: string; readonly answer_ms: number } | undefined;
    }
  | { readonly kind: 'verify_audit'; readonly path: string }
  | ({ readonly kind: 'export' } & ExportRequest)
  | { readonly kind: 'help' };

const PROTOCOLS = ['v1', 'v2'] as const;
type RunCommand = Extract<Command, { readonly kind: 'run' }>;

/** An option with a text value. */
const TEXT = { type: 'string' } as const;

/** Options that both run commands accept, with their defaults. */
const SHARED = {
  steps: { type: 'string', default: '50' },
  seed: { type: 'string', default: '123' },
  interface: { type: 'string', default: 'mci_latent' },
  watchdog_ms: { type: 'string', default: '200' },
  density: TEXT,
  anchored: { type: 'boolean', default: false },
  protocol: { type: 'string', default: 'v1' },
  nonce: TEXT,
  answer_ms: { type: 'string', default: '5000' },
} as const;

/** The defaults of a command line. */
export type Defaults = {
  /** Default number of threads of a suite. */
  readonly processors: number;
  /** Returns 64 random hex digits, for a run under protocol v2. */
  readonly drawNonce: () => string;
};

/** Parses a command line. @throws {UsageError} for unknown commands or options, and for invalid values */
export function readCommand(words: readonly string[], defaults: Defaults): Command {
  const [command, ...rest] = words;
  if (rest.some((word) => word === '--help' || word === '-h')) return { kind: 'help' };
  switch (command) {
    case 'run_scenario':
      return readScenario(rest, defaults);
    case 'run_suite':
      return readSuite(rest, defaults);
    case 'export':
      return readExport(rest);
    case 'verify_audit': {
      const { path } = valuesOf(rest, { path: TEXT });
      if (path === undefined) {
        throw new UsageError('`--path` is missing, expected the path of the log to verify');
      }
      return { kind: 'verify_audit', path };
    }
    case undefined:
    case 'help':
    case '--help':
    case '-h':
      return { kind: 'help' };
    default:
      throw new UsageError(
        `unknown command \`${command}\`, expected run_scenario, run_suite, export or verify_audit`,
      );
  }
}

/** Parses the options of `export`. */
function readExport(args: readonly string[]): Command {
  const values = valuesOf(args, { run: TEXT, format: TEXT, episode: TEXT, out_dir: TEXT });
  const run = required('run', values.run);
  return {
    kind: 'export',
    run,
    format: oneOf('format', required('format', values.format), EXPORT_FORMATS),
    episode_id: values.episode,
    out_dir: values.out_dir ?? join(run, 'exports'),
  };
}

/** Parses the options of `run_scenario`. */
function readScenario(args: readonly string[], defaults: Defaults): Command {
  const values = valuesOf(args, {
    ...SHARED,
    agent: TEXT,
    scenario: TEXT,
    probe: { type: 'string', default: 'none' },
    out_dir: { type: 'string', default: './data/run1' },
  });
  const given = required('agent', values.agent);
  const own = isOwn(given) ? given : undefined;
  return runCommand(values, defaults, {
    own,
    workers: 1,
    agents: [own === undefined ? oneOf('agent', given, AGENTS) : 'own'],
    scenarios: [oneOf('scenario', required('scenario', values.scenario), SCENARIOS)],
    probes: values.probe === 'none' ? [] : [oneOf('probe', values.probe, PROBES)],
    episodes: 1,
  });
}

/** Parses the options of `run_suite`. */
function readSuite(args: readonly string[], defaults: Defaults): Command {
  const values = valuesOf(args, {
    ...SHARED,
    agents: { type: 'string', default: 'honest,pseudo' },
    agent: TEXT,
    scenarios: { type: 'string', default: SCENARIOS.join(',') },
    probes: { type: 'string', default: PROBES.join(',') },
    episodes: { type: 'string', default: '100' },
    workers: { type: 'string', default: String(defaults.processors) },
    out_dir: { type: 'string', default: './data/suite1' },
  });
  return runCommand(values, defaults, {
    own: values.agent,
    workers: integer('workers', values.workers, 1, 256),
    agents: [
      ...listOf('agents', values.agents, AGENTS),
      ...(values.agent === undefined ? [] : (['own'] as const)),
    ],
    scenarios: listOf('scenarios', values.scenarios, SCENARIOS),
    probes: listOf('probes', values.probes, PROBES),
    episodes: integer('episodes', values.episodes, 1, 1_000_000),
  });
}

/** The command that plays the given agents, scenarios and probes. */
function runCommand(
  values: SharedValues,
  defaults: Defaults,
  {
    own,
    workers,
    ...played
  }: Played & { readonly own: string | undefined } & Pick<RunCommand, 'workers'>,
): Command {
  return {
    kind: 'run',
    config: { ...sharedConfig(values, defaults), ...played },
    out_dir: values.out_dir,
    watchdog_ms: integer('watchdog_ms', values.watchdog_ms, 1, 3_600_000),
    workers,
    own: own === undefined ? undefined : ownOf(own, values.answer_ms),
  };
}

/** Whether an agent is the user's own: `command:…`, or a path (with a slash or a script extension). */
function isOwn(given: string): boolean {
  return given.startsWith('command:') || /[/\\]|\.[cm]?[jt]s$/.test(given);
}

/** The user's own agent and its time limit. @throws {UsageError} for any other name */
function ownOf(given: string, answer_ms: string): NonNullable<RunCommand['own']> {
  if (!isOwn(given)) {
    throw new UsageError(
      `invalid \`--agent ${given}\`, expected a path such as ./agent.ts, or command:…`,
    );
  }
  return { given, answer_ms: integer('answer_ms', answer_ms, 1, 3_600_000) };
}

/** The fields of a suite that the two run commands parse differently. */
type Played = Pick<SuiteConfig, 'agents' | 'scenarios' | 'probes' | 'episodes'>;

/** Options of both run commands, before validation. */
type SharedValues = {
  readonly out_dir: string;
  readonly watchdog_ms: string;
  readonly answer_ms: string;
  readonly steps: string;
  readonly seed: string;
  readonly interface: string;
  readonly density?: string | undefined;
  readonly anchored: boolean;
  readonly protocol: string;
  readonly nonce?: string | undefined;
};

function sharedConfig(values: SharedValues, defaults: Defaults): Omit<SuiteConfig, keyof Played> {
  const mode = oneOf('interface', values.interface, INTERFACE_MODES);
  const requested =
    values.density === undefined
      ? undefined
      : oneOf('density', values.density, [...DENSITY_LEVELS, 'sweep'] as const);
  const protocol = protocolOf(values, defaults);
  const { anchored } = values;
  const fault = interfaceFault({ anchored, interface: mode, ...protocol });
  if (fault !== undefined) throw new UsageError(fault);
  return {
    steps: integer('steps', values.steps, 1, MAX_STEPS),
    seed: integer('seed', values.seed, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
    interface: mode,
    density: densityFor(mode, requested),
    anchored,
    ...protocol,
  };
}

function protocolOf(
  { protocol, nonce }: SharedValues,
  { drawNonce }: Defaults,
): Pick<SuiteConfig, 'v2'> {
  if (oneOf('protocol', protocol, PROTOCOLS) === 'v1') {
    if (nonce !== undefined) throw new UsageError('`--nonce` requires `--protocol v2`');
    return {};
  }
  if (nonce !== undefined && !/^[0-9a-f]{64}$/.test(nonce)) {
    throw new UsageError(
      `invalid \`--nonce ${nonce.slice(0, 80)}\`, expected 64 lower-case hex digits`,
    );
  }
  return { v2: { nonce: nonce ?? drawNonce() } };
}

type Options = NonNullable<ParseArgsConfig['options']>;
type Values<T extends Options> = ReturnType<
  typeof parseArgs<{ readonly args: string[]; readonly strict: true; readonly options: T }>
>['values'];

/** The parsed options. @throws {UsageError} for unknown options and missing values */
function valuesOf<T extends Options>(args: readonly string[], options: T): Values<T> {
  try {
    return parseArgs({ args: [...args], strict: true, options }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function required(name: string, value: string | undefined): string {
  if (value === undefined) throw new UsageError(`\`--${name}\` is missing`);
  return value;
}

function oneOf<T extends string>(name: string, value: string, known: readonly T[]): T {
  const found = known.find((one) => one === value);
  if (found === undefined) {
    throw new UsageError(`invalid \`--${name} ${value}\`, expected one of ${known.join(', ')}`);
  }
  return found;
}

/** Comma-separated words, in the order of `known` and without duplicates. */
function listOf<T extends string>(name: string, value: string, known: readonly T[]): readonly T[] {
  const words = value.split(',').map((word) => oneOf(name, word.trim(), known));
  return known.filter((one) => words.includes(one));
}

function integer(name: string, value: string, min: number, max: number): number {
  const number = /^-?\d{1,16}$/.test(value) ? Number(value) : NaN;
  if (!Number.isSafeInteger(number) || number < min || number > max) {
    throw new UsageError(
      `invalid \`--${name} ${value}\`, expected an integer from ${min} to ${max}`,
    );
  }
  return number;
}

/** The output of `help`. */
export const HELP = `toy-pseudo-axion: does an agent act for the reasons that it gives?

  run_scenario  --agent NAME|./agent.ts|"command:WORDS" --scenario basic|hazard|resource|social
                [--steps 50] [--probe none|P3|P4|P5|P6]
                [--interface full|mci_latent|mci_minimal] [--seed 123] [--out_dir ./data/run1]
  run_suite     [--agents honest,pseudo] [--agent ./agent.ts|"command:WORDS"] [--scenarios basic,hazard,resource,social]
                [--probes P3,P4,P5,P6] [--episodes 100] [--steps 50] [--seed 123]
                [--interface full|mci_latent|mci_minimal] [--workers N] [--out_dir ./data/suite1]
  export        --run DIR --format jsonl|parquet|inspect|html [--episode ID] [--out_dir DIR/exports]
  verify_audit  --path FILE        exit code 0 if the log is valid, 2 if it is not

Agents by NAME: ${AGENTS.join(', ')}.

Both run commands accept --watchdog_ms 200, --density ${DENSITY_LEVELS.join('|')}|sweep
(template; sweep under mci_minimal), --anchored (under mci_latent), --protocol v1|v2
(v2 with mci_latent or full; --nonce HEX repeats a run of v2) and --answer_ms 5000 (time limit for
one answer of an agent from a file or a command).
`;
