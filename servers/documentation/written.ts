/** @module written: a file made from the model: said, or written with its event and linked. */
import { extname } from 'node:path';

import * as z from 'zod';

import type { JobAnswer, JobContext } from '../../governance/tool/define.ts';
import { sha256Hex } from '../../kernel/canonical/hash.ts';
import { uriOf } from '../../kernel/files/artefact-address.ts';
import { pathBelow } from '../../kernel/files/path-below.ts';
import type { ErrorName } from '../../schemas/errors.ts';
import { type ArtefactRecord, artefactsAt, type JsonObject } from '../../schemas/events.ts';
import type { Refuse } from '../../schemas/plan.ts';
import type { BuildingView } from '../building/view.ts';
import { PARTS, partsFolderOf } from '../files/run-folder.ts';
import type { ArtefactStore } from './artefacts/artefact-store.ts';

/** What every tool that writes a file may refuse. */
export const FILE_REFUSALS = {
  INVALID_ARGUMENT: 'correct the argument as the message says; nothing was written',
  EXPORT_FAILED: 'give another path, or see that the disk can be written',
  EXTERNAL_FAILURE: 'call again to make it afresh',
} as const;

/** What every tool that writes a file answers. */
export const FileOutput = {
  /** Absolute, on the machine of the server. */
  path: z.string(),
  /** The same below artifacts/. */
  artifact: z.string(),
  uri: z.string(),
  media_type: z.string(),
  size: z.number(),
  sha256: z.string(),
  /** What the file shows: the last event that changed the model, and its time; seq null for who sees a part. */
  head: z.object({ branch: z.string(), seq: z.number().nullable(), at: z.string().nullable() }),
  /** Whether it shows all of the branch, or what its agent may see. */
  whole: z.boolean(),
};

/** A file as a tool has made it. */
export type MadeFile = {
  readonly tool: string;
  readonly type: 'export.created' | 'schedule.generated';
  readonly options: JsonObject;
  /** As given; undefined for a name made of the content. */
  readonly path: string | undefined;
  /** Folder and beginning of a name that is made. */
  readonly folder: string;
  readonly stem: string;
  /** With the dot; a given path has it or gets it. */
  readonly ending: string;
  readonly media_type: string;
  readonly content: string | Uint8Array;
  readonly head: ArtefactRecord['head'];
  /** Whether it shows content of other files, not only of the branch. */
  readonly of_files?: boolean;
  readonly counts: JsonObject;
  readonly warnings: readonly string[];
};

/** Largest file that is written, bytes. */
const BYTES_MOST = 1_073_741_824;
/** Digits of the digest in a made name. */
const DIGITS = 12;
const STEM_MAX = 60;
/** Folders that other writers keep: what is in them says whose it is. */
const KEPT = new Set([PARTS, 'mpt', 'experiments']);

type FileData = { readonly [name in keyof typeof FileOutput]: z.input<(typeof FileOutput)[name]> };

/**
 * The answer about a file: in a dry run what would be written, else the file staged, with the event that lets it take its
 * place. Refuses INVALID_ARGUMENT for a path that leads elsewhere, EXPORT_FAILED where it cannot be written.
 */
export async function writtenFile<Code extends ErrorName>(
  made: MadeFile,
  store: ArtefactStore,
  view: BuildingView,
  context: JobContext<Code | 'INVALID_ARGUMENT' | 'EXPORT_FAILED'>,
): Promise<JobAnswer<FileData, never>> {
  const { tool, type, options, media_type, head, counts, warnings } = made;
  const { event_id, dry_run, principal: by, refuse } = context;
  const bytes =
    typeof made.content === 'string' ? new TextEncoder().encode(made.content) : made.content;
  if (bytes.length > BYTES_MOST) {
    refuse(
      'EXPORT_FAILED',
      `the file has ${bytes.length} bytes, at most ${BYTES_MOST} are written`,
    );
  }
  const sha256 = sha256Hex(bytes);
  const name = made.path === undefined ? madeName(made, sha256) : givenPath(made, store, refuse);
  const path = view.whole ? sharedPath(name, refuse) : ownPath(name, by);
  const file = { path, media_type, bytes: bytes.length, sha256 };
  const data = {
    path: store.at(path),
    artifact: path,
    uri: uriOf(path),
    media_type,
    size: bytes.length,
    sha256,
    head,
    whole: view.whole,
  };
  if (dry_run) {
    await store.assertWritable({ path, sha256, by });
    return { data, warnings, events: [] };
  }
  const { of_files = false } = made;
  const sight = view.whole && !of_files ? {} : { sight: store.sightOf(by) };
  const { replaces, found, ...prepared } = await store.stage(event_id, { path, bytes, sha256, by });
  const record: ArtefactRecord = {
    tool,
    options,
    head,
    whole: view.whole,
    ...sight,
    ...(of_files ? { of_files } : {}),
    replaces,
    ...(found ? { found } : {}),
    file,
    counts,
  };
  return {
    data,
    warnings,
    events: [{ type, aggregate_id: artefactsAt(path), payload: record }],
    prepared,
    content: [
      {
        type: 'resource_link',
        uri: data.uri,
        name: path,
        mimeType: media_type,
        description: `sha256 ${sha256}`,
        size: bytes.length,
      },
    ],
  };
}

/** A path outside the folders that other writers keep. */
function sharedPath(path: string, refuse: Refuse<'INVALID_ARGUMENT'>): string {
  const [folder = ''] = path.split('/');
  if (!KEPT.has(folder.toLowerCase())) return path;
  return refuse(
    'INVALID_ARGUMENT',
    `got a \`path\` below \`${folder}/\`, which only the tools that keep their files there write; expected another folder`,
  );
}

/**
 * Who sees a part of the building writes to a folder of its own: what others have written is neither replaced nor told by a
 * refusal.
 */
function ownPath(path: string, principal: JobContext<never>['principal']): string {
  const own = `${partsFolderOf(principal)}/`;
  return path.startsWith(own) ? path : `${own}${path}`;
}

/** A name that says what it is of and, by the digest, which: no two contents have the same. */
function madeName({ folder, stem, ending }: MadeFile, sha256: string): string {
  const plain = stem
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, STEM_MAX)
    .replaceAll(/^-|-$/gu, '');
  return `${folder}/${plain === '' ? '' : `${plain}-`}${sha256.slice(0, DIGITS)}${ending}`;
}

/** The path as it was given, below `artifacts/`; it may say that folder too, or be an absolute path in it. */
function givenPath(
  { path = '', ending }: MadeFile,
  store: ArtefactStore,
  refuse: Refuse<'INVALID_ARGUMENT'>,
): string {
  const root = store.at('').replaceAll('\\', '/').replace(/\/?$/, '/');
  const given = path.replaceAll('\\', '/');
  const inside = given.startsWith(root)
    ? given.slice(root.length)
    : given.replace(/^(?:\.\/)?(?:artifacts\/)?/, '');
  const below = pathBelow(inside);
  if (!below.ok) {
    return refuse(
      'INVALID_ARGUMENT',
      `\`path\` must lead to a file below artifacts/: ${below.because}`,
    );
  }
  const has = extname(below.path).toLowerCase();
  if (has === ending) return below.path;
  if (has !== '' && /^\.[a-z]{2,5}$/.test(has)) {
    return refuse(
      'INVALID_ARGUMENT',
      `got a \`path\` that ends in \`${has}\`, expected \`${ending}\``,
    );
  }
  return `${below.path}${ending}`;
}
