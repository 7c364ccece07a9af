/** @module config-removal: removes the entries of a workspace from a host's configuration. */
import { resolve } from 'node:path';

import { findWorkspace } from '../../../governance/keeper/workspace/workspace-files.ts';
import { printable } from '../../../kernel/base/text/printable.ts';
import { type Call, type Outcome, textOf } from '../command.ts';
import { CliFailure } from '../failure.ts';
import {
  leadsTo,
  type NamedHost,
  removalCommand,
  startFolder,
  targetOf,
} from '../hosts/belonging.ts';
import { readHostFile } from '../hosts/host-file.ts';
import { named, removeServers } from '../hosts/host-program.ts';
import { entriesIn, rewrite, withoutServers } from '../hosts/json-file.ts';
import { dividedBy, type Removal, type Removed } from '../hosts/removal.ts';
import { hubUrl, nameOf } from '../hosts/servers.ts';
import { namesIn, programmedOf, targetIn, TOKEN_INPUT } from '../hosts/target.ts';
import { installedServers } from '../installation.ts';
import { workspaceDir } from '../session.ts';

/** Removes the entries of this workspace for the selected servers, by default for all servers. */
export async function uninstall(call: Call, host: NamedHost): Promise<Outcome> {
  const known = [...installedServers(), 'all'];
  const names = (namesIn(call, 'servers', known) ?? known).map(nameOf);
  const hub = textOf(call, 'http');
  const all = call.values['all'] === true;
  const dir = removalDir(call, host, all || hub !== null);
  const removal = { names, dir, hub: hub === null ? null : hubUrl(hub), all };
  const { path, file } = targetIn(call, host, { dir: dir ?? '', isRead: true });
  const programmed = programmedOf(host, path);
  if (programmed !== null) {
    const removed = removeServers(programmed, removal, call.terminal);
    if (removed !== null) return removalOutcome(host, programmed.path, { removal, removed });
    const given = named(readHostFile(programmed.path).text ?? '', names);
    throw new CliFailure(
      `\`${programmed.program.program}\` is not on the PATH; ${printable(programmed.path)} was not changed`,
      `put it on the PATH and run the command again, or delete these tables by hand: ${given.map((name) => `\`[${host.key}.${name}]\``).join(', ')}`,
    );
  }
  if (file === null) {
    throw new CliFailure(
      `${path === null ? `the file of ${host.title}` : printable(path)} is not plain JSON, and was not changed`,
      `remove these entries by hand: ${names.join(', ')}`,
    );
  }
  const base = dir === null ? null : startFolder(host, dir);
  const present = Object.entries(entriesIn(file, host)).map(([name, entry]) => ({
    name,
    target: targetOf(entry, base),
  }));
  const removed = dividedBy(removal, host.isUserWide, present);
  const gone = removed.removed.map(({ name }) => name);
  await rewrite(file, withoutServers(file, host, gone, [TOKEN_INPUT]));
  return removalOutcome(host, path, { removal, removed });
}

/**
 * The workspace whose entries are removed. In a file for all workspaces, it may have been deleted; null if there is none.
 *
 * @param isOptional whether the call selects entries without it
 * @throws CliFailure
 */
function removalDir(
  call: Call,
  { name, isUserWide }: NamedHost,
  isOptional: boolean,
): string | null {
  if (!isUserWide) return workspaceDir(call);
  if (call.workspace !== null) return resolve(call.terminal.cwd, call.workspace);
  const found = findWorkspace(call.terminal.cwd);
  if (found !== null || isOptional) return found;
  throw new CliFailure(
    `there is no workspace (a folder with .plumbline/ in it) in ${printable(call.terminal.cwd)} and the folders above it`,
    `name the folder of the workspace, which may have been deleted, with --workspace DIR; \`plumbline config --for ${name} --remove --all\` removes the entries of all workspaces`,
  );
}

function removalOutcome(
  host: NamedHost,
  path: string | null,
  { removal, removed: { removed, left } }: { readonly removal: Removal; readonly removed: Removed },
): Outcome {
  const names = removed.map(({ name }) => name);
  const targets = [...new Set(removed.flatMap(({ target }) => target ?? []))].map(printable);
  const of = targets.length === 0 ? '' : `, which led to ${targets.join(', ')}`;
  const here = removal.hub === null ? 'of this workspace' : 'of this hub';
  const none = left.length === 0 ? 'nothing to remove' : `nothing ${here} to remove`;
  return {
    json: { file: path, removed: names, left },
    lines: [
      names.length === 0 ? none : `removed ${names.join(', ')}${of}`,
      ...left.map(
        ({ name, target }) =>
          `left ${name}, which ${leadsTo(target)}; \`${removalCommand(host, target, removal.dir)}\` removes it`,
      ),
    ],
  };
}
