/** @module model bench: dry run, branch, difference, edit and replay on about 107,000 elements. */
import { canonicalJson } from '../../kernel/base/canonical/json.ts';
import { loadSolidKernel } from '../../kernel/building/geometry/mesh/solid-kernel.ts';
import { solveJoins } from '../../kernel/building/geometry/walls/wall-joins.ts';
import type { Element } from '../../kernel/building/kinds/elements.ts';
import { straightWall } from '../../kernel/building/kinds/wall/straight-wall.ts';
import { diffViews } from '../../kernel/building/model/branches/branches.ts';
import { MAIN, Model } from '../../kernel/building/model/model.ts';
import type { StateView } from '../../kernel/building/model/state-view.ts';
import { storedEvents } from '../../schemas/event-schemas.ts';
import type { PlannedEvent, StoredEvent } from '../../schemas/events.ts';
import { effectOf } from '../kernel/building/model/effect-at-once.ts';
import { LARGE, buildingElements, creation, edits, lcg, moveNode, stored } from './building.ts';
import type { BenchRow, Spread } from './measure.ts';
import { spread } from './measure.ts';

/** How many single measurements each row takes, after as many that are not counted. */
const CALLS = 400;
const BASELINE_CALLS = 9;
const REPLAYS = 3;

/** Times `work` on what `prepare` gives, which is not timed itself. */
function timed<T>(
  calls: number,
  prepare: (call: number) => T,
  work: (given: T) => unknown,
): Spread {
  const durations: number[] = [];
  for (let call = 0; call < 2 * calls; call++) {
    const given = prepare(call);
    const start = performance.now();
    work(given);
    if (call >= calls) durations.push((performance.now() - start) * 1000);
  }
  return spread(durations);
}

function shown(name: string, { p50_us, p99_us }: Spread): string {
  return `${name} p50 ${(p50_us / 1000).toFixed(3)} ms p99 ${(p99_us / 1000).toFixed(3)} ms`;
}

type Limit = { readonly p50_ms: number; readonly p99_ms?: number };

function row(
  what: string,
  baseline: { readonly name: string; readonly spread: Spread },
  measured: { readonly name: string; readonly spread: Spread },
  limit: Limit,
): BenchRow {
  const { p50_us, p99_us } = measured.spread;
  const p99 = limit.p99_ms === undefined ? '' : `, p99 ≤ ${limit.p99_ms} ms`;
  return {
    what,
    baseline: shown(baseline.name, baseline.spread),
    measured: shown(measured.name, measured.spread),
    ratio: p50_us / baseline.spread.p50_us,
    target: `p50 ≤ ${limit.p50_ms} ms${p99}`,
    holds: p50_us <= limit.p50_ms * 1000 && p99_us <= (limit.p99_ms ?? Infinity) * 1000,
  };
}

/** A model and the ledger that goes on with it. */
class Bench {
  readonly model: Model;
  readonly #branchSeqs = new Map<string, number>();

  constructor(model: Model) {
    this.model = model;
    this.#branchSeqs.set(MAIN, model.lastSeq);
  }

  view(branch = MAIN): StateView {
    const view = this.model.view(branch);
    if (view === null) throw new Error(`no branch ${branch}`);
    return view;
  }

