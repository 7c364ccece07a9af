/** @module pictures.test: pictures of answers are files that their principal can read, and that no other file is lost for. */
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { connectionOf } from '../../../governance/access/principal.ts';
import type { GateAnswer } from '../../../governance/gate/entered-answer.ts';
import { ResourceRefused } from '../../../governance/gate/resources/governed-resources.ts';
import type { Principal } from '../../../schemas/governance.ts';
import { PictureFiles } from '../../../servers/files/picture-files.ts';
import { openFileWorld, type FileWorld, type Reader } from './file-world.ts';
import { fullReader } from './full-readers.ts';

type PictureData = {
  readonly path: string;
  readonly uri: string;
  readonly media_type: string;
  readonly width: number;
  readonly height: number;
};

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('pictures of tools', () => {
  let made: FileWorld;
  beforeAll(async () => {
    made = await openFileWorld();
  });
  afterAll(async () => {
    await made.close();
  });

  async function answer(reader: Reader, tool: string, args: object = {}): Promise<GateAnswer> {
    await made.world.gates.directory.refresh();
    return await made.gate.call(connectionOf(made.principal(reader)), {
      tool,
      arguments: { reasoning: 'to see it', ...args },
      signal: new AbortController().signal,
      progress: () => {},
    });
  }

  async function drawn(reader: Reader, args: object = {}): Promise<PictureData> {
    const { envelope } = await answer(reader, 'render_view', args);
    return envelope.data['picture'] as PictureData;
  }

  async function read(reader: Reader, uri: string): Promise<Buffer | null> {
    try {
      const content = await made.resources.read(connectionOf(made.principal(reader)), uri);
      return 'blob' in content ? Buffer.from(content.blob, 'base64') : null;
    } catch (error) {
      if (error instanceof ResourceRefused) return null;
      throw error;
    }
  }

  test('render_view reports the file of its picture, with the bytes of the image block', async () => {
    const { envelope, content } = await answer('whole', 'render_view');
    const picture = envelope.data['picture'] as PictureData;
    expect(isAbsolute(picture.path)).toBe(true);
    const bytes = readFileSync(picture.path);
    expect(picture.path).toBe(join(made.artifacts, 'pictures', `${sha256(bytes)}.png`));
    expect(picture.media_type).toBe('image/png');
    const { format, width, height } = await sharp(bytes).metadata();
    expect([format, width, height]).toEqual(['png', picture.width, picture.height]);
    expect(statSync(picture.path).mode & 0o077).toBe(0);
    expect(content).toEqual([
      { type: 'image', mimeType: 'image/png', data: bytes.toString('base64') },
      {
        type: 'resource_link',
        uri: picture.uri,
        name: `pictures/${basename(picture.path)}`,
        mimeType: 'image/png',
        size: bytes.length,
      },
    ]);
    expect(envelope.event_id).toBeNull();
    expect(await read('whole', picture.uri)).toEqual(bytes);
  });

  test('the audit entry of the call names the file with size and digest', async () => {
    const { path } = await drawn('whole', { camera: { direction: { x: -1, y: 1, z: 1 } } });
    // The answer was not returned before its entry was stored.
    const rows = made.world.gates.reader.auditAfter(0, 100_000);
    const entries = (await rows).map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    const bytes = readFileSync(path);
    const files = [
      { path: `pictures/${basename(path)}`, bytes: bytes.length, sha256: sha256(bytes) },
    ];
    const entry = entries.findLast(({ tool }) => tool === 'render_view');
    expect(entry).toMatchObject({ outcome: 'ok', action: 'READ', files });
  });

  test('equal pictures are one file, which counts as used again', async () => {
    const { path } = await drawn('whole');
    utimesSync(path, 1, 1);
    expect(await drawn('whole')).toMatchObject({ path });
    expect(statSync(path).mtimeMs).toBeGreaterThan(1_000_000);
  });

  test('a picture for a restricted READ is read by its agent and by full readers only', async () => {
    const own = await drawn('level');
    expect(own.path).toMatch(/pictures\/[0-9a-f]{32}\/[0-9a-f]{64}\.png$/);
    const bytes = readFileSync(own.path);
    expect(await read('level', own.uri)).toEqual(bytes);
    expect(await read('whole', own.uri)).toEqual(bytes);
    for (const other of ['twin_level', 'walls', 'region', 'branch', 'blind'] as const) {
      expect([other, await read(other, own.uri)]).toEqual([other, null]);
    }
    const whole = await drawn('whole');
    for (const restricted of ['level', 'walls', 'region', 'branch', 'blind'] as const) {
      expect([restricted, await read(restricted, whole.uri)]).toEqual([restricted, null]);
    }
    const { listed } = await made.resources.list(connectionOf(made.principal('level')));
    const pictures = listed.filter(({ name }) => name.startsWith('pictures/'));
    expect(pictures.map(({ uri }) => uri)).toEqual([own.uri]);
  });

  test('equal pictures of two agents with the same permissions are two files', async () => {
    const [one, other] = [await drawn('level'), await drawn('twin_level')];
    expect(basename(one.path)).toBe(basename(other.path));
    expect(dirname(one.path)).not.toBe(dirname(other.path));
  });

  test('preview_operation reports the file of its picture', async () => {
    const level_id = String(
      (await made.done('owner', 'create_level', { name: 'Attic', elevation: 9000 }))['level_id'],
    );
    const wall = { level_id, start: { x: 0, y: 0 }, end: { x: 5000, y: 0 } };
    const preview = { tool: 'create_wall', arguments: wall, preview: 'picture' };
    const { envelope } = await answer('whole', 'preview_operation', preview);
    const picture = envelope.data['picture'] as PictureData;
    const { width, height } = await sharp(readFileSync(picture.path)).metadata();
    expect([width, height]).toEqual([picture.width, picture.height]);
    const plain = await answer('whole', 'preview_operation', { ...preview, preview: undefined });
    expect(plain.envelope.data).not.toHaveProperty('picture');
  });

  test('render_finding reports the file of its picture', async () => {
    const { data } = (await answer('whole', 'validate_constraints')).envelope;
    const [finding] = data['findings'] as { readonly finding_id: string }[];
    const { envelope } = await answer('whole', 'render_finding', {
      validation_run_id: data['validation_run_id'],
      finding: finding?.finding_id,
    });
    const picture = envelope.data['picture'] as PictureData;
    expect(picture).toMatchObject({ width: 1000, height: 750 });
    expect(await read('whole', picture.uri)).toEqual(readFileSync(picture.path));
  });

  test('an export cannot be written into the folder of pictures', async () => {
    const { error } = await made.call('owner', 'export_gltf', { path: 'pictures/house.glb' });
    expect(error).toMatchObject({ name: 'INVALID_ARGUMENT' });
  });

  test('a file of a person at the path of a picture is kept, and the answer says so', async () => {
    const { path } = await drawn('walls');
    writeFileSync(path, 'of a person');
    const { envelope, content } = await answer('walls', 'render_view');
    expect(envelope.success).toBe(true);
    expect(envelope.data).not.toHaveProperty('picture');
    expect(envelope.warnings).toContainEqual(expect.stringContaining('exists with other content'));
    expect(content.map(({ type }) => type)).toEqual(['image']);
    expect(readFileSync(path, 'utf8')).toBe('of a person');
    rmSync(path);
  });

  test('a symbolic link is not followed out of artifacts/', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'plumbline-outside-'));
    const folder = join(made.artifacts, 'pictures');
    renameSync(folder, `${folder}-away`);
    symlinkSync(outside, folder);
    const { envelope } = await answer('whole', 'render_view');
    expect(envelope.data).not.toHaveProperty('picture');
    expect(envelope.warnings).toContainEqual(expect.stringContaining('is a link'));
    expect(readdirSync(outside)).toEqual([]);
    rmSync(folder);
    renameSync(`${folder}-away`, folder);
    rmSync(outside, { recursive: true });
  });

  test('an agent may not replace an export of another agent of the same person', async () => {
    const order = { category: 'Walls', format: 'csv', path: 'own/walls.csv' };
    const { path } = await made.done('whole', 'generate_schedule', order);
    const before = readFileSync(String(path), 'utf8');
    const other = { ...order, category: 'Levels' };
    expect((await made.call('owner', 'generate_schedule', other)).error).toMatchObject({
      name: 'EXPORT_FAILED',
    });
    expect(readFileSync(String(path), 'utf8')).toBe(before);
    await made.done('whole', 'generate_schedule', other);
    expect(readFileSync(String(path), 'utf8')).not.toBe(before);
  });

  test('a reported absolute path or address is accepted as a path below artifacts/', async () => {
    const exported = await made.done('whole', 'generate_schedule', {
      category: 'Walls',
      format: 'csv',
      path: 'given/walls.csv',
    });
    for (const path of [exported['path'], exported['uri'], exported['artifact']]) {
      const { output } = await made.done('whole', 'data_csv', { path });
      expect((output as { rows: unknown[] }).rows.length).toBeGreaterThan(0);
      const program = {
        code: 'files.read("t.csv").length',
        files: { 't.csv': { artifact: path } },
      };
      expect(await made.done('whole', 'code_js', program)).toMatchObject({
        output: { result: readFileSync(String(exported['path']), 'utf8').length },
      });
    }
    // A text of the caller is not a path.
    const text = { code: 'files.read("path")', files: { path: exported['path'] } };
    expect(await made.done('whole', 'code_js', text)).toMatchObject({
      output: { result: exported['path'] },
    });
    // The same file for an agent that may not read it, and a file outside artifacts/.
    for (const path of [exported['path'], exported['uri'], join(made.artifacts, '..', 'x.csv')]) {
      expect((await made.call('level', 'data_csv', { path })).success).toBe(false);
    }
  });
});

