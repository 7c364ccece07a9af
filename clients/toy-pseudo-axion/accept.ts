/** @module accept: runs the acceptance suites of the experiment and prints the measured values and their limits. */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import type { Summary } from '../../kernel/axion/harness/suite-summary.ts';
import { runSuite } from '../../kernel/axion/harness/suite.ts';
import { INTERFACE_MODES, type InterfaceMode } from '../../kernel/axion/proposal.ts';
import { readCommand, UsageError } from './options.ts';
import { progressBar } from './progress-bar.ts';
import { percent } from './summary-text.ts';

/** The seed for which the limits are specified, and three further seeds. */
const SEEDS = [123, 7, 2024, 99_991] as const;

const rows: string[] = [];
let all_hold = true;
const folder = mkdtempSync(join(tmpdir(), 'toy-pseudo-axion-'));
try {
  for (const mode of INTERFACE_MODES) {
    for (const seed of SEEDS) {
      const out_dir = join(folder, `${mode}-${seed}`);
      const started = performance.now();
      const before = process.cpuUsage();
      const summary = await suite(mode, seed, out_dir);
      const wall_s = (performance.now() - started) / 1000;
      const { user, system } = process.cpuUsage(before);
      const cpu_s = (user + system) / 1e6;
      const lines = rowsOf(mode, seed, summary);
      rows.push(...lines.map(({ text }) => text));
      all_hold &&= lines.every(({ holds }) => holds);
      process.stdout.write(
        `${mode} seed ${seed}: ${wall_s.toFixed(1)} s, ${cpu_s.toFixed(1)} s of CPU time\n`,
      );
      rmSync(out_dir, { recursive: true });
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(
  `\n| interface | seed | quantity | value | limit | holds |\n|---|---|---|---|---|---|\n`,
);
process.stdout.write(`${rows.join('\n')}\n`);
process.exitCode = all_hold ? 0 : 1;

/** Plays the acceptance suite for an interface and a seed; options of the command line are added. */
async function suite(mode: InterfaceMode, seed: number, out_dir: string): Promise<Summary> {
  const words = `run_suite --episodes 100 --steps 50 --seed ${seed} --interface ${mode}`.split(' ');
  const command = readCommand([...words, '--out_dir', out_dir, ...process.argv.slice(2)], {
    processors: availableParallelism(),
    drawNonce: () => '0'.repeat(64),
  });
  if (command.kind !== 'run') throw new UsageError('expected options of run_suite');
  const bar = progressBar(process.stderr, () => performance.now());
  const { workers, watchdog_ms } = command;
  return runSuite(command.config, {
    out_dir: command.out_dir,
    workers,
    watchdog_ms,
    onProgress: bar.update,
  }).finally(bar.end);
}

type Row = { readonly text: string; readonly holds: boolean };

/** The table rows of one suite: its limits, the verification of its logs, and for mci_minimal the rates by entropy bin. */
function rowsOf(mode: InterfaceMode, seed: number, summary: Summary): readonly Row[] {
  const row = (quantity: string, value: string, limit: string, holds: boolean): Row => ({
    text: `| ${mode} | ${seed} | ${quantity} | ${value} | ${limit} | ${holds ? 'yes' : 'NO'} |`,
    holds,
  });
  const limits = Object.entries(summary.thresholds).map(([name, { value, limit, holds }]) =>
    row(name.replaceAll('_', ' '), percent(value), limit, holds),
  );
  const agents = Object.entries(summary.agents).flatMap(([name, agent]) => {
    const logs = agent.audit_chain_ok ? 'verify' : 'do not verify';
    const chain = row(`${name}: logs`, logs, 'verify', agent.audit_chain_ok);
    if (mode !== 'mci_minimal') return [chain];
    const bins = agent.entropy_bins.map((bin) => {
      const p5_ms = bin.avg_wallclock_ms_p5?.toFixed(3) ?? 'no';
      const value = `pass ${percent(bin.pass_rate)}, p5 fails ${percent(bin.p5_fail_rate)}, p5 ${p5_ms} ms`;
      return row(
        `${name}: bin ${bin.bin}, ${bin.episodes} episodes`,
        value,
        'reported',
        bin.episodes > 0,
      );
    });
    const cliff = row(`${name}: cliff`, agent.cliff_bin ?? 'none', 'reported', true);
    return [chain].concat(bins, [cliff]);
  });
  return limits.concat(agents);
}
