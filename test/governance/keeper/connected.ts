/** @module connected: a process that is connected to a keeper and follows its parent's commands, for tests of several processes. */
import { connectKeeper } from '../../../governance/keeper/connect-keeper.ts';
import { BUILDING_CHECKS } from '../../../kernel/building/model/checks/checks-module.ts';
import { plainSubmit } from './plain-handlers.ts';

const [dir = '', mode = ''] = process.argv.slice(2);
const thread = new URL('./plain-thread.ts', import.meta.url);
const keeper = await connectKeeper({
  checks: BUILDING_CHECKS,
  dir,
  thread,
  timeoutMs: 60_000,
});

if (mode === 'leave') {
  // Neither closes nor exits: an idle connection and an idle thread must not keep the process alive.
  await keeper.submit(plainSubmit());
  process.channel?.unref();
} else {
  process.on('disconnect', () => process.exit());
}
process.send?.('connected');
