/** @module held-environment: the environment that a host's file gives one of our servers already. */
import { existsSync } from 'node:fs';

import * as z from 'zod';

import { textOfFile } from '../given-file.ts';
import type { Host } from './hosts.ts';
import { JsoncFault, jsoncValue } from './jsonc.ts';
import { tomlTexts } from './toml-table.ts';

type Environment = Readonly<Record<string, string>>;

const Texts = z.record(z.string(), z.string());
/** Who the host is to a workspace; everything else in an environment is a person's own. */
const OURS = ['PLUMBLINE_AGENT', 'PLUMBLINE_TOKEN'];

/** Name of the field in which a host's entries have the environment. */
export function environmentField({ entry }: Pick<Host, 'entry'>): string {
  return 'environment' in entry({ command: '', args: [], env: { A: '' } }) ? 'environment' : 'env';
}

/** What the file gives this server; empty where there is nothing of the kind, or nothing that is understood. */
export function heldEnvironment(host: Host, file: string | null, server: string): Environment {
  if (file === null || !existsSync(file)) return {};
  const text = textOfFile(file);
  const field = environmentField(host);
  if (host.form === 'toml') return tomlTexts(text, `${host.key}.${server}`, field);
  try {
    const read = Texts.safeParse(
      [host.key, server, field].reduce<unknown>((held, key) => Object(held)[key], jsoncValue(text)),
    );
    return read.success ? read.data : {};
  } catch (error) {
    // Whoever writes into the file says that it cannot be understood.
    if (error instanceof JsoncFault) return {};
    throw error;
  }
}

/** What was held, as the agent that is given; where none is, as the one that it was. */
export function mergedEnvironment(held: Environment, given: Environment): Environment {
  if (given['PLUMBLINE_AGENT'] === undefined) return held;
  const kept = Object.entries(held).filter(([name]) => !OURS.includes(name) || name in given);
  return { ...Object.fromEntries(kept), ...given };
}
