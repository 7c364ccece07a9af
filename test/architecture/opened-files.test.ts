/** @module opened-files.test: no code opens a file by a path that a caller gave, but the one that asks who may read it. */
import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { allOpenings, openingsIn } from './opened-files.ts';
import { SOURCES } from './source-imports.ts';

/**
 * Why a function may open or move files or start a program, by file: the reason, then each function with what it uses and
 * how often. `asked`: the path is a caller's, and WorkspaceFiles was asked. `handle`: what is
 * read was opened by WorkspaceFiles. All others open paths that the program makes or the operator sets, none of which a
 * caller can name.
 */
const PERMITTED: Readonly<Record<string, readonly [because: string, ...functions: string[]]>> = {
  'governance/keeper/commit/http-witness.ts': ['state of the keeper', 'lastCosigned readFileSync'],
  'governance/keeper/shared/portable.ts': [
    'file that the operator names',
    'logNameIn readFileSync',
  ],
  'governance/keeper/snapshots/code-version.ts': [
    'sources of the program',
    'codeVersion readFileSync',
    'codeVersion readdirSync',
  ],
  'governance/keeper/snapshots/snapshot-files.ts': [
    'snapshots, named by seq',
    'SnapshotFiles.#removeParts readdir',
    'SnapshotFiles.read readFile',
    'SnapshotFiles.seqs readdir',
  ],
  'governance/keeper/snapshots/snapshot-seal.ts': [
    'key of the workspace',
    'sealSecret readFileSync',
  ],
  'governance/keeper/thread/checks.ts': ['module of the program', 'load import(…)'],
  'governance/keeper/thread/import-workspace.ts': [
    'store of the workspace',
    'importWorkspace renameSync',
  ],
  'governance/keeper/thread/keeper-lock.ts': [
    'lock of the workspace',
    'openKeeperLock DatabaseSync',
    'openKeeperLock.acquire DatabaseSync',
  ],
  'governance/keeper/thread/keeper-thread.ts': [
    'key of the workspace',
    'dependencies readFileSync',
  ],
  'governance/keeper/webhook/webhook-secret.ts': ['key of the workspace', 'fileText readFileSync'],
  'governance/keeper/workspace/found-workspace.ts': [
    'key of the workspace',
    'foundWorkspace readFileSync',
  ],
  'governance/keeper/workspace/socket-secret.ts': [
    'key of the workspace',
    'readSocketSecret openSync',
    'readSocketSecret readFileSync',
  ],
  'governance/keeper/workspace/witness.ts': ['witness file of the policy', 'appendTo open ×2'],
  'governance/witness/known-logs.ts': ['setting of the operator', 'knownLogs.look readFileSync'],
  'governance/witness/witness-key.ts': [
    'file that the operator names',
    'readWitnessKey readFileSync',
    'writeWitnessKey openSync',
  ],
  'governance/witness/witness-state.ts': [
    'folder that the operator names',
    'markIn readFileSync',
    'openFile DatabaseSync',
    'openWitnessState openSync',
    'syncFolder openSync',
    'writeMark openSync',
    'writeMark renameSync',
  ],
  'kernel/tools/apex/manifest.ts': ['file of the program', 'readJson readFileSync'],
  'kernel/tools/apex/vocabulary.ts': ['file of the program', 'readTable readFileSync'],
  'kernel/axion/harness/known-end.ts': [
    'file next to a log that was asked for',
    'jsonBeside readFileSync',
  ],
  'kernel/axion/harness/suite.ts': ['folder of a run', 'emptyCounterexamples readdirSync'],
  'kernel/axion/kernel/audit-log.ts': [
    'asked',
    'AuditFile.constructor openSync',
    'verifyAuditFile openSync',
  ],
  'kernel/axion/outside/agent-host.ts': [
    'module that a person names',
    'agentOf import(…)',
    'agentOf registerHooks',
    'module createReadStream',
  ],
  'kernel/axion/outside/agent-process.ts': [
    'folder of the process',
    'AgentProcess.#weigh readFileSync',
    'AgentProcess.constructor spawn',
  ],
  'kernel/axion/outside/own-agent.ts': ['module that a person names', 'sourceOf readFileSync'],
  'kernel/axion/schema-load.ts': [
    'file of the program',
    'module readFileSync',
    'module readdirSync',
  ],
  'kernel/documents/drawings/text/fonts.ts': [
    'file of a package',
    'module createRequire',
    'read readFileSync',
  ],
  'kernel/base/files/create-once.ts': ['path of the caller in the program', 'createOnce linkSync'],
  'kernel/base/files/store-by-digest.ts': [
    'path of the caller in the program',
    'settledContent readFile',
    'renameToFree open',
    'renameToFree rename',
    'storeOnce link',
    'storeOnce rename',
    'withPart open',
  ],
  'kernel/base/files/write-file-atomically.ts': [
    'path of the caller in the program',
    'writeFileAtomically rename',
  ],
  'kernel/building/place/systems.ts': ['file of the program', 'table readFileSync'],
  'kernel/documents/ifc/schema/ifc-schema.ts': ['file of the program', 'tableText readFileSync'],
  'kernel/ledger/follow/postgres-address.ts': [
    'certificate that the operator names',
    'fileOf readFileSync',
  ],
  'kernel/ledger/sqlite-file.ts': ['store of the workspace', 'connect DatabaseSync'],
  'kernel/ledger/sqlite-tables.ts': ['database in memory', 'schemaFaults DatabaseSync'],
  'kernel/tools/mpt/contracts/contract.ts': [
    'file of the program',
    'ownContracts readdirSync',
    'readSchema readFileSync',
  ],
  'kernel/tools/runners/code/code-runner.ts': ['handle', 'bytesOf readFile'],
  'kernel/tools/runners/code/js/program.ts': ['file of the program', 'module readFileSync ×3'],
  'kernel/tools/runners/code/python/boot.ts': ['file of a package', 'readScript readFileSync'],
  'kernel/tools/runners/code/python/zones/zones.ts': [
    'file of the program',
    'zoneFiles readFileSync',
  ],
  'kernel/tools/runners/data/query/fixed-dates.ts': [
    'database in memory',
    'fixedDates DatabaseSync',
  ],
  'kernel/tools/runners/data/query/query.ts': ['database in memory', 'queryTable DatabaseSync'],
  'kernel/tools/runners/fuel/derived-file.ts': [
    'derived file, named by digest',
    'readIfThere openSync',
    'readIfThere readFileSync',
  ],
  'kernel/tools/runners/image/edit.ts': ['handle', 'bytesOf readFile'],
  'kernel/tools/runners/sandbox/derived.ts': [
    'file of a package',
    'locateSandbox createRequire',
    'locateSandbox readFile ×2',
    'prepareSandbox execFile',
  ],
  'kernel/tools/runners/sandbox/prepare.ts': ['file of a package', 'module readFileSync'],
  'kernel/tools/runners/sandbox/process.ts': [
    'process of the program',
    'findIsolator execFile',
    'spawnSandbox spawn',
  ],
  'kernel/tools/runners/sandbox/wheel-bundle.ts': [
    'folder that the operator names',
    'wheelsIn readFileSync',
    'wheelsIn readdirSync',
  ],
  'kernel/tools/runners/task/open-below.ts': ['asked', 'openFile open'],
  'kernel/tools/runners/task/read-flags.ts': ['file of a package', 'dependenciesOf readFileSync'],
  'kernel/tools/runners/task/task-process.ts': ['process of the program', 'confinedProcess spawn'],
  'kernel/tools/tool-requests/tool-request.ts': ['file of the program', 'module readFileSync'],
  'servers/control/open-control.ts': ['key of the workspace', 'openControl readFileSync'],
  'servers/documentation/artefacts/artefact-store.ts': [
    'writes: content is compared by digest and never answered',
    'ArtefactStore.#isRecorded readFile',
    'ArtefactStore.#place readFile',
    'ArtefactStore.#rename rename',
    'ArtefactStore.#settleEach readdir',
    'ArtefactStore.assertWritable readFile',
    'ArtefactStore.stage readFile',
    'assertAcceptsFiles open',
    'writeDurably open',
  ],
  'servers/features/record-resources.ts': ['file of the program', 'contentOf readFile'],
  'servers/files/artefact-resources.ts': [
    'names, each asked before it is listed',
    'entriesBelow readdir',
  ],
  'servers/files/picture-files.ts': ['pictures, named by digest', 'PictureFiles.#entries readdir'],
  'servers/files/remove-picture.ts': ['pictures, named by digest', 'contentAt open'],
  'servers/files/similar-files.ts': [
    'names, only for principals that read every file',
    'filesBelow readdir',
  ],
  'servers/http/oauth/key-sources.ts': ['file that the operator names', 'fileJson open'],
  'servers/http/oauth/settings.ts': ['setting of the operator', 'jsonOf readFileSync'],
  'servers/mpt/settings/settings.ts': [
    'setting of the operator',
    'checkPackages readdirSync',
    'jsonOf readFileSync',
    'readDocument readFileSync',
  ],
  'servers/mpt/tape-files.ts': [
    'tapes, named by digest',
    'TapeFolder.#listed readdir',
    'TapeFolder.read readFile',
  ],
  'servers/pseudo-axion/add-run-files.ts': ['folder of a run', 'faultAt readFile'],
  'servers/pseudo-axion/run-files.ts': [
    'files of a run, found by its id',
    'fileDigests readFileSync',
    'findRun readFileSync',
    'findRun.counterexamples readdirSync',
    'findRun.text readFileSync',
    'listRuns readdirSync',
  ],
  'servers/serve-hub.ts': ['certificate that the operator names', 'tlsIn readFileSync ×2'],
  'servers/validation/own-packs.ts': [
    'folder of the operator',
    'namesIn readdirSync',
    'packIn readFileSync',
  ],
  'servers/view/http/page-files.ts': [
    'files of the program',
    'bundler import(…)',
    'readFiles readdirSync',
    'readFiles readFileSync',
    'readPreview readFileSync',
  ],
  'servers/view/serve-view.ts': [
    'a program of the system, with the path of its own file',
    'openInBrowser spawn',
  ],
  'servers/world/tool-list.ts': ['file of the program', 'readToolList readFileSync'],
  'servers/world/world.ts': [
    'key of the workspace',
    'World.#openExperiment.sign readFileSync',
    'maskingSalt readFileSync',
  ],
};

