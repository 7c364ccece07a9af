/** @module preview-page.test: pages of a preview cover every change, result, loss and entry exactly once. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { previewPage } from '../../../../governance/engine/command/preview-page.ts';
import type { Change, ElementResult } from '../../../../governance/tool/domain.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import type { Loss } from '../../../../schemas/governance.ts';

const created = (n: number): Change => ({
  id: `wall_${n}`,
  change: 'created',
  kind: 'wall',
  level_id: 'level_1',
  params: { level_id: 'level_1' },
});
const deleted = (n: number): Change => ({
  id: `door_${n}`,
  change: 'deleted',
  kind: 'door',
  level_id: 'level_1',
  name: null,
  cascade_of: null,
});
const result = (n: number): ElementResult => ({
  id: `wall_${n}`,
  kind: 'wall',
  name: null,
  change: 'created',
});
const loss = (n: number): Loss =>
  ({
    element_id: `wall_${n}`,
    kind: 'wall',
    reason: 'value',
    detail: 'name',
  }) as unknown as Loss;
const many = <T>(count: number, make: (n: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, n) => make(n));

type Shown = {
  readonly diff: {
    readonly counts: { readonly created: number; readonly deleted: number };
    readonly created: readonly { readonly id: string }[];
    readonly deleted: readonly { readonly id: string }[];
    readonly results?: readonly { readonly id: string }[];
    readonly next_cursor: string | null;
  };
  readonly losses: { readonly losses?: readonly { readonly element_id: string }[] };
  readonly data: { readonly rows?: readonly number[]; readonly total?: number };
  readonly not_created: readonly string[];
};

type Given = {
  readonly created: number;
  readonly deleted: number;
  readonly results: number;
  readonly losses: number;
  readonly rows: number;
};

/** All pages of a preview, by following the cursor. */
function pagesOf(given: Given, branch_seq = 7): readonly Shown[] {
  const pages: Shown[] = [];
  let cursor: string | undefined;
  do {
    const page = previewPage(
      {
        changes: [...many(given.created, created), ...many(given.deleted, deleted)],
        regenerated: [],
        results: () => many(given.results, result),
      },
      many(given.losses, loss),
      {
        cursor,
        branch_seq,
        planned: { data: { total: 3, rows: many(given.rows, (n) => n) }, events: [] },
      },
    );
    const shown = page as unknown as Shown;
    pages.push(shown);
    cursor = shown.diff.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return pages;
}

const count = fc.integer({ min: 0, max: 35 });

test('all pages together have each change, result, loss and entry exactly once', () => {
  fc.assert(
    fc.property(
      fc.record({ created: count, deleted: count, results: count, losses: count, rows: count }),
      (given) => {
        const pages = pagesOf(given);
        const ids = (of: (page: Shown) => readonly { readonly id: string }[]): readonly string[] =>
          pages.flatMap((page) => of(page).map(({ id }) => id));
        expect(ids(({ diff }) => diff.created)).toEqual(many(given.created, (n) => `wall_${n}`));
        expect(ids(({ diff }) => diff.deleted)).toEqual(many(given.deleted, (n) => `door_${n}`));
        expect(ids(({ diff }) => diff.results ?? [])).toEqual(
          many(given.results, (n) => `wall_${n}`),
        );
        const losses = pages.flatMap(({ losses: { losses: listed = [] } }) => listed);
        expect(losses.map(({ element_id }) => element_id)).toEqual(
          many(given.losses, (n) => `wall_${n}`),
        );
        expect(pages.flatMap(({ data: { rows = [] } }) => rows)).toEqual(
          many(given.rows, (n) => n),
        );
        expect(
          pages.flatMap(({ data: { total } }) => (total === undefined ? [] : [total])),
        ).toEqual([3]);
        for (const { diff } of pages) {
          expect(diff.counts).toMatchObject({ created: given.created, deleted: given.deleted });
          expect(diff.created.length + diff.deleted.length).toBeLessThanOrEqual(10);
        }
      },
    ),
  );
});

describe('a preview of 46 changes', () => {
  const pages = pagesOf({ created: 46, deleted: 0, results: 46, losses: 0, rows: 46 });

  test('has five pages, the first with ten changes and a warning about the rest', () => {
    expect(pages).toHaveLength(5);
    expect(pages[0]?.diff.created).toHaveLength(10);
    const { warnings } = previewPage(
      { changes: many(46, created), regenerated: [], results: () => [] },
      [],
      { branch_seq: 7 },
    );
    expect(warnings).toEqual([
      'the preview is cut: it shows changes 1 to 10 of 46; call preview_operation with this tool, these arguments and cursor `d10.7` for the next page',
    ]);
  });

  test('names on each page the ids there that do not exist yet, and no others', () => {
    expect(pages[4]?.not_created).toEqual(many(6, (n) => `wall_${40 + n}`));
  });
});

test('pages with large entries have fewer of them, and all pages together each entry once', () => {
  const points = many(90, (n) => ({ x: 1000 * n, y: 1000 * n }));
  const large = many(25, (n): Change => {
    const size = n % 3 === 0 ? { level_id: 'level_1', outline: points } : { level_id: 'level_1' };
    return {
      id: `floor_${n}`,
      change: 'created',
      kind: 'floor',
      level_id: 'level_1',
      params: size,
    };
  });
  const [ids, sizes]: [string[], number[]] = [[], []];
  let cursor: string | undefined;
  do {
    const page = previewPage({ changes: large, regenerated: [], results: () => [] }, [], {
      cursor,
      branch_seq: 7,
    });
    const { diff } = page as unknown as Shown;
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(6000);
    ids.push(...diff.created.map(({ id }) => id));
    sizes.push(diff.created.length);
    cursor = diff.next_cursor ?? undefined;
  } while (cursor !== undefined);
  expect(ids).toEqual(large.map(({ id }) => id));
  expect(Math.max(...sizes)).toBeLessThan(10);
  // An entry that is larger than a page is on a page of its own
  const huge = many(2, (n): Change => ({
    id: `floor_${n}`,
    change: 'created',
    kind: 'floor',
    level_id: 'level_1',
    params: { outline: many(1000, () => points[1]) },
  }));
  const page = previewPage({ changes: huge, regenerated: [], results: () => [] }, [], {
    branch_seq: 7,
  });
  expect((page as unknown as Shown).diff).toMatchObject({ created: [{}], next_cursor: 'd1.7' });
});

test('a view that would be created is marked although it is no element', () => {
  const event: PlannedEvent = {
    type: 'view.created',
    aggregate_id: 'view_1',
    payload: { definition: {}, level_ids: ['level_1'] },
  };
  const { not_created } = previewPage({ changes: [], regenerated: [], results: () => [] }, [], {
    branch_seq: 0,
    planned: { data: { view_id: 'view_1', level_id: 'level_1' }, events: [event] },
  });
  expect(not_created).toEqual(['view_1']);
});

test('refuses a malformed cursor', () => {
  for (const cursor of ['', 'd', 'd10', '10.7', 'd10.7x']) {
    expect(() =>
      previewPage({ changes: [], regenerated: [], results: () => [] }, [], {
        cursor,
        branch_seq: 7,
      }),
    ).toThrow('is not a cursor');
  }
});