  next(branch: string, events: readonly PlannedEvent[]): readonly StoredEvent[] {
    const [seq, branch_seq] = [this.model.lastSeq, this.#branchSeqs.get(branch) ?? 0];
    this.#branchSeqs.set(branch, branch_seq + events.length);
    return [...stored(events, { branch, seq, branch_seq })];
  }

  commit(events: readonly StoredEvent[]): void {
    for (const event of events) this.model.applyStored(event);
  }
}

/** All rows; builds the model anew. */
export async function measureModel(): Promise<readonly BenchRow[]> {
  const solids = await loadSolidKernel();
  const elements = [...buildingElements(LARGE)];
  const model = new Model({ solids });
  model.applyAll(stored(elements.map((element) => creation(element))));
  const bench = new Bench(model);
  const map = new Map<string, Element>();
  for (const element of bench.view().elements()) map.set(element.id, element);
  const clone = {
    name: 'clone of a Map',
    spread: timed(
      BASELINE_CALLS,
      () => map,
      (all) => new Map(all),
    ),
  };
  return [
    ...dryRunRows(bench, clone),
    branchRow(bench, clone),
    diffRow(bench, map),
    ...editRows(bench),
    ...replayRows(elements, () => new Model({ solids })),
  ];
}

type Baseline = { readonly name: string; readonly spread: Spread };

function dryRunRows(bench: Bench, clone: Baseline): readonly BenchRow[] {
  const random = lcg(1);
  const move = (): readonly PlannedEvent[] => {
    const view = bench.view();
    const node = [random(4), 1 + random(48), 1 + random(48)] as const;
    const by = [random(101) - 50, random(101) - 50] as const;
    return moveNode((id) => view.element(id), node, by);
  };
  const rename = (call: number): readonly PlannedEvent[] => {
    const aggregate_id = `wall_${random(4)}_h${random(48)}_${random(49)}`;
    const payload = { updates: { name: `n${call}` }, previous: { name: null } };
    return [{ type: 'element.modified', aggregate_id, payload }];
  };
  const dryRun = (what: string, edit: (call: number) => readonly PlannedEvent[]): BenchRow => {
    const work = timed(
      CALLS,
      (call) => ({ view: bench.view(), events: edit(call) }),
      ({ view, events }) => effectOf(view, events),
    );
    return row(what, clone, { name: 'apply and effect', spread: work }, { p50_ms: 0.5 });
  };
  return [
    dryRun('dry run: a wall renamed', rename),
    dryRun('dry run: a wall node moved, joins and rooms made again', move),
  ];
}

function branchRow(bench: Bench, clone: Baseline): BenchRow {
  const work = timed(
    CALLS,
    (call) => {
      const name = `branch_${call}`;
      const payload = { name, from: MAIN, from_seq: bench.view().seq };
      return bench.next(name, [{ type: 'branch.created', aggregate_id: name, payload }]);
    },
    (event) => bench.commit(event),
  );
  return row('branch', clone, { name: 'fork', spread: work }, { p50_ms: 0.5 });
}

function diffRow(bench: Bench, map: ReadonlyMap<string, Element>): BenchRow {
  const random = lcg(2);
  const before = bench.view();
  const edited = new Set<string>();
  while (edited.size < 100) edited.add(`door_${random(4)}_h${random(48)}_${random(49)}_0`);
  const changes = [...edited].map((aggregate_id): PlannedEvent => {
    const payload = { updates: { is_exit: true }, previous: { is_exit: false } };
    return { type: 'element.modified', aggregate_id, payload };
  });
  bench.commit(bench.next(MAIN, changes));
  const after = bench.view();
  const other = new Map(map);
  for (const id of edited) {
    const element = after.element(id);
    if (element !== undefined) other.set(id, element);
  }
  const compare = (): number => {
    let different = 0;
    for (const [id, element] of other) if (map.get(id) !== element) different += 1;
    return different;
  };
  const baseline = {
    name: 'comparing two Maps',
    spread: timed(BASELINE_CALLS, () => null, compare),
  };
  const work = timed(
    CALLS,
    () => null,
    () => diffViews(before, after),
  );
  return row('difference of 100 edits', baseline, { name: 'diff', spread: work }, { p50_ms: 0.5 });
}

function editRows(bench: Bench): readonly BenchRow[] {
  const random = lcg(3);
  const storey = [...bench.view().elementsOf('wall')]
    .filter((wall) => wall.params.level_id === 'level_0')
    .map((wall) => straightWall(wall));
  const full = {
    name: 'joins of the whole storey',
    spread: timed(
      3,
      () => storey,
      (walls) => solveJoins(walls),
    ),
  };
  const move = (): { readonly view: StateView; readonly events: readonly StoredEvent[] } => {
    const view = bench.view();
    const node = [random(4), 1 + random(48), 1 + random(48)] as const;
    const by = [random(101) - 50, random(101) - 50] as const;
    return {
      view,
      events: bench.next(
        MAIN,
        moveNode((id) => view.element(id), node, by),
      ),
    };
  };
  const edit = timed(CALLS, move, ({ view, events }) => {
    effectOf(view, events);
    bench.commit(events);
  });
  const solid = timed(CALLS, move, ({ view, events }) => {
    const { after, regenerated, touches } = effectOf(view, events);
    for (const { id } of touches) after.mesh(id);
    for (const id of regenerated) after.mesh(id);
    bench.commit(events);
  });
  return [
    row(
      'edit: a wall node moved, joins and rooms made again',
      full,
      { name: 'effect and commit', spread: edit },
      { p50_ms: 1, p99_ms: 10 },
    ),
    {
      what: 'the same edit with all 36 meshes it reaches',
      baseline: shown(full.name, full.spread),
      measured: shown('effect, meshes and commit', solid),
      ratio: solid.p50_us / full.spread.p50_us,
      target: 'none: meshes are made when asked for',
      holds: true,
    },
  ];
}

/** The texts of events as a store keeps them: canonical, with keys in alphabetical order. */
function textsOf(events: Iterable<StoredEvent>): readonly string[] {
  return [...events].map((event) => canonicalJson(event));
}

/** Events as a store reads them: parsed and decoded. */
function* read(texts: readonly string[]): Generator<StoredEvent> {
  for (const text of texts) {
    const event = storedEvents.validate(JSON.parse(text));
    if ('error' in event) throw event.error;
    yield event.data;
  }
}

/** What is created and what is edited cost differently: a year of work is mostly edits. */
function replayRows(elements: readonly Element[], empty: () => Model): readonly BenchRow[] {
  const creations = textsOf(stored(elements.map((element) => creation(element))));
  const { length } = creations;
  const place = { branch: MAIN, seq: length, branch_seq: length };
  const changes = textsOf(stored(edits(elements, length), place));
  const filled = (): Model => {
    const model = empty();
    model.applyAll(read(creations));
    return model;
  };
  return [
    replayRow('creations', { model: empty, texts: creations }),
    replayRow('edits', { model: filled, texts: changes }),
  ];
}

function replayRow(
  what: string,
  { model, texts }: { readonly model: () => Model; readonly texts: readonly string[] },
): BenchRow {
  const parse = timed(
    REPLAYS,
    () => texts,
    (all) => {
      let last: unknown = null;
      for (const text of all) last = JSON.parse(text);
      return last;
    },
  );
  const work = timed(REPLAYS, model, (fresh) => fresh.applyAll(read(texts)));
  const perMillion = work.p50_us / texts.length;
  return {
    what: `replay of ${texts.length} ${what}`,
    baseline: shown('parsing alone', parse),
    measured: `${shown('parsed, decoded and applied', work)}: ${perMillion.toFixed(2)} s per million`,
    ratio: work.p50_us / parse.p50_us,
    target: '≤ 3.5 s per million',
    holds: perMillion <= 3.5,
  };
}
