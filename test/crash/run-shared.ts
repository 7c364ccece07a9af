/** @module `node test/crash/run-shared.ts [SECONDS] [SEED]`: machines on one PostgreSQL, killed and cut off; exit code 1 when a promise broke. */
import { postgresServer } from '../kernel/ledger/follow/postgres-server.ts';
import { sharedRounds } from './shared-rounds.ts';

const seconds = Number(process.argv[2] ?? 60);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const server = await postgresServer();
if (typeof server === 'string') throw new Error(server);
console.log(`two machines, six processes, ${seconds} s, seed ${seed}`);
const report = await sharedRounds({ url: await server.freshDatabase(), seconds, seed });
await server.stop();
console.log(`${report.kills} processes killed, ${report.cuts} connections cut`);
console.log(
  `operations: ${report.acknowledged} acknowledged, ${report.operations} stored, ${report.events} events, ${report.auditEntries} audit entries`,
);
const { violations } = report;
console.log(violations.length === 0 ? 'violations: none' : `violations: ${violations.length}`);
for (const violation of violations.slice(0, 20)) console.log(`  ${violation}`);
process.exitCode = violations.length === 0 ? 0 : 1;
