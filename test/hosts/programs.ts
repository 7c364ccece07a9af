/** @module programs: the hosts that `npm run test:hosts` runs: package, settings for the fake model, and command line. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';

/** The folders of one run. */
export type Place = {
  /** Home folder of the host. */
  readonly home: string;
  /** Folder of the workspace. */
  readonly dir: string;
  /** Address of the fake model. */
  readonly model: string;
};

/** A host program from the npm registry. */
export type HostProgram = {
  readonly package: string;
  readonly version: string;
  /** Programs below the folder of its installation; the first that exists is started. */
  readonly programs: readonly string[];
  /** Writes the host's own settings: the fake model, and trust in the folder. */
  readonly prepare: (place: Place) => void;
  readonly words: (prompt: string) => readonly string[];
  readonly env: (place: Place) => Readonly<Record<string, string>>;
  /** Whether the host passes pictures to its model. */
  readonly pictures: boolean;
};

function write(path: string, content: string | object): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
}

/** Name of the system in packages of opencode. */
const SYSTEM = process.platform === 'win32' ? 'windows' : process.platform;

export const PROGRAMS: Readonly<Record<string, HostProgram>> = {
  codex: {
    package: '@openai/codex',
    version: '0.171.0',
    programs: ['node_modules/@openai/codex/bin/codex.js'],
    prepare: ({ home, model }) =>
      write(
        join(home, '.codex', 'config.toml'),
        [
          'model = "fake"',
          'model_provider = "fake"',
          '[model_providers.fake]',
          'name = "fake"',
          `base_url = "${model}/v1"`,
          'wire_api = "responses"',
          '',
        ].join('\n'),
      ),
    words: (prompt) => [
      'exec',
      '--skip-git-repo-check',
      '--dangerously-bypass-approvals-and-sandbox',
      prompt,
    ],
    env: () => ({}),
    pictures: false,
  },
  gemini: {
    package: '@google/gemini-cli',
    version: '0.61.0',
    programs: ['node_modules/@google/gemini-cli/bundle/gemini.js'],
    prepare: ({ home, dir }) => {
      write(join(home, '.gemini', 'settings.json'), {
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
        general: { enableAutoUpdate: false },
      });
      // A person trusts the folder in the first interactive session; `--skip-trust` does not start its servers.
      write(join(home, '.gemini', 'trustedFolders.json'), { [dir]: 'TRUST_FOLDER' });
    },
    words: (prompt) => ['-m', 'gemini-2.5-flash', '--approval-mode', 'yolo', '-p', prompt],
    env: ({ model }) => ({ GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: model }),
    pictures: true,
  },
  opencode: {
    package: 'opencode-ai',
    version: '1.18.33',
    // The package chooses its program in an install script, which is not run; that of the baseline runs on every processor.
    programs: [`opencode-${SYSTEM}-${process.arch}-baseline`, `opencode-${SYSTEM}-${process.arch}`]
      .map((name) => `node_modules/${name}/bin/opencode`)
      .flatMap((path) => [path, `${path}.exe`]),
    prepare: ({ home, model }) =>
      write(join(home, '.config', 'opencode', 'opencode.json'), {
        autoupdate: false,
        share: 'disabled',
        model: 'fake/m',
        small_model: 'fake/m',
        provider: {
          fake: {
            npm: '@ai-sdk/openai-compatible',
            name: 'fake',
            options: { baseURL: `${model}/v1`, apiKey: 'none' },
            models: {
              m: {
                name: 'm',
                tool_call: true,
                attachment: true,
                modalities: { input: ['text', 'image'], output: ['text'] },
                limit: { context: 400_000, output: 8000 },
              },
            },
          },
        },
      }),
    words: (prompt) => ['run', '--auto', '-m', 'fake/m', prompt],
    env: () => ({ OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1' }),
    pictures: true,
  },
};
