/** @module cycles: no circle of imports, type imports included, between files or between folders. */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { describe, expect, test } from 'vitest';

import { groupOf, importsOf, roomOf, SOURCES } from './source-imports.ts';

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

const GRAPH: Graph = new Map(
  SOURCES.map((file) => [file, new Set(importsOf(file, readFileSync(file, 'utf8')))]),
);

/** The graph between groups of files; imports within a group are left out. */
function grouped(graph: Graph, nodeOf: (file: string) => string | null): Graph {
  const groups = new Map<string, Set<string>>();
  for (const [file, targets] of graph) {
    const from = nodeOf(file);
    if (from === null) continue;
    const known = groups.get(from) ?? new Set();
    groups.set(from, known);
    for (const target of targets) {
      const to = graph.has(target) ? nodeOf(target) : null;
      if (to !== null && to !== from) known.add(to);
    }
  }
  return groups;
}

/** Nodes that reach themselves, sorted. */
function inCircles(graph: Graph): readonly string[] {
  // What only leads to nodes without a circle is in none: such nodes are taken away until none is left, from both ends.
  const left = new Map([...graph].map(([node, targets]) => [node, new Set(targets)]));
  for (let removed = true; removed;) {
    removed = false;
    const wanted = new Set<string>();
    for (const targets of left.values()) for (const target of targets) wanted.add(target);
    for (const [node, targets] of left) {
      for (const target of targets) if (!left.has(target)) targets.delete(target);
      if (targets.size > 0 && wanted.has(node)) continue;
      left.delete(node);
      removed = true;
    }
  }
  return [...left.keys()].toSorted();
}

const within = (root: string) => (file: string) => file.startsWith(`${root}/`);

describe('import cycles', () => {
  test('the search finds a cycle and nothing else', () => {
    const graph = new Map([
      ['a', new Set(['b'])],
      ['b', new Set(['c', 'd'])],
      ['c', new Set(['b'])],
      ['d', new Set<string>()],
    ]);
    expect(inCircles(graph)).toEqual(['b', 'c']);
  });

  test.each(['schemas', 'kernel', 'governance', 'servers', 'clients'])(
    'no two files of %s import each other',
    (root) => {
      const isInside = within(root);
      expect(inCircles(grouped(GRAPH, (file) => (isInside(file) ? file : null)))).toEqual([]);
    },
  );

  test('no two folders of governance import each other, at any depth', () => {
    const isInside = within('governance');
    expect(inCircles(grouped(GRAPH, (file) => (isInside(file) ? dirname(file) : null)))).toEqual(
      [],
    );
  });

  test('no two folders of governance import each other, with their subfolders', () => {
    const isInside = within('governance');
    expect(inCircles(grouped(GRAPH, (file) => (isInside(file) ? roomOf(file) : null)))).toEqual([]);
  });

  test('no two folders of the kernel import each other, with their subfolders', () => {
    const isInside = within('kernel');
    expect(inCircles(grouped(GRAPH, (file) => (isInside(file) ? roomOf(file) : null)))).toEqual([]);
  });

  test('no two groups of the kernel import each other', () => {
    const isInside = within('kernel');
    expect(inCircles(grouped(GRAPH, (file) => (isInside(file) ? groupOf(file) : null)))).toEqual(
      [],
    );
  });
});
