/** @module plan-checks.test: the branch names of a plan, and the later events with which it conflicts. */
import { describe, expect, it } from 'vitest';

import { comparedVersions } from '../../../../governance/keeper/handlers/plan-checks.ts';
import type { EventType, PlannedEvent } from '../../../../schemas/events.ts';
import { AgentPermissions } from '../../../../schemas/permissions.ts';
import { EXAMPLE_EVENTS } from '../../../schemas/example-events.ts';
import { created, deleted, outcome, ROBOT, Workspace } from './workspace.ts';

/** An agent whose patterns would take a backtracking matcher minutes for a name of 60 characters. */
const PATTERNS = ['b*a*a*a*a*a*a*a*a*c'];
const NARROW = {
  ...ROBOT,
  permissions: AgentPermissions.parse({
    permissions: {
      READ: { branch_patterns: PATTERNS },
      CREATE: { branch_patterns: PATTERNS },
      MODIFY: { branch_patterns: PATTERNS },
      DELETE: {},
    },
  }),
};
const NAME = `b${'a'.repeat(60)}`;

function makesBranch(name: string, from = 'main'): PlannedEvent {
  return { type: 'branch.created', aggregate_id: name, payload: { name, from, from_seq: 0 } };
}

describe('branch patterns of an agent', () => {
  it('are compared with the longest names that nearly match them', async () => {
    await using ws = await Workspace.found({ agent: NARROW });
    const made = await ws.submit([makesBranch(NAME)], { branch: NAME, from: NARROW });
    expect(outcome(made)).toBe('SCOPE_DENIED');
    const missing = await ws.submit([created('A')], { branch: NAME, from: NARROW });
    expect(outcome(missing)).toBe('BRANCH_NOT_FOUND');
  });

  it('are not compared with the name of a missing branch that is merged', async () => {
    await using ws = await Workspace.found({ agent: NARROW });
    const payload = { source: NAME, target: 'main', source_seq: 0, target_seq: 0 };
    const merge: PlannedEvent = { type: 'branch.merged', aggregate_id: 'main', payload };
    expect(outcome(await ws.submit([merge], { from: NARROW }))).toBe('BRANCH_NOT_FOUND');
  });
});

describe('a new branch', () => {
  it.each([
    [100, 'committed'],
    [101, 'INVALID_ARGUMENT'],
  ])('with a name of %i characters: %s', async (length, want) => {
    await using ws = await Workspace.found();
    const branch = 'n'.repeat(length);
    expect(outcome(await ws.submit([makesBranch(branch)], { branch }))).toBe(want);
  });
});

describe('a restore', () => {
  const restores = (to_seq: number, aggregate_id = 'main'): PlannedEvent => {
    return { type: 'branch.restored', aggregate_id, payload: { to_seq } };
  };

  it.each([
    ['an event of the branch', 'committed', restores(1)],
    ['no event', 'INVALID_ARGUMENT', restores(0)],
    ['an event of another branch', 'INVALID_ARGUMENT', restores(2)],
    ['an event to come', 'INVALID_ARGUMENT', restores(3)],
    ['another branch', 'INVALID_ARGUMENT', restores(2, 'other')],
  ])('to %s: %s', async (_of, want, event) => {
    await using ws = await Workspace.found();
    await ws.submit([created('A')]);
    await ws.submit([makesBranch('other')], { branch: 'other' });
    expect(outcome(await ws.submit([event]))).toBe(want);
  });
});

describe('a plan that creates an element again', () => {
  /** Whether the plan is current for an element with this version whose deletion was the event 2. */
  async function isCurrent(version: number): Promise<boolean> {
    await using ws = await Workspace.found();
    const plan = await ws.plan([created('A')]);
    const { changed } = await ws.transact(async (tx) => {
      const read: typeof tx = Object.assign(Object.create(tx), {
        versionAt: () => Promise.resolve(version),
        eventsOfAggregate: () => Promise.resolve([{ ...deleted('A'), seq: 2 }]),
      });
      return await comparedVersions(read, plan);
    });
    return changed.length === 0;
  }

  it('is current after its deletion', async () => {
    expect(await isCurrent(2)).toBe(true);
  });

  it('is not current if a later event has advanced its version, such as a join or an excluded event', async () => {
    expect(await isCurrent(3)).toBe(false);
  });
});

describe('a plan that needs an unchanged branch', () => {
  /** Records of runs and generated files: no element, branch, name or drawing is different afterwards. */
  const HARMLESS: readonly EventType[] = [
    'run.permitted',
    'run.started',
    'run.begun',
    'run.unfinished',
    'tool.run',
    'experiment.run',
    'validation.run',
    'schedule.generated',
    'export.created',
  ];
  const HEAD = {
    branch: 'main',
    branch_seq: 1,
    parent: null,
    from_seq: 0,
    status: 'open',
  } as const;

  /** The conflicts of a plan that was made at the start of a branch which has got one event since. */
  async function conflictsWith(
    event: PlannedEvent,
    naming?: readonly string[],
  ): Promise<readonly string[]> {
    await using ws = await Workspace.found();
    const branch_seq = { branch: 'main', branch_seq: 0, ...(naming && { naming: [...naming] }) };
    const plan = await ws.plan([created('A')], { branch_seq });
    const { changed } = await ws.transact(async (tx) => {
      const read: typeof tx = Object.assign(Object.create(tx), {
        branchHead: () => Promise.resolve(HEAD),
        eventsOfBranch: () => Promise.resolve([{ ...event, seq: 1 }]),
      });
      return await comparedVersions(read, plan);
    });
    return changed;
  }

  it.each(Object.values<PlannedEvent>(EXAMPLE_EVENTS))(
    'conflicts with $type only if it can change the model',
    async (event) => {
      const want = HARMLESS.includes(event.type) ? [] : ['main'];
      expect(await conflictsWith(event)).toEqual(want);
    },
  );

  it('does not conflict with a check that names an element which it deletes', async () => {
    const [finding] = EXAMPLE_EVENTS['validation.run'].payload.findings;
    const ids = finding?.element_ids ?? [];
    expect(ids).not.toEqual([]);
    expect(await conflictsWith(EXAMPLE_EVENTS['validation.run'], ids)).toEqual([]);
    const { payload } = EXAMPLE_EVENTS['clash.excluded'];
    const named = payload.element_ids.slice(0, 1);
    expect(await conflictsWith(EXAMPLE_EVENTS['clash.excluded'], named)).toEqual(named);
  });
});
