/** @module documents: links, paths and commands on the pages exist, and docs/cli.md lists every command. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

import { describe, expect, test } from 'vitest';
import * as z from 'zod';

import { usageOf } from '../../clients/plumbline/command.ts';
import { ALL_USAGES } from '../../clients/plumbline/commands.ts';

const PAGES = globSync(['*.md', 'docs/**/*.md', 'examples/**/*.md']).map((page) =>
  page.replaceAll('\\', '/'),
);

const read = (page: string): string => readFileSync(page, 'utf8');

/** The text without fenced blocks and without code spans. */
function prose(text: string): string {
  return text.replaceAll(/^```.*?^```/gms, '').replaceAll(/`[^`\n]*`/g, '');
}

/** Names of the headings as links address them. */
function anchorsOf(text: string): ReadonlySet<string> {
  return new Set(
    [...text.replaceAll(/^```.*?^```/gms, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(/\s/g, '-'),
    ),
  );
}

/** Links of a page whose target does not exist. */
function deadLinks(page: string, text: string): readonly string[] {
  return [...prose(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : normalize(join(dirname(page), path));
      if (!existsSync(file)) return true;
      return anchor !== undefined && !anchorsOf(read(file)).has(anchor);
    })
    .map((target) => `${page}: ${target}`);
}

describe('links', () => {
  test('finds a dead link and a dead anchor', () => {
    expect(
      deadLinks('README.md', '[a](docs/none.md) [b](README.md#none) [c](docs/cli.md)'),
    ).toEqual(['README.md: docs/none.md', 'README.md: README.md#none']);
  });

  test('every link between pages resolves', () => {
    expect(PAGES.length).toBeGreaterThan(10);
    expect(PAGES.flatMap((page) => deadLinks(page, read(page)))).toEqual([]);
  });
});

/** Names of functions and constants in code spans of a page that no source file has. */
function undefinedNames(page: string, text: string): readonly string[] {
  const spans = text.replaceAll(/^```.*?^```/gms, '').matchAll(/`([^`\n]*)`/g);
  const names = [...spans].flatMap(([, span = '']) => {
    const [, name] = /^([a-z]+[A-Z]\w*|[A-Z]+_[A-Z_]+)(?:\(.*\))?$/.exec(span) ?? [];
    return name === undefined || SOURCE_NAMES.has(name) ? [] : [name];
  });
  return names.map((name) => `${page}: ${name}`);
}

const SOURCE_NAMES: ReadonlySet<string> = new Set(
  globSync(['{kernel,governance,servers,clients,schemas,test}/**/*.ts', '*.ts'])
    .filter((file) => !file.includes('architecture'))
    .flatMap((file) => read(file).match(/\b[A-Za-z_]\w+\b/g) ?? []),
);

describe('names in pages for developers', () => {
  test('finds a name that no source has', () => {
    expect(
      undefinedNames('a.md', '`checkpoint()` and `checkpointNever()`, `NO_SUCH_TABLE`'),
    ).toEqual(['a.md: checkpointNever', 'a.md: NO_SUCH_TABLE']);
  });

  test('every function and constant that they name exists', () => {
    const pages = PAGES.filter((page) => page === 'docs/adding.md' || page.startsWith('docs/how/'));
    expect(pages.length).toBeGreaterThan(4);
    expect(pages.flatMap((page) => undefinedNames(page, read(page)))).toEqual([]);
  });
});

describe('the npm registry', () => {
  const TEXTS = globSync(
    ['*.{md,json}', '{bin,docs,clients,servers,governance,kernel,schemas,examples}/**/*'],
    { withFileTypes: true },
  )
    .filter((entry) => entry.isFile() && /\.(?:md|json|ts|js|plumb)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  /** The programs of this project are not on the registry: npx would fetch a foreign package under their names. */
  const fetched = (text: string): boolean =>
    /(?:\bnpx\b|\bnpm (?:exec|x)\b)[^\n]{0,24}\b(?:plumbline|toy-pseudo-axion)|npm (?:i|install|add) (?:-g |--global )?plumbline(?!-mcp-)/.test(
      text.replaceAll(/[\s"',]+/g, ' '),
    );

  test('finds a text that fetches a foreign package', () => {
    const strange = ['npx plumbline init', '"command": "npx",\n "args": ["-y", "plumbline"]'];
    expect([...strange, 'npm install -g plumbline'].map(fetched)).toEqual([true, true, true]);
    expect(fetched('npm install -g ./plumbline-mcp-*.tgz && plumbline init')).toBe(false);
  });

  test('no text fetches a foreign package under a name of this project', () => {
    expect(TEXTS.length).toBeGreaterThan(300);
    expect(TEXTS.filter((file) => fetched(read(file)))).toEqual([]);
  });
});

const Manifest = z.object({ scripts: z.record(z.string(), z.string()) });
/** npm commands that are not scripts. */
const OF_NPM = new Set(['ci', 'install', 'pack', 'run']);

/** npm scripts and paths that a text names and that do not exist. */
function unknownNames(text: string, scripts: ReadonlySet<string>): readonly string[] {
  const named = [...text.matchAll(/\bnpm (?:run )?([a-z](?:[\w:-]*\w)?)/g)].flatMap(
    ([, name = '']) => (OF_NPM.has(name) || scripts.has(name) ? [] : [`npm run ${name}`]),
  );
  const paths = [
    ...text.matchAll(/(?<![\w./<:-])((?:[\w.<>*-]+\/)+[\w.<>*-]*|[\w-]+\.(?:md|ts|json))/g),
  ]
    .map(([, path = '']) => path.replace(/\.$/, ''))
    // A placeholder stands for any name, and the number of a decision for its page.
    .filter((path) => globSync(`${path.replaceAll(/<[^>]*>/g, '*')}{,*}`).length === 0);
  return [...named, ...paths];
}

describe('CONTRIBUTING.md', () => {
  const scripts = new Set(Object.keys(Manifest.parse(JSON.parse(read('package.json'))).scripts));

  test('finds a missing script and a missing folder', () => {
    expect(
      unknownNames('run `npm run nothing` in `kernel/nowhere/`, see docs/none.md', scripts),
    ).toEqual(['npm run nothing', 'kernel/nowhere/', 'docs/none.md']);
  });

  test.each(['CONTRIBUTING.md', 'README.md'])(
    '%s names only existing scripts and paths',
    (page) => {
      // Files that a command writes, and files of hosts, are not in the tree.
      const text = read(page).replaceAll(
        /demo-out\/|\.\/plumbline-mcp-\*\.tgz|\.(?:cursor\/|vscode\/)?mcp\.json/g,
        '',
      );
      expect(unknownNames(text, scripts)).toEqual([]);
    },
  );
});

/** A usage line as its words and a sorted set of options, without the brackets of optional parts. */
function shapeOf(usage: string): readonly string[] {
  const [call = '', ...options] = usage.replaceAll(/[[\]]/g, '').split(/ (?=--)/);
  return [call, ...options.toSorted()];
}

describe('docs/cli.md', () => {
  const text = read('docs/cli.md');
  const documented = [...text.matchAll(/\*\*`([^`]+)`\*\*/g)].map(([, usage = '']) => usage);

  test('docs/cli.md lists every command with its arguments and options, and no other', () => {
    const real = ALL_USAGES.map((command) => shapeOf(usageOf(command).replace('plumbline ', '')));
    const byText = (a: readonly string[], b: readonly string[]): number =>
      a.join(' ').localeCompare(b.join(' '));
    expect(documented.map(shapeOf).toSorted(byText)).toEqual(real.toSorted(byText));
  });

  test('every page calls only existing commands', () => {
    const known = new Set(['help', 'version', ...ALL_USAGES.map(({ words }) => words)]);
    const families = new Set(ALL_USAGES.map(({ words }) => words.split(' ')[0]));
    const called = PAGES.flatMap((page) =>
      [...read(page).matchAll(/(?:`|^)plumbline ([a-z-]+)(?: ([a-z-]+))?/gm)].flatMap(
        ([, first = '', second]) =>
          known.has(first) ||
          known.has(`${first} ${second}`) ||
          (second === undefined && families.has(first))
            ? []
            : [`${page}: plumbline ${first} ${second ?? ''}`],
      ),
    );
    expect(called).toEqual([]);
  });
});
