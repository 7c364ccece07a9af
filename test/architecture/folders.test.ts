/** @module folders: the folder table of ARCHITECTURE.md is the tree, and the measured test files exist. */
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

import { describe, expect, test } from 'vitest';

import durations from '../durations.json' with { type: 'json' };
import { describedFolders, importRules } from './architecture-tables.ts';
import { roomOf, SOURCES } from './source-imports.ts';

/** A folder of more files is several folders. */
const FILES_MAX = 22;

const ROOMS = [...new Set(SOURCES.map(roomOf))].toSorted();

describe('folders', () => {
  test('ARCHITECTURE.md describes every folder once', () => {
    const described = describedFolders().filter((name) => ROOMS.includes(name));
    expect(described.toSorted()).toEqual(ROOMS);
  });

  test('ARCHITECTURE.md describes only existing folders', () => {
    const missing = describedFolders().filter((name) => !existsSync(name));
    expect(missing).toEqual([]);
    const notFolders = describedFolders().filter(
      (name) => !name.endsWith('.ts') && !statSync(name).isDirectory(),
    );
    expect(notFolders).toEqual([]);
  });

  test('every file has a matching row in the import table', () => {
    const rows = [...importRules().keys()];
    const without = SOURCES.filter((file) => {
      const room = roomOf(file);
      return !rows.some(
        (row) => (row === room || row.startsWith(`${room}/`)) && `${file}/`.startsWith(`${row}/`),
      );
    });
    expect(without).toEqual([]);
  });

  test('no folder has many files, except those of tools, kinds and rules with one file each', () => {
    const counts = new Map<string, number>();
    for (const file of SOURCES) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    const many = [...counts]
      .filter(
        ([folder, count]) => count > FILES_MAX && !/\/(?:tools|kinds|packs\/[^/]+)$/.test(folder),
      )
      .map(([folder, count]) => `${folder}: ${count}`);
    expect(many).toEqual([]);
  });

  test('test/durations.json lists only existing test files', () => {
    expect(Object.keys(durations).filter((file) => !existsSync(file))).toEqual([]);
  });
});