describe('files that servers open', () => {
  test('finds file access in functions and methods, under other names and through promises', () => {
    const source = `
      import { readFile as look } from 'node:fs/promises';
      import { readdirSync } from 'node:fs';
      const inside = async (path) => await look(path);
      class A { read(path) { return readdirSync(path); } }
      function other() { return { stat: () => look('x') }; }
      look('y');
      const passed = (paths) => paths.map(look);`;
    expect(openingsIn('a.ts', source)).toEqual([
      'a.ts: A.read readdirSync',
      'a.ts: inside readFile',
      'a.ts: module readFile',
      'a.ts: other.stat readFile',
      'a.ts: passed readFile',
    ]);
  });

  test.each([
    [`import * as fs from 'node:fs';`, 'module the whole of node:fs'],
    [`import fs from 'node:fs/promises';`, 'module the whole of node:fs/promises'],
    [`import { promises } from 'node:fs';`, 'module the whole of node:fs'],
    [`import { default as fs } from 'fs';`, 'module the whole of fs'],
    [`import fs = require('node:fs');`, 'module the whole of node:fs'],
    [`import * as sql from 'node:sqlite';`, 'module the whole of node:sqlite'],
    [`const load = async () => await import('node:fs');`, 'load the whole of node:fs'],
    [`const load = () => require('fs');`, 'load the whole of fs'],
    [
      `export { readFile as take } from 'node:fs/promises';`,
      'module re-export of node:fs/promises',
    ],
    [`export { stat } from 'node:fs';`, 'module re-export of node:fs'],
    [`export * from 'node:fs';`, 'module re-export of node:fs'],
    [`export * as disk from 'fs';`, 'module re-export of fs'],
    [`export { spawn } from 'node:child_process';`, 'module re-export of node:child_process'],
    [`import { readFile } from 'fs'; export { readFile as take };`, 'module readFile'],
    [`import { readFile } from 'fs'; export const io = { readFile };`, 'module readFile'],
    [
      `import { createRequire as make } from 'node:module';
       const load = make(import.meta.url); const fs = load('node:fs');`,
      'module createRequire',
    ],
    ['const load = async () => await import(`node:fs`);', 'load import(…)'],
    [`const load = async (p) => await import(p, { with: { type: 'json' } });`, 'load import(…)'],
    [`const load = async () => await import('node:' + 'fs');`, 'load import(…)'],
    [`const load = (p) => require(p);`, 'load require(…)'],
    [
      `import { DatabaseSync } from 'node:sqlite'; const x = (p) => new DatabaseSync(p);`,
      'x DatabaseSync',
    ],
    [
      `import { execFileSync as run } from 'node:child_process'; const x = (p) => run('cat', [p]);`,
      'x execFileSync',
    ],
    [`import { link } from 'node:fs/promises'; const x = (p) => link(p, 'mpt/x');`, 'x link'],
    [
      `import { renameSync } from 'node:fs'; const x = (p) => renameSync(p, 'mpt/x');`,
      'x renameSync',
    ],
    [`import { symlinkSync } from 'node:fs'; symlinkSync('a', 'b');`, 'module symlinkSync'],
    [
      `import { readFile } from 'node:fs/promises'; class A { x = async (p) => await readFile(p); }`,
      'A.x readFile',
    ],
    [`import { openSync } from 'node:fs'; class A { #fd = openSync('a'); }`, 'A.#fd openSync'],
    [`const fs = process.getBuiltinModule('fs');`, 'module getBuiltinModule'],
    [`const fs = process['getBuiltinModule']('fs');`, 'module getBuiltinModule'],
    [`const { getBuiltinModule: get } = process;`, 'module getBuiltinModule'],
    [`process.loadEnvFile('x');`, 'module loadEnvFile'],
    [`process.binding('fs');`, 'module binding'],
  ])('finds the file access of `%s`', (source, use) => {
    expect(openingsIn('a.ts', source)).toEqual([`a.ts: ${use}`]);
  });

  test('finds a second use and a second method of a permitted name', () => {
    const first = `import { readFile } from 'node:fs'; function read() { return readFile('a'); }`;
    const permitted = ['a.ts: read readFile'];
    expect(openingsIn('a.ts', first)).toEqual(permitted);
    const more = [
      `class Other { read(p) { return readFile(p); } }`,
      `function outer() { function read(p) { return readFile(p); } }`,
      `const other = { read: (p) => readFile(p) };`,
      `const also = (p) => { const read = () => readFile(p); };`,
    ];
    for (const other of more) {
      expect(openingsIn('a.ts', `${first} ${other}`)).not.toEqual(permitted);
    }
  });

  test.each([
    `import { stat, writeFile } from 'node:fs/promises'; writeFile('a', String(stat('b')));`,
    `import type { DatabaseSync } from 'node:sqlite'; const x = (db: DatabaseSync) => db;`,
    `import { DatabaseSync } from 'node:sqlite'; const x = (db: DatabaseSync) => db;`,
    `export type { FileHandle } from 'node:fs/promises';`,
    `import { open } from 'node:fs'; const x = (file) => file.open();`,
    `import { open } from 'node:fs'; const x = { open: 1 };`,
    `const load = async () => await import('./other.ts');`,
    `const x = (token) => token.binding;`,
  ])('finds no file access in `%s`', (source) => {
    expect(openingsIn('a.ts', source)).toEqual([]);
  });

  test('every file access is in the table with its reason', () => {
    const permitted = Object.entries(PERMITTED).flatMap(([file, [, ...functions]]) =>
      functions.map((name) => `${file}: ${name}`),
    );
    expect(allOpenings().toSorted()).toEqual(permitted.toSorted());
  });

  test.each([
    [
      'AuditFile',
      [
        // Logs that a run or an episode writes itself.
        'kernel/axion/harness/suite.ts',
        'kernel/axion/kernel/audit-log.ts',
        'servers/pseudo-axion/live-episodes.ts',
      ],
    ],
    [
      'knownEndOf',
      ['kernel/axion/harness/known-end.ts', 'servers/pseudo-axion/tools/verify-audit.ts'],
    ],
    ['openBelow', ['kernel/tools/runners/task/open-below.ts', 'servers/files/workspace-files.ts']],
    [
      'verifyAuditFile',
      [
        // The log that a run has just written itself.
        'kernel/axion/harness/audit-read-back.ts',
        'kernel/axion/kernel/audit-log.ts',
        'servers/pseudo-axion/live-episodes.ts',
        'servers/pseudo-axion/tools/verify-audit.ts',
      ],
    ],
    [
      'fileInside',
      ['servers/pseudo-axion/inside.ts', 'servers/pseudo-axion/tools/verify-audit.ts'],
    ],
  ])('`%s` is used only after the file reader has decided', (name, files) => {
    const using = SOURCES.filter((file) => /^(?:kernel|governance|servers)\//u.test(file)).filter(
      (file) => new RegExp(`\\b${name}\\b`, 'u').test(readFileSync(file, 'utf8')),
    );
    expect(using.toSorted()).toEqual(files);
  });
});
