/** @module opened-files.test: no code opens a file by a path that a caller gave, but the one that asks who may read it. */
import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { allOpenings, openingsIn } from './opened-files.ts';
import { SOURCES } from './source-imports.ts';

/**
 * Why a function may open files, by file. `asked`: the path is a caller's, and WorkspaceFiles was asked. `handle`: what is
 * read was opened by WorkspaceFiles. All others open paths that the program makes or the operator sets, none of which a
 * caller can name.
 */
const PERMITTED: Readonly<Record<string, readonly [because: string, ...functions: string[]]>> = {
  'governance/keeper/commit/http-witness.ts': ['state of the keeper', 'lastCosigned'],
  'governance/keeper/shared/portable.ts': ['file that the operator names', 'logNameIn'],
  'governance/keeper/snapshots/code-version.ts': ['sources of the program', 'codeVersion'],
  'governance/keeper/snapshots/snapshot-files.ts': [
    'snapshots, named by seq',
    '#removeParts',
    'read',
    'seqs',
  ],
  'governance/keeper/snapshots/snapshot-seal.ts': ['key of the workspace', 'sealSecret'],
  'governance/keeper/thread/keeper-thread.ts': ['key of the workspace', 'dependencies'],
  'governance/keeper/webhook/webhook-secret.ts': ['key of the workspace', 'fileText'],
  'governance/keeper/workspace/found-workspace.ts': ['key of the workspace', 'foundWorkspace'],
  'governance/keeper/workspace/socket-secret.ts': ['key of the workspace', 'readSocketSecret'],
  'governance/keeper/workspace/witness.ts': ['witness file of the policy', 'appendTo'],
  'governance/witness/known-logs.ts': ['setting of the operator', 'look'],
  'governance/witness/witness-key.ts': [
    'file that the operator names',
    'readWitnessKey',
    'writeWitnessKey',
  ],
  'governance/witness/witness-state.ts': [
    'folder that the operator names',
    'markIn',
    'openWitnessState',
    'syncFolder',
    'writeMark',
  ],
  'kernel/apex/manifest.ts': ['file of the program', 'readJson'],
  'kernel/apex/vocabulary.ts': ['file of the program', 'module'],
  'kernel/axion/harness/known-end.ts': ['file next to a log that was asked for', 'jsonBeside'],
  'kernel/axion/harness/suite.ts': ['folder of a run', 'emptyCounterexamples'],
  'kernel/axion/kernel/audit-log.ts': ['asked', 'constructor', 'verifyAuditFile'],
  'kernel/axion/outside/agent-host.ts': ['module that a person names', 'module'],
  'kernel/axion/outside/agent-process.ts': ['folder of the process', '#weigh'],
  'kernel/axion/outside/own-agent.ts': ['module that a person names', 'sourceOf'],
  'kernel/axion/schema-load.ts': ['file of the program', 'module'],
  'kernel/drawings/text/fonts.ts': ['file of a package', 'read'],
  'kernel/ifc/schema/ifc-schema.ts': ['file of the program', 'tableText'],
  'kernel/ledger/follow/postgres-address.ts': ['certificate that the operator names', 'fileOf'],
  'kernel/mpt/contracts/contract.ts': ['file of the program', 'ownContracts', 'readSchema'],
  'kernel/runners/code/code-runner.ts': ['handle', 'bytesOf'],
  'kernel/runners/code/js/program.ts': ['file of the program', 'module'],
  'kernel/runners/code/python/boot.ts': ['file of a package', 'pythonOf'],
  'kernel/runners/code/python/zones/zones.ts': ['file of the program', 'zoneFiles'],
  'kernel/runners/fuel/derived-file.ts': ['derived file, named by digest', 'readIfThere'],
  'kernel/runners/image/edit.ts': ['handle', 'bytesOf'],
  'kernel/runners/sandbox/derived.ts': ['file of a package', 'locateSandbox'],
  'kernel/runners/sandbox/prepare.ts': ['file of a package', 'module'],
  'kernel/runners/sandbox/wheel-bundle.ts': ['folder that the operator names', 'wheelsIn'],
  'kernel/runners/task/open-below.ts': ['asked', 'openFile'],
  'kernel/runners/task/read-flags.ts': ['file of a package', 'dependenciesOf'],
  'kernel/tool-requests/command-score.ts': ['file of the program', 'module'],
  'kernel/tool-requests/tool-request.ts': ['file of the program', 'module'],
  'servers/control/open-control.ts': ['key of the workspace', 'openControl'],
  'servers/documentation/artefacts/artefact-store.ts': [
    'writes: content is compared by digest and never answered',
    '#isRecorded',
    '#place',
    '#settleEach',
    'assertTakesFiles',
    'assertWritable',
    'stage',
    'writeDurably',
  ],
  'servers/features/record-resources.ts': ['file of the program', 'contentOf'],
  'servers/files/artefact-resources.ts': ['names, each asked before it is listed', 'listed'],
  'servers/http/oauth/key-sources.ts': ['file that the operator names', 'fileJson'],
  'servers/http/oauth/settings.ts': ['setting of the operator', 'jsonOf'],
  'servers/mpt/settings.ts': ['setting of the operator', 'document', 'jsonOf', 'packagesIn'],
  'servers/mpt/tape-files.ts': ['tapes, named by digest', '#listed', 'read'],
  'servers/pseudo-axion/run-files.ts': [
    'files of a run, found by its id',
    'counterexamples',
    'fileDigests',
    'findRun',
    'listRuns',
    'text',
  ],
  'servers/serve-hub.ts': ['certificate that the operator names', 'tlsIn'],
  'servers/validation/own-packs.ts': ['folder of the operator', 'namesIn', 'packIn'],
  'servers/world/world.ts': ['key of the workspace', 'maskingSalt', 'sign'],
};

