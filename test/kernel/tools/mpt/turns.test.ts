/** @module turns.test: runs wait for a slot in order, and waiting counts neither as time nor as gas. */
import { expect, test } from 'vitest';

import type { Runner } from '../../../../kernel/tools/runners/runner.ts';
import { Turns } from '../../../../kernel/tools/runners/sandbox/turns.ts';
import { bench, nextId, outcomeOf } from './tool-bench.ts';

const never = new AbortController().signal;

test('turns are given in order of arrival, and a turn is passed on only once', async () => {
  const turns = new Turns(1);
  const order: string[] = [];
  const first = await turns.take(never, () => order.push('none'));
  const take = async (name: string): Promise<Disposable> => {
    const turn = await turns.take(never, () => order.push(`${name} waits`));
    order.push(name);
    return turn;
  };
  const [second, third] = [take('second'), take('third')];
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  (await second)[Symbol.dispose]();
  (await third)[Symbol.dispose]();
  await take('fourth');
  expect(order).toEqual(['second waits', 'third waits', 'second', 'third', 'fourth']);
});

test('a waiting run that is cancelled leaves the queue', async () => {
  const turns = new Turns(1);
  const first = await turns.take(never, () => undefined);
  const abort = new AbortController();
  const gone = turns.take(abort.signal, () => undefined);
  const next = turns.take(never, () => undefined);
  abort.abort(new Error('enough'));
  await expect(gone).rejects.toThrow('enough');
  first[Symbol.dispose]();
  (await next)[Symbol.dispose]();
  await expect(turns.take(abort.signal, () => undefined)).rejects.toThrow('enough');
});

/** A runner with one slot, and functions that end its runs. */
function slow() {
  const turns = new Turns(1);
  const ends: (() => void)[] = [];
  const runner: Runner = {
    admit: async (signal, onWait) => await turns.take(signal, onWait),
    run: async () => {
      await new Promise<void>((resolve) => ends.push(resolve));
      return outcomeOf({ sum: 1 });
    },
    [Symbol.asyncDispose]: async () => await Promise.resolve(),
  };
  return { runner, ends };
}

test('[RUN-7] the time limit of a run excludes its wait for a slot, which it reports', async () => {
  const { runner, ends } = slow();
  const { service, clock } = bench(runner, { policy: { cache: false } });
  const stages: string[] = [];
  const run = async (name: string, budget: object, signal = never) =>
    await service.run(
      {
        tool: 'data.sum',
        input: { numbers: [name.length] },
        budget,
        context: { caller: name, exec_id: nextId() },
      },
      { signal, onStage: (stage) => stages.push(`${name} ${stage}`) },
    );
  const first = run('one', { time_ms: 30_000 });
  await expect.poll(() => ends.length).toBe(1);
  const second = run('two', { time_ms: 1000 });
  await expect.poll(() => stages).toEqual(['one started', 'two queued']);
  const abort = new AbortController();
  const third = run('three', {}, abort.signal);
  await expect.poll(() => stages.at(-1)).toBe('three queued');
  clock.elapse(20_000);
  abort.abort();
  expect((await third).audit.refusals[0]).toMatchObject({ cause: 'the caller cancelled the run' });
  ends[0]?.();
  expect((await first).termination).toBe('BOUNDED_OUTPUT');
  await expect.poll(() => ends.length).toBe(2);
  clock.elapse(999);
  ends[1]?.();
  expect((await second).termination).toBe('BOUNDED_OUTPUT');
});
