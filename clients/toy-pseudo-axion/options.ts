/** @module options: parses the command line of toy-pseudo-axion. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { AGENTS } from '../../kernel/axion/agents/agents.ts';
import { EXPORT_FORMATS } from '../../kernel/axion/exports/export-run.ts';
import { MAX_STEPS } from '../../kernel/axion/harness/episode-state.ts';
import type { SuiteConfig } from '../../kernel/axion/harness/report.ts';
import { densityFor, DENSITY_LEVELS, SCENARIOS } from '../../kernel/axion/harness/scenarios.ts';
import { anchoredFault, v2Fault } from '../../kernel/axion/interfaces/interface-rules.ts';
import { PROBES } from '../../kernel/axion/kernel/probe-engine.ts';
import { INTERFACE_MODES } from '../../kernel/axion/proposal.ts';
import type { InterfaceMode } from '../../kernel/axion/proposal.ts';
import type { ExportOrder } from './export.ts';

/** Invalid arguments; the message has the given and the expected value. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export type Command =
  | {
      readonly kind: 'run';
      readonly config: SuiteConfig;
      readonly out_dir: string;
      readonly watchdog_ms: number;
      readonly workers: number;
      /** A file or `command:…` of the agent `own`, and the milliseconds that it has for an answer. */
      readonly own: { readonly given: string; readonly answer_ms: number } | undefined;
    }
  | { readonly kind: 'verify_audit'; readonly path: string }
  | ({ readonly kind: 'export' } & ExportOrder)
  | { readonly kind: 'help' };

const PROTOCOLS = ['v1', 'v2'] as const;
type RunCommand = Extract<Command, { readonly kind: 'run' }>;

const SHARED = {
  steps: { type: 'string', default: '50' },
  seed: { type: 'string', default: '123' },
  interface: { type: 'string', default: 'mci_latent' },
  watchdog_ms: { type: 'string', default: '200' },
  density: { type: 'string' },
  anchored: { type: 'boolean', default: false },
  protocol: { type: 'string', default: 'v1' },
  nonce: { type: 'string' },
  answer_ms: { type: 'string', default: '5000' },
} as const;

/** What a command line is completed with. */
export type Defaults = {
  /** Threads of a suite. */
  readonly processors: number;
  /** 64 hex digits that nobody can guess, for a run under protocol v2. */
  readonly drawNonce: () => string;
};

/** @throws {UsageError} */
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
      const { path } = parsed(() =>
        parseArgs({ args: rest, options: { path: { type: 'string' } }, strict: true }),
      ).values;
      if (path === undefined) throw new UsageError('got no `--path`, want the log to verify');
      return { kind: 'verify_audit', path };
    }
    case undefined:
    case 'help':
    case '--help':
    case '-h':
      return { kind: 'help' };
    default:
      throw new UsageError(
        `got the command \`${command}\`, want run_scenario, run_suite, export or verify_audit`,
      );
  }
}

function readExport(args: readonly string[]): Command {
  const text = { type: 'string' } as const;
  const options = { run: text, format: text, episode: text, out_dir: text };
  const { values } = parsed(() => parseArgs({ args: [...args], strict: true, options }));
  const run = needed('run', values.run);
  return {
    kind: 'export',
    run,
    format: oneOf('format', needed('format', values.format), EXPORT_FORMATS),
    episode_id: values.episode,
    out_dir: values.out_dir ?? join(run, 'exports'),
  };
}

function readScenario(args: readonly string[], defaults: Defaults): Command {
  const { values } = parsed(() =>
    parseArgs({
      args: [...args],
      strict: true,
      options: {
        ...SHARED,
        agent: { type: 'string' },
        scenario: { type: 'string' },
        probe: { type: 'string', default: 'none' },
        out_dir: { type: 'string', default: './data/run1' },
      },
    }),
  );
  const given = needed('agent', values.agent);
  const own = isOwn(given);
  const probes = values.probe === 'none' ? [] : [oneOf('probe', values.probe, PROBES)];
  return {
    kind: 'run',
    config: {
      ...sharedConfig(values, defaults),
      agents: [own ? 'own' : oneOf('agent', given, AGENTS)],
      scenarios: [oneOf('scenario', needed('scenario', values.scenario), SCENARIOS)],
      probes,
      episodes: 1,
    },
    out_dir: values.out_dir,
    watchdog_ms: integer('watchdog_ms', values.watchdog_ms, 1, 3_600_000),
    workers: 1,
    own: own ? ownOf(given, values.answer_ms) : undefined,
  };
}

function readSuite(args: readonly string[], defaults: Defaults): Command {
  const { values } = parsed(() =>
    parseArgs({
      args: [...args],
      strict: true,
      options: {
        ...SHARED,
        agents: { type: 'string', default: 'honest,pseudo' },
        agent: { type: 'string' },
        scenarios: { type: 'string', default: SCENARIOS.join(',') },
        probes: { type: 'string', default: PROBES.join(',') },
        episodes: { type: 'string', default: '100' },
        workers: { type: 'string', default: String(defaults.processors) },
        out_dir: { type: 'string', default: './data/suite1' },
      },
    }),
  );
  return {
    kind: 'run',
    config: {
      ...sharedConfig(values, defaults),
      agents: [
        ...listOf('agents', values.agents, AGENTS),
        ...(values.agent === undefined ? [] : (['own'] as const)),
      ],
      scenarios: listOf('scenarios', values.scenarios, SCENARIOS),
      probes: listOf('probes', values.probes, PROBES),
      episodes: integer('episodes', values.episodes, 1, 1_000_000),
    },
    out_dir: values.out_dir,
    watchdog_ms: integer('watchdog_ms', values.watchdog_ms, 1, 3_600_000),
    workers: integer('workers', values.workers, 1, 256),
    own: values.agent === undefined ? undefined : ownOf(values.agent, values.answer_ms),
  };
}