describe('the cache of pictures', () => {
  const principal: Principal = {
    kind: 'human',
    name: 'p',
    user_id: 'u',
    agent_id: null,
    session_id: 's',
  };
  const logged: string[] = [];
  let seconds = 1000;

  /** A cache for 8000 bytes in a new folder; each picture has 1000 bytes and is one second younger than the one before. */
  function open(): { folder: string; keep: (fill: number, agent?: string) => Promise<string> } {
    const folder = mkdtempSync(join(tmpdir(), 'plumbline-pictures-'));
    const store = new PictureFiles({
      folder,
      readerOf: (of) =>
        of.agent_id === null
          ? fullReader(of)
          : { ...fullReader(of), readsAll: false, sight: of.agent_id.repeat(32) },
      now: () => new Date(seconds * 1000),
      log: (line) => logged.push(line),
      total_max: 8000,
    });
    return {
      folder,
      keep: async (fill, agent_id) => {
        seconds += 1;
        const content = Buffer.alloc(1000, fill);
        const stored = await store.keep({ ...principal, agent_id: agent_id ?? null }, content);
        if ('fault' in stored) throw new Error(stored.fault);
        return stored.path;
      },
    };
  }

  const total = (folder: string): number =>
    readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

  test('deletes the pictures that were not used for the longest time, down to seven eighths of its limit', async () => {
    const { folder, keep } = open();
    const paths: string[] = [];
    for (let nth = 0; nth < 8; nth += 1) paths.push(await keep(nth));
    expect(total(folder)).toBe(8000);
    // The first picture is used again, so the second and third are the oldest.
    await keep(0);
    const last = await keep(8);
    expect(total(folder)).toBe(7000);
    expect(paths.map((path) => existsSync(path))).toEqual([
      true,
      false,
      false,
      true,
      true,
      true,
      true,
      true,
    ]);
    expect(existsSync(last)).toBe(true);
    expect(logged).toEqual([]);
  });

  test('deletes from the folder with the most bytes first', async () => {
    const { folder, keep } = open();
    const quiet = [await keep(100, 'a'), await keep(101, 'a')];
    for (let nth = 0; nth < 20; nth += 1) await keep(nth, 'b');
    expect(quiet.map((path) => existsSync(path))).toEqual([true, true]);
    expect(total(folder)).toBeLessThanOrEqual(8000);
  });

  test('files that are no pictures of its own do not use up its limit, and stay', async () => {
    const { folder, keep } = open();
    const own = join(folder, 'pictures');
    mkdirSync(own, { recursive: true });
    const foreign = Array.from({ length: 6 }, (_, nth) => join(own, `${`${nth}`.repeat(64)}.png`));
    for (const path of foreign) writeFileSync(path, Buffer.alloc(1000));
    // Some older and some younger than all pictures
    for (const path of foreign.slice(3)) utimesSync(path, 1, 1);
    const paths: string[] = [];
    for (let nth = 1; nth <= 40; nth += 1) paths.push(await keep(nth));
    expect(foreign.filter((path) => existsSync(path))).toEqual(foreign);
    const kept = paths.filter((path) => existsSync(path));
    // At most the limit of 8000 bytes, and not less than seven eighths of it after the last cleaning.
    expect([7, 8]).toContain(kept.length);
    expect(kept).toEqual(paths.slice(-kept.length));
  });

  test('keeps files of other names or other content, and deletes what interrupted writes left', async () => {
    const { folder, keep } = open();
    const own = join(folder, 'pictures');
    mkdirSync(own, { recursive: true });
    const foreign = join(own, `${'0'.repeat(64)}.png`);
    const note = join(own, 'note.txt');
    const uuid = '00000000-0000-4000-8000-000000000000';
    const part = join(own, `${'1'.repeat(64)}.png.${uuid}.part`);
    const young = join(own, `${'2'.repeat(64)}.png.${uuid}.part`);
    for (const path of [foreign, note, part, young]) writeFileSync(path, Buffer.alloc(1000));
    for (const path of [foreign, note, part]) utimesSync(path, 1, 1);
    seconds += 3590;
    utimesSync(young, seconds, seconds);
    for (let nth = 1; nth < 20; nth += 1) await keep(nth);
    expect([foreign, note, part, young].map((path) => existsSync(path))).toEqual([
      true,
      true,
      false,
      true,
    ]);
  });
});
