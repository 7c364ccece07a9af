/**
 * @module mutants: puts small faults into a copy of the code, one at a time, and says which of them no test notices.
 * `npm run test:mutants -- [--count 100] [--seed 1] [--only PATH] [--workers 1] [--seconds 300]`. Exit code 1 where less
 * than nine tenths are noticed.
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { type Mutant, mutantsOf } from './choice.ts';
import { EQUIVALENT } from './equivalent.ts';
import { MUTATED, testsFor } from './tests-for.ts';
import { type Step, TreeCopy, type Verdict } from './trial.ts';

const ENOUGH = 0.9;

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    workers: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '300' },
  },
});

function whole(name: 'count' | 'seed' | 'workers' | 'seconds'): number {
  const number = Number(values[name]);
  if (Number.isInteger(number) && number > 0) return number;
  throw new Error(`got --${name} \`${values[name]}\`, want a whole number above 0`);
}

const [count, seed, workers, seconds] = [
  whole('count'),
  whole('seed'),
  whole('workers'),
  whole('seconds'),
];
const root = process.cwd();
const files = globSync(MUTATED.map((folder) => `${folder}/**/*.ts`)).filter((file) =>
  file.startsWith(values.only),
);
const sources = files.toSorted().map((file) => ({ file, source: readFileSync(file, 'utf8') }));
const queue = mutantsOf(sources, seed, EQUIVALENT).values();
const tree = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '');

const verdicts: { readonly mutant: Mutant; readonly verdict: Verdict }[] = [];

function vitest(tests: readonly string[]): Step {
  return ['vitest', 'run', '--bail=1', '--maxWorkers=1', '--reporter=dot', ...tests];
}

function judged(): number {
  return verdicts.filter(({ verdict }) => verdict !== 'invalid').length;
}

function say({ mutant, verdict }: (typeof verdicts)[number]): void {
  if (verdict === 'invalid') return;
  const { file, line, mutation, before, after } = mutant;
  console.log(`${verdict.padEnd(8)} ${file}:${line} ${mutation.what}`);
  if (verdict === 'survived' || verdict === 'unknown') console.log(`  - ${before}\n  + ${after}`);
}

async function work(): Promise<void> {
  const copy = new TreeCopy(root, tree);
  process.once('exit', () => copy.remove());
  try {
    for (const mutant of queue) {
      const { file, mutation } = mutant;
      const verdict = await copy.judge(file, mutation, {
        compiles: ['tsc', '-p', '.', '--incremental', '--tsBuildInfoFile', '.tsbuildinfo'],
        steps: testsFor(file).map(vitest),
        most_ms: seconds * 1000,
      });
      if (judged() >= count) return;
      const result = { mutant, verdict };
      verdicts.push(result);
      say(result);
      if (judged() >= count) return;
    }
  } finally {
    copy.remove();
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
await Promise.all(Array.from({ length: workers }, work));

const number = (...wanted: readonly Verdict[]): number =>
  verdicts.filter(({ verdict }) => wanted.includes(verdict)).length;
const noticed = number('killed', 'stuck');
const share = judged() === 0 ? 1 : noticed / judged();
console.log(
  `seed ${seed}: ${noticed} of ${judged()} noticed (${(100 * share).toFixed(1)} %), ${number('survived')} survived, ${number('unknown')} out of time, ${number('invalid')} do not compile`,
);
process.exitCode = share >= ENOUGH ? 0 : 1;