describe('files that servers open', () => {
  test('a call is found in functions, methods and under another name, also of the promises', () => {
    const source = `
      import { readFile as look } from 'node:fs/promises';
      import { readdirSync } from 'node:fs';
      const inside = async (path) => await look(path);
      class A { read(path) { return readdirSync(path); } }
      function other() { return { stat: () => look('x') }; }
      look('y');
      const passed = (paths) => paths.map(look);`;
    expect(openingsIn('a.ts', source)).toEqual([
      'a.ts: inside',
      'a.ts: module',
      'a.ts: passed',
      'a.ts: read',
      'a.ts: stat',
    ]);
    expect(openingsIn('a.ts', `import * as fs from 'node:fs';`)).toEqual([
      'a.ts: the whole of node:fs',
    ]);
    expect(openingsIn('a.ts', `import fs from 'node:fs/promises';`)).toHaveLength(1);
    expect(openingsIn('a.ts', `import { promises } from 'node:fs';`)).toHaveLength(1);
    expect(openingsIn('a.ts', `import { rename } from 'node:fs'; rename('a', 'b');`)).toEqual([]);
  });

  test('each is in the table with its reason', () => {
    const permitted = Object.entries(PERMITTED).flatMap(([file, [, ...functions]]) =>
      functions.map((name) => `${file}: ${name}`),
    );
    expect(allOpenings().toSorted()).toEqual(permitted.toSorted());
  });

  test('no other module is loaded by which files could be opened', () => {
    const loads = /import\(\s*['"](?:node:)?fs|require\(['"](?:node:)?fs|getBuiltinModule\(/u;
    const found = SOURCES.filter((file) => /^(?:kernel|governance|servers)\//u.test(file)).filter(
      (file) => loads.test(readFileSync(file, 'utf8')),
    );
    expect(found).toEqual([]);
  });

  test.each([
    ['openBelow', ['kernel/runners/task/open-below.ts', 'servers/files/workspace-files.ts']],
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
  ])('`%s` is used only where the reader has been asked', (name, files) => {
    const using = SOURCES.filter((file) => /^(?:kernel|governance|servers)\//u.test(file)).filter(
      (file) => new RegExp(`\\b${name}\\b`, 'u').test(readFileSync(file, 'utf8')),
    );
    expect(using.toSorted()).toEqual(files);
  });
});
