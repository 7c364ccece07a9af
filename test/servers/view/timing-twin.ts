/** @module timing-twin: buildings in real stores that differ only in the number of hidden changes, and what is read of their logs. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { loadSolidKernel } from '../../../kernel/building/geometry/mesh/solid-kernel.ts';
import type { EventRow } from '../../../kernel/ledger/ledger.ts';
import { createSqliteStore } from '../../../kernel/ledger/sqlite-file.ts';
import { openSqliteReader, type SqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';
import { openSqliteWriter } from '../../../kernel/ledger/sqlite-writer.ts';
import type { PlannedEvent } from '../../../schemas/events.ts';
import { BuildingDomain } from '../../../servers/building/domain.ts';
import { readAhead } from '../../../servers/view/thread/read-ahead.ts';
import { created } from '../../kernel/building/model/build.ts';
import { auditRows } from '../../kernel/ledger/rows.ts';
import { EXAMPLE_EVENTS } from '../../schemas/example-events.ts';
import { looker, Page } from './looking-of.ts';

/** Numbers of events and audit entries that were read. */
export type ReadCounts = { events: number; entries: number };

/** Number of visible walls, and of the changes of the first one. */
const [WALLS, CHANGES] = [40, 30];

/** One operation with its entry, or the entry of a refusal (null). */
type Deed = { readonly by: string; readonly events: readonly PlannedEvent[] | null };

function heightened(id: string, n: number): PlannedEvent {
  const height = (k: number): number => (k === 0 ? 3000 : 2000 + (k % 500));
  const payload = { updates: { height: height(n + 1) }, previous: { height: height(n) } };
  return { type: 'element.modified', aggregate_id: id, payload };
}

const ME = 'user-person';

/** What the person sees, one refusal of their own, and a wall that they do not see. */
function visibleDeeds(): readonly Deed[] {
  const events = [
    created('level', 'L1', { name: 'Ground' }),
    created('level', 'L2', { name: 'First', elevation: 3000 }),
    created('wall', 'V', { level_id: 'L2' }),
    ...Array.from({ length: WALLS }, (_, i) =>
      created('wall', `W${i}`, { start: { x: 0, y: i * 5000 }, end: { x: 5000, y: i * 5000 } }),
    ),
    ...Array.from({ length: CHANGES }, (_, n) => heightened('W0', n)),
  ];
  const seen = events.map((event, i) => ({ by: i % 2 === 0 ? ME : 'user-2', events: [event] }));
  return [...seen, { by: ME, events: null }, { by: 'user-2', events: null }];
}

function hiddenDeeds(from: number, count: number): readonly Deed[] {
  const run = EXAMPLE_EVENTS['validation.run'];
  return Array.from({ length: count }, (_, i): Deed[] => [
    { by: 'user-2', events: [heightened('V', from + i), ...(i % 10 === 9 ? [run] : [])] },
    { by: 'user-2', events: null },
  ]).flat();
}

/** A building with a person who sees its lower storey, and a wall above that others have changed. */
export class TimingTwin implements AsyncDisposable {
  readonly domain: BuildingDomain;
  /** The reader of the domain and of the page. */
  readonly log: SqliteReader;
  page: Page;
  readonly counts: ReadCounts = { events: 0, entries: 0 };
  readonly #dir: string;
  #hidden = 0;

  private constructor(dir: string, solids: Awaited<ReturnType<typeof loadSolidKernel>>) {
    this.#dir = dir;
    this.log = this.#counting(openSqliteReader(join(dir, 'ledger.db')));
    this.domain = new BuildingDomain(this.log, solids);
    this.page = this.#signedIn();
  }

  #signedIn(): Page {
    return new Page(this, looker({ levels: ['Ground'] }));
  }

  /** The person signs in again, and nothing is kept of what they were shown. */
  signIn(): void {
    this.page = this.#signedIn();
  }

  /** Opens a twin whose newest changes are `hidden` hidden ones, with as many refusals of others. */
  static async open(hidden: number): Promise<TimingTwin> {
    const dir = mkdtempSync(join(tmpdir(), 'plumbline-twin-'));
    createSqliteStore(join(dir, 'ledger.db'));
    await append(join(dir, 'ledger.db'), visibleDeeds());
    const twin = new TimingTwin(dir, await loadSolidKernel());
    await twin.hide(hidden);
    return twin;
  }

  /** Commits hidden changes. */
  async hide(count: number): Promise<void> {
    await append(join(this.#dir, 'ledger.db'), hiddenDeeds(this.#hidden, count));
    this.#hidden += count;
    await this.domain.catchUp();
  }

  /** Commits a change that the person sees. */
  async show(n: number): Promise<void> {
    const events = [heightened('W1', n)];
    await append(join(this.#dir, 'ledger.db'), [{ by: 'user-2', events }]);
    await this.domain.catchUp();
  }

  /** Reads the log in advance, as the thread does between two questions. */
  async readAhead(): Promise<void> {
    for await (const _ of readAhead(this.page.looking));
  }

  #counting(reader: SqliteReader): SqliteReader {
    const { counts } = this;
    const counted =
      <A extends readonly unknown[], R extends readonly unknown[]>(
        read: (...args: A) => R,
        what: keyof ReadCounts,
      ) =>
      (...args: A): R => {
        const rows = read(...args);
        counts[what] += rows.length;
        return rows;
      };
    return {
      ...reader,
      eventsAfter: counted(reader.eventsAfter, 'events'),
      eventTextsAfter: counted(reader.eventTextsAfter, 'events'),
      eventsOfBranch: counted(reader.eventsOfBranch, 'events'),
      eventsOfOperation: counted(reader.eventsOfOperation, 'events'),
      eventsOfAggregate: counted(reader.eventsOfAggregate, 'events'),
      eventsTouching: counted(reader.eventsTouching, 'events'),
      pageTouching: counted(reader.pageTouching, 'events'),
      auditAfter: counted(reader.auditAfter, 'entries'),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.resolve(this.log.close());
    rmSync(this.#dir, { recursive: true });
  }
}

/** Appends deeds with their entries in one transaction. */
async function append(store: string, deeds: readonly Deed[]): Promise<void> {
  const writer = openSqliteWriter(store, { check: 'header' });
  await writer.transact(async (tx) => {
    const bodies: string[] = [];
    const head = await tx.auditHead();
    let seq = await tx.headSeq();
    const rows: EventRow[] = [];
    for (const deed of deeds) {
      const principal = { name: deed.by, user_id: deed.by, agent_id: null };
      const entry = { seq: (head?.seq ?? 0) + bodies.length + 1, at: AT, kind: 'call', principal };
      if (deed.events === null) {
        bodies.push(JSON.stringify({ ...entry, outcome: 'refused', error: 'X', tool: 't' }));
        continue;
      }
      const operation_id = `o${seq}`;
      const first_seq = seq + 1;
      for (const event of deed.events) {
        seq += 1;
        const who = { user_id: deed.by, agent_id: null, approval_id: null, reasoning: 'because' };
        rows.push({ ...event, event_id: `e${seq}`, operation_id, branch: 'main', ...who, at: AT });
      }
      const commit = { step: 'committed', operation_id, first_seq, last_seq: seq, tool: 't' };
      bodies.push(JSON.stringify({ ...entry, ...commit, outcome: 'ok' }));
    }
    await tx.appendEvents(rows);
    await tx.appendAudit(auditRows(head, bodies));
  });
  await writer.close();
}

const AT = '2026-01-01T00:00:00.000Z';
