/** @module folders: the folder table of ARCHITECTURE.md is the tree. */
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

import { describe, expect, test } from 'vitest';

import { describedFolders, importRules } from './architecture-tables.ts';
import { roomOf, SOURCES } from './source-imports.ts';

/** A folder of more files is several folders. */
const FILES_MAX = 22;

const ROOMS = [...new Set(SOURCES.map(roomOf))].toSorted();

describe('folders', () => {
  test('the page describes every folder once', () => {
    const described = describedFolders().filter((name) => ROOMS.includes(name));
    expect(described.toSorted()).toEqual(ROOMS);
  });

  test('and none that does not exist', () => {
    const missing = describedFolders().filter((name) => !existsSync(name));
    expect(missing).toEqual([]);
    const notFolders = describedFolders().filter(
      (name) => !name.endsWith('.ts') && !statSync(name).isDirectory(),
    );
    expect(notFolders).toEqual([]);
  });

  test('every file has a row of its folder, or of a part of it, in the import table', () => {
    const rows = [...importRules().keys()];
    const without = SOURCES.filter((file) => {
      const room = roomOf(file);
      return !rows.some(
        (row) => (row === room || row.startsWith(`${room}/`)) && `${file}/`.startsWith(`${row}/`),
      );
    });
    expect(without).toEqual([]);
  });

  test('no folder holds many files, but for tools, kinds and rules, which are one file each', () => {
    const counts = new Map<string, number>();
    for (const file of SOURCES) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    const many = [...counts]
      .filter(
        ([folder, count]) => count > FILES_MAX && !/\/(?:tools|kinds|packs\/[^/]+)$/.test(folder),
      )
      .map(([folder, count]) => `${folder}: ${count}`);
    expect(many).toEqual([]);
  });
});
