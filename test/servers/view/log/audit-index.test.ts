/** @module laws of the index of the audit log: a person with a restricted READ gets the items of a full scan. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import type { AuditRow } from '../../../../kernel/ledger/ledger.ts';
import { entriesBefore } from '../../../../servers/view/log/audit-entries.ts';
import type { AuditReader } from '../../../../servers/view/log/audit-index.ts';
import {
  itemsBefore,
  itemsIn,
  type LogItem,
  type LogReader,
  NEWEST,
} from '../../../../servers/view/log/log-items.ts';
import { created } from '../../../kernel/building/model/build.ts';
import { World } from '../../building/world.ts';

const ME = { user_id: 'user-1', agent_id: null };
const OTHER = { user_id: 'user-2', agent_id: 'agent-2' };

/** What happens: an operation with 1 to 3 events, a refusal or a rejection. */
const Doing = fc.record({
  what: fc.constantFrom('operation', 'operation', 'refusal', 'rejection', 'read'),
  isOwn: fc.boolean(),
  isHidden: fc.boolean(),
  /** Operations without an entry in the audit log, and entries of an unknown form, are rare. */
  isOdd: fc.nat(9).map((n) => n === 0),
  onBranch: fc.boolean(),
  size: fc.integer({ min: 1, max: 3 }),
});
type Doing = {
  readonly what: string;
  readonly isOwn: boolean;
  readonly isHidden: boolean;
  readonly isOdd: boolean;
  readonly onBranch: boolean;
  readonly size: number;
};

class Log {
  readonly world: World;
  readonly rows: AuditRow[] = [];
  read = 0;
  readonly reader: AuditReader;

  constructor(world: World) {
    this.world = world;
    const plan = (id: string): string =>
      JSON.stringify({ branch: 'main', tool: 't', ...(id === 'own' ? ME : OTHER) });
    this.reader = {
      auditHead: () => this.rows.at(-1) ?? null,
      auditAfter: (seq, limit) => {
        const rows = this.rows.slice(seq, seq + limit);
        this.read += rows.length;
        return rows;
      },
      approval: (id) => ({ plan: plan(id) }) as never,
    };
  }

  append(entry: object): void {
    const seq = this.rows.length + 1;
    const body = JSON.stringify({ seq, at: 't', kind: 'call', ...entry });
    this.rows.push({ seq, prev_hash: '', hash: '', body });
  }

  do({ what, isOwn, isHidden, isOdd, onBranch, size }: Doing): void {
    const author = isOwn ? ME : OTHER;
    const branch = onBranch ? 'b' : 'main';
    const principal = { name: 'p', ...author };
    if (what === 'read') this.append({ outcome: 'ok', principal, tool: 't' });
    if (what === 'refusal') {
      this.append({ outcome: isOdd ? 7 : 'refused', principal, tool: 't', branch });
    }
    if (what === 'rejection') {
      const approval_id = isOwn ? 'own' : 'other';
      this.append({ kind: 'approval', step: 'decided', outcome: 'rejected', approval_id });
    }
    if (what !== 'operation') return;
    const { log } = this.world;
    const [first_seq, operation_id] = [log.all.length + 1, `o${log.all.length}`];
    const events = Array.from({ length: size }, (_, i) =>
      created(isHidden ? 'column' : 'grid', `E${first_seq + i}`),
    );
    log.append(branch, operation_id, events);
    for (const event of log.all.slice(first_seq - 1)) Object.assign(event, author);
    const last_seq = log.all.length;
    if (!isOdd) this.append({ step: 'committed', operation_id, first_seq, last_seq, principal });
  }
}

/** An item by what it is about. */
function keyOf(item: LogItem): string {
  if (item.what === 'nothing') return 'nothing';
  const id = item.what === 'operation' ? item.operation.operation_id : '';
  return `${item.what} ${id} ${item.entry?.seq ?? ''}`;
}

async function keysOf(items: AsyncIterable<LogItem>): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const item of items) keys.push(keyOf(item));
  return keys;
}

async function logOf(
  doings: readonly Doing[],
  branch: string,
): Promise<Log & { source: LogReader }> {
  const log = new Log(await World.create());
  log.world.log.append('main', 'o', [created('level', 'L1')]);
  const [early, late] = [doings.slice(0, doings.length / 2), doings.slice(doings.length / 2)];
  for (const doing of early) log.do({ ...doing, onBranch: false });
  const from_seq = log.world.log.all.length;
  const payload = { name: 'b', from: 'main', from_seq };
  log.world.log.append('b', 'fork', [{ type: 'branch.created', aggregate_id: 'b', payload }]);
  for (const doing of late) log.do(doing);
  await log.world.domain.catchUp();
  expect(log.world.domain.unapplied()).toBeNull();
  const place = ({ category }: { readonly category: string }): boolean => category === 'Grids';
  const sight = { key: 'k', maker: 'm', own: () => false, branch: () => true, place };
  const { view } = log.world.domain.callerView(log.world.domain.view(branch), sight);
  return Object.assign(log, { source: { view, reader: log.reader, sees_all: false, author: ME } });
}

test('a person gets the items of a full scan, also from the middle', async () => {
  const found = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(Doing, { minLength: 5, maxLength: 60 }),
      fc.constantFrom('main', 'b'),
      fc.nat(100),
      async (doings, branch, middle) => {
        const { source, reader } = await logOf(doings, branch);
        const scanned = (from = NEWEST): AsyncIterable<LogItem> =>
          itemsIn(source, from, (before) => entriesBefore(reader, before));
        const keys = await keysOf(itemsBefore(source, NEWEST));
        expect(keys).toEqual(await keysOf(scanned()));
        for (const key of keys) {
          const [what = ''] = key.split(' ');
          found.set(what, (found.get(what) ?? 0) + 1);
        }
        let n = 0;
        for await (const { after } of itemsBefore(source, NEWEST)) {
          n += 1;
          if (n <= middle % (keys.length + 1)) continue;
          expect(await keysOf(itemsBefore(source, after))).toEqual(keys.slice(n));
          break;
        }
      },
    ),
    { numRuns: 120 },
  );
  expect(
    Math.min(...['operation', 'refusal', 'rejection'].map((what) => found.get(what) ?? 0)),
  ).toBeGreaterThan(40);
});

test('entries of others and of hidden operations are read once', async () => {
  const own = {
    what: 'refusal',
    isOwn: true,
    isHidden: false,
    isOdd: false,
    onBranch: false,
    size: 1,
  };
  const counts: number[] = [];
  for (const hidden of [0, 3000]) {
    const others = Array.from({ length: hidden }, (_, i) => ({
      ...own,
      what: i % 2 === 0 ? 'refusal' : 'operation',
      isOwn: false,
      isHidden: true,
    }));
    const operation = { ...own, what: 'operation' };
    const log = await logOf([own, operation, ...others], 'main');
    const shown = async (): Promise<readonly string[]> =>
      (await keysOf(itemsBefore(log.source, NEWEST))).map((key) => key.split(' ')[0] ?? '');
    expect(await shown()).toEqual(['operation', 'refusal']);
    expect(log.read).toBeGreaterThan(hidden);
    const before = log.read;
    await shown();
    counts.push(log.read - before);
  }
  expect(counts).toEqual([2, 2]);
});
