/** @module `npm run test:crash [KILLS] [SEED]`: kills, then tells what was found; exit code 1 when a promise broke. */
import { crashRounds } from './rounds.ts';

const kills = Number(process.argv[2] ?? 100);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
console.log(`${kills} kills with kill -9, seed ${seed}`);
const report = await crashRounds({ kills, seed });
const { violations } = report;
const spread = (sorted: readonly number[]): string =>
  [0.5, 0.99, 1]
    .map((share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN)
    .map((ms, i) => `${['p50', 'p99', 'max'][i]} ${ms.toFixed(1)} ms`)
    .join(', ');
console.log(`killed: ${report.kills.keeper} keepers, ${report.kills.writer} writers`);
console.log(
  `operations: ${report.acknowledged} acknowledged, ${report.operations} stored, ${report.events} events, ` +
    `${report.auditEntries} audit entries`,
);
console.log(`takeover from the kill: ${spread(report.takeoversMs)}`);
console.log(`takeover from the closed socket of the dead: ${spread(report.afterDeathMs)}`);
console.log(violations.length === 0 ? 'violations: none' : `violations: ${violations.length}`);
for (const violation of violations.slice(0, 20)) console.log(`  ${violation}`);
process.exitCode = violations.length === 0 ? 0 : 1;
