/**
 * @module the law tests with other seeds than the fixed one: `npm run test:laws -- 20` takes twenty
 * and says which failed. Files can be named after the number. What takes full counts takes them in the first round only.
 */
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { positionals } = parseArgs({ allowPositionals: true });
const [wanted = '10', ...named] = positionals;
const rounds = Number(wanted);
if (!Number.isInteger(rounds) || rounds < 1) {
  throw new Error(`got \`${wanted}\` rounds, want a whole number above 0`);
}
const files =
  named.length > 0
    ? named
    : globSync('test/**/*.test.ts').filter((file) =>
        /from '(?:fast-check|[./]+sampled\.ts)'/.test(readFileSync(file, 'utf8')),
      );
const failed: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  const seed = randomInt(2 ** 31);
  const { status, stdout, stderr } = spawnSync('vitest', ['run', '--reporter=dot', ...files], {
    encoding: 'utf8',
    env: { ...process.env, LAW_SEED: String(seed), LAW_ROUND: String(round) },
  });
  if (status !== 0) {
    failed.push(seed);
    // What failed is written to the one, the summary to the other.
    console.log(`${stderr}\n${stdout}`);
  }
  console.log(
    `round ${round + 1} of ${rounds}, seed ${seed}: ${status === 0 ? 'holds' : 'FAILED'}`,
  );
}
console.log(failed.length === 0 ? 'every law held' : `LAW_SEED that failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