/** Whether an agent is one's own: a command, or a path, which has a slash or an extension. */
function isOwn(given: string): boolean {
  return given.startsWith('command:') || /[/\\]|\.[cm]?[jt]s$/.test(given);
}

function ownOf(given: string, answer_ms: string): NonNullable<RunCommand['own']> {
  if (!isOwn(given)) {
    throw new UsageError(`got \`--agent ${given}\`, want a path such as ./agent.ts, or command:…`);
  }
  return { given, answer_ms: integer('answer_ms', answer_ms, 1, 3_600_000) };
}

type SharedValues = {
  readonly steps: string;
  readonly seed: string;
  readonly interface: string;
  readonly density?: string | undefined;
  readonly anchored: boolean;
  readonly protocol: string;
  readonly nonce?: string | undefined;
};

function sharedConfig(
  values: SharedValues,
  defaults: Defaults,
): Omit<SuiteConfig, 'agents' | 'scenarios' | 'probes' | 'episodes'> {
  const mode = oneOf('interface', values.interface, INTERFACE_MODES);
  if (anchoredFault({ anchored: values.anchored, interface: mode }) !== undefined) {
    throw new UsageError(`got \`--anchored\` with \`--interface ${mode}\`, want mci_latent`);
  }
  const asked =
    values.density === undefined
      ? undefined
      : oneOf('density', values.density, [...DENSITY_LEVELS, 'sweep'] as const);
  return {
    steps: integer('steps', values.steps, 1, MAX_STEPS),
    seed: integer('seed', values.seed, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
    interface: mode,
    density: densityFor(mode, asked),
    anchored: values.anchored,
    ...protocolOf(values, mode, defaults),
  };
}

function protocolOf(
  { protocol, nonce, anchored }: SharedValues,
  mode: InterfaceMode,
  { drawNonce }: Defaults,
): Pick<SuiteConfig, 'v2'> {
  if (oneOf('protocol', protocol, PROTOCOLS) === 'v1') {
    if (nonce !== undefined) throw new UsageError('got `--nonce`, which is for `--protocol v2`');
    return {};
  }
  if (nonce !== undefined && !/^[0-9a-f]{64}$/.test(nonce)) {
    throw new UsageError(`got \`--nonce ${nonce.slice(0, 80)}\`, want 64 hex digits`);
  }
  const v2 = { nonce: nonce ?? drawNonce() };
  const fault = v2Fault({ anchored, interface: mode, v2 });
  if (fault !== undefined) throw new UsageError(fault);
  return { v2 };
}

function parsed<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function needed(name: string, value: string | undefined): string {
  if (value === undefined) throw new UsageError(`got no \`--${name}\`, want one`);
  return value;
}

function oneOf<T extends string>(name: string, value: string, known: readonly T[]): T {
  const found = known.find((one) => one === value);
  if (found === undefined) {
    throw new UsageError(`got \`--${name} ${value}\`, want one of ${known.join(', ')}`);
  }
  return found;
}

function listOf<T extends string>(name: string, value: string, known: readonly T[]): readonly T[] {
  const words = value.split(',').map((word) => oneOf(name, word.trim(), known));
  return known.filter((one) => words.includes(one));
}

function integer(name: string, value: string, least: number, most: number): number {
  const number = /^-?\d{1,16}$/.test(value) ? Number(value) : NaN;
  if (!Number.isSafeInteger(number) || number < least || number > most) {
    throw new UsageError(`got \`--${name} ${value}\`, want an integer from ${least} to ${most}`);
  }
  return number;
}

export const HELP = `toy-pseudo-axion: does an agent act for the reasons that it gives?

  run_scenario  --agent NAME|./agent.ts|"command:WORDS" --scenario basic|hazard|resource|social
                [--steps 50] [--probe none|P3|P4|P5|P6]
                [--interface full|mci_latent|mci_minimal] [--seed 123] [--out_dir ./data/run1]
  run_suite     [--agents honest,pseudo] [--agent ./agent.ts|"command:WORDS"] [--scenarios basic,hazard,resource,social]
                [--probes P3,P4,P5,P6] [--episodes 100] [--steps 50] [--seed 123]
                [--interface full|mci_latent|mci_minimal] [--workers N] [--out_dir ./data/suite1]
  export        --run DIR --format jsonl|parquet|inspect|html [--episode ID] [--out_dir DIR/exports]
  verify_audit  --path FILE        exit code 0 when the log holds, 2 when it does not

Agents by NAME: ${AGENTS.join(', ')}.

Both runs take --watchdog_ms 200, --density ${DENSITY_LEVELS.join('|')}|sweep
(template; sweep under mci_minimal), --anchored (under mci_latent), --protocol v1|v2
(v2 under mci_latent and full; --nonce HEX plays a run of v2 again) and --answer_ms 5000 (what an
agent from a file or a command has for one answer).
`;
