/** @module `node test/crash/run-hubs.ts [SECONDS] [SEED] [processes|outages|all]`: two hubs and six servers on one PostgreSQL, disturbed; exit code 1 when a promise broke. */
import { postgresServer } from '../kernel/ledger/follow/postgres-server.ts';
import { hubRounds } from './hubs/hub-rounds.ts';

const seconds = Number(process.argv[2] ?? 60);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const what = process.argv[4] ?? 'all';
const server = await postgresServer();
if (typeof server === 'string') throw new Error(server);
console.log(`two machines, two hubs, six servers, ${seconds} s, seed ${seed}, ${what}`);
const { book, disturbances, stored, built } = await hubRounds({
  url: await server.freshDatabase(),
  seconds,
  seed,
  kinds: {
    processes: what !== 'outages',
    network: what !== 'processes',
    database: what === 'processes' ? null : server.own,
  },
});
await server.stop();
console.log('disturbed:', disturbances);
const acknowledged = book.wishes.filter(({ state }) => state === 'acknowledged').length;
const given_up = book.wishes.filter(({ state }) => state === 'given_up').length;
console.log(
  `walls: ${book.wishes.length} asked for, ${acknowledged} acknowledged, ${given_up} not done and not asked again; ${built} before the revocation`,
);
console.log(`deletions: ${book.deletions.length} approved, ${book.twice} of them on both machines`);
console.log('stored:', stored);
console.log(
  'answers:',
  Object.fromEntries(book.answers),
  `${book.lost} lost with their connection`,
);
console.log(`longest call: ${book.longest.ms} ms, ${book.longest.call}`);
const { violations } = book;
console.log(violations.length === 0 ? 'violations: none' : `violations: ${violations.length}`);
for (const violation of violations.slice(0, 20)) console.log(`  ${violation.slice(0, 500)}`);
process.exitCode = violations.length === 0 ? 0 : 1;
