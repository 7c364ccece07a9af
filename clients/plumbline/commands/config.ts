/** @module config: the configuration with which a host starts the servers, printed or written where the host looks. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { nearest } from '../../../kernel/text/nearest.ts';
import { type Call, type Command, type Outcome, textOf } from '../command.ts';
import { CliFailure, misuse } from '../failure.ts';
import { textOfFile } from '../given-file.ts';
import { environmentField, heldEnvironment, mergedEnvironment } from '../hosts/held-environment.ts';
import { type Host, HOSTS, type Machine, type Started } from '../hosts/hosts.ts';
import { jsoncValue, type JsonValue } from '../hosts/jsonc.ts';
import { mergeIntoFile, type Setting } from '../hosts/merged-config.ts';
import { assertSameForm, type Entries, hubUrl, remoteEntries } from '../hosts/remote-entries.ts';
import { tomlValue } from '../hosts/toml-table.ts';
import { LAUNCHER } from '../installation.ts';
import { printable } from '../printable.ts';
import { openSession, workspaceDir } from '../session.ts';

/** Servers in order; those whose folder is missing are left out. */
const SERVERS = ['geometry', 'spatial', 'validation', 'documentation', 'mpt', 'pseudo-axion'];
const TOOLSETS = ['default', 'more', 'all'];

/** Servers of this installation. */
export function installedServers(): readonly string[] {
  return SERVERS.filter((name) =>
    existsSync(new URL(`../../../servers/${name}/`, import.meta.url)),
  );
}

/** The host that is asked for. Throws CliFailure with exit code 2. */
function hostOf(call: Call): Host {
  const name = textOf(call, 'for');
  const known = Object.keys(HOSTS);
  if (name === null) throw misuse('got no host, want --for HOST', `hosts: ${known.join(', ')}`);
  const host = Object.hasOwn(HOSTS, name) ? HOSTS[name] : undefined;
  if (host !== undefined) return host;
  const near = nearest(name, known);
  throw misuse(
    `got the host \`${printable(name)}\`, want one of ${known.join(', ')}`,
    near === null
      ? 'any other host: most take what --for claude prints'
      : `did you mean \`${near}\`?`,
  );
}

/** The names in a comma-separated option; null where it is not given. Throws CliFailure with exit code 2. */
function listOf(call: Call, option: string, known: readonly string[]): readonly string[] | null {
  const text = textOf(call, option);
  if (text === null) return null;
  const names = text.split(',').map((name) => name.trim());
  const strange = names.find((name) => !known.includes(name));
  if (strange === undefined) return names;
  const near = nearest(strange, known);
  throw misuse(
    `got \`${printable(strange)}\` in --${option}, want some of ${known.join(', ')}`,
    near === null ? 'name some of them' : `did you mean \`${near}\`?`,
  );
}

/** Whether the agent of --agent has a token; null without --agent. Throws CliFailure for an unknown agent. */
async function agentOf(
  call: Call,
): Promise<{ readonly name: string; readonly hasToken: boolean } | null> {
  const name = textOf(call, 'agent');
  if (name === null) return null;
  await using session = openSession(call);
  const { agents } = session.registry();
  const active = agents.filter(({ status }) => status === 'active');
  const agent = active.find((one) => one.name === name);
  if (agent === undefined) {
    const near = nearest(
      name,
      active.map((one) => one.name),
    );
    throw new CliFailure(
      1,
      `got \`${printable(name)}\`, want an active agent`,
      near === null ? 'run `plumbline agent list`' : `did you mean \`${printable(near)}\`?`,
    );
  }
  return { name, hasToken: agent.token_hash !== null };
}

/** The environment that makes the servers those of the agent of --agent; empty without it. */
async function environmentOf(call: Call, host: Host): Promise<Readonly<Record<string, string>>> {
  const agent = await agentOf(call);
  if (agent === null) return {};
  const { name } = agent;
  if (!agent.hasToken) return { PLUMBLINE_AGENT: name };
  if (host.token === null) {
    call.terminal.err(
      `${printable(name)} has a token: the environment in which ${host.title} runs must have it in PLUMBLINE_TOKEN`,
    );
    return { PLUMBLINE_AGENT: name };
  }
  const given = host.token.includes('input') ? 'asks for it' : 'takes it from its environment';
  call.terminal.err(
    `${printable(name)} has a token, which is not in this file: ${host.title} ${given}`,
  );
  return { PLUMBLINE_AGENT: name, PLUMBLINE_TOKEN: host.token };
}

/** The entries by name, with absolute paths: hosts have another PATH and start servers anywhere. */
async function entriesOf(
  call: Call,
  host: Host,
  { dir, file }: { readonly dir: string; readonly file: string | null },
): Promise<Entries> {
  const known = installedServers();
  const servers = listOf(call, 'servers', [...known, 'all']) ?? known;
  const toolsets = listOf(call, 'toolsets', TOOLSETS);
  const given = await environmentOf(call, host);
  const kept = new Set<string>();
  const entries = servers.map((server) => {
    const name = server === 'all' ? 'plumbline' : `plumbline-${server}`;
    const env = mergedEnvironment(heldEnvironment(host, file, name), given);
    const { PLUMBLINE_AGENT: agent } = env;
    if (agent !== undefined && given['PLUMBLINE_AGENT'] === undefined) kept.add(agent);
    const started: Started = {
      command: process.execPath,
      args: [LAUNCHER, 'mcp', server, '--workspace', dir].concat(
        toolsets === null ? [] : ['--toolsets', toolsets.join(',')],
      ),
      env,
    };
    return [name, host.entry(started)] as const;
  });
  for (const agent of kept) {
    call.terminal.err(
      `${host.title} stays the agent \`${printable(agent)}\` that the file makes it; --agent NAME makes it another one, the default agent too`,
    );
  }
  return Object.fromEntries(entries);
}

/** The entries of servers that a hub serves. Throws CliFailure for an agent without a token: over HTTP a name is nobody. */
async function remoteEntriesOf(
  call: Call,
  host: Host,
  { address, file }: { readonly address: string; readonly file: string | null },
): Promise<Entries> {
  if (textOf(call, 'toolsets') !== null) {
    throw misuse('got --toolsets with --http', 'give it to `plumbline serve`');
  }
  const known = installedServers();
  const servers = listOf(call, 'servers', [...known, 'all']) ?? known;
  const agent = await agentOf(call);
  if (agent?.hasToken === false) {
    throw new CliFailure(
      1,
      `\`${printable(agent.name)}\` has no token, and a name identifies nobody over HTTP`,
      `run \`plumbline agent token ${printable(agent.name)}\``,
    );
  }
  if (agent === null) {
    call.terminal.err(
      'these entries show no token, which a hub wants: name an agent that has one with --agent (not for a hub with --oauth or --default-agent)',
    );
  } else {
    const who = `${printable(agent.name)} has a token, which is not in this file`;
    call.terminal.err(
      host.token === null && host.form === 'json'
        ? `${who}: add the header \`Authorization: Bearer TOKEN\` to each entry as ${host.title} keeps secrets`
        : `${who}: ${host.title} ${host.token?.includes('input') === true ? 'asks for it' : 'takes it from its environment, PLUMBLINE_TOKEN'}`,
    );
  }
  return remoteEntries(host, servers, { hub: hubUrl(address), hasToken: agent !== null, file });
}

const TOKEN_INPUT = {
  type: 'promptString',
  id: 'plumbline-token',
  description: 'Token of the Plumbline agent',
  password: true,
};

/** The whole of what the file must hold. */
function wholeOf({ key, token }: Host, entries: Entries): Readonly<Record<string, JsonValue>> {
  const asks = token !== null && token.includes('input') && JSON.stringify(entries).includes(token);
  return { ...(asks ? { inputs: [TOKEN_INPUT] } : {}), [key]: entries };
}

function tomlOf(key: string, entries: Entries): string {
  const tables = Object.entries(entries).map(([name, entry]) => {
    const fields = Object.entries(entry).map(([field, value]) => `${field} = ${tomlValue(value)}`);
    return [`[${key}.${name}]`].concat(fields).join('\n');
  });
  return tables.join('\n\n');
}

function machineOf({ terminal: { env } }: Call, project: string): Machine {
  const home = env['HOME'] ?? homedir();
  const appData = env['APPDATA'] ?? join(home, 'AppData', 'Roaming');
  return { platform: process.platform, home, appData, project };
}

/** Each field of each entry on its own: what a person has added to an entry of ours stays. */
function settingsOf(
  whole: Readonly<Record<string, JsonValue>>,
  { host, file }: { readonly host: Host; readonly file: string },
  entries: Entries,
): readonly Setting[] {
  const { inputs } = whole;
  // An environment that is what it was keeps its lines and comments.
  const isHeld = (field: string, value: JsonValue, name: string): boolean =>
    field === environmentField(host) &&
    JSON.stringify(heldEnvironment(host, file, name)) === JSON.stringify(value);
  return [
    ...(inputs === undefined ? [] : [{ path: ['inputs'], value: inputs }]),
    ...Object.entries(entries).flatMap(([name, entry]) =>
      Object.entries(entry)
        .filter(([field, value]) => !isHeld(field, value, name))
        .map(([field, value]) => ({ path: [host.key, name, field], value })),
    ),
  ];
}

/** VS Code asks for a token through `inputs`, a list that may hold what others put there. */
function assertInputsFree(file: string): void {
  if (!existsSync(file)) return;
  const before = jsoncValue(textOfFile(file));
  const isObject = typeof before === 'object' && before !== null && !Array.isArray(before);
  if (!isObject || !Object.hasOwn(before, 'inputs')) return;
  if (JSON.stringify(Reflect.get(before, 'inputs')) === JSON.stringify([TOKEN_INPUT])) return;
  throw new CliFailure(
    1,
    `${printable(file)} has \`inputs\` already; it was left as it is`,
    'put in by hand what the same command prints without --write',
  );
}

async function written(host: Host, file: string | null, entries: Entries): Promise<Outcome> {
  if (file === null) {
    throw new CliFailure(
      1,
      `it is not known where ${host.title} looks on this system`,
      'put what the same command prints without --write into its configuration',
    );
  }
  const whole = wholeOf(host, entries);
  assertSameForm(host, file, entries);
  if (whole['inputs'] !== undefined) assertInputsFree(file);
  const changed = await mergeIntoFile(host, file, settingsOf(whole, { host, file }, entries));
  return {
    json: { file, changed, ...whole },
    lines: [
      changed
        ? `wrote into ${printable(file)}; everything else in it is as it was:`
        : `${printable(file)} holds this already; nothing was changed:`,
      '',
      ...shown(host, whole, entries),
    ],
  };
}

function shown(
  { form, key }: Host,
  whole: Readonly<Record<string, JsonValue>>,
  entries: Entries,
): readonly string[] {
  return form === 'toml' ? [tomlOf(key, entries)] : [JSON.stringify(whole, null, 2)];
}

export const configCommand: Command = {
  words: 'config',
  takes: [],
  summary: 'print what a host needs to start the servers, or write it where the host looks',
  options: {
    for: { type: 'string', value: 'HOST', help: Object.keys(HOSTS).join(', ') },
    servers: {
      type: 'string',
      value: 'NAME,…',
      help: 'these servers only, or `all` behind one connection',
    },
    toolsets: {
      type: 'string',
      value: 'NAME,…',
      help: 'tools that are not listed otherwise: more',
    },
    agent: {
      type: 'string',
      value: 'NAME',
      help: 'the agent that the host is (default: the default agent)',
    },
    http: {
      type: 'string',
      value: 'URL',
      help: 'the servers of the hub at this address, instead of programs',
    },
    write: { type: 'boolean', help: 'put it into the file that the host reads' },
  },
  async run(call) {
    const host = hostOf(call);
    const dir = workspaceDir(call);
    const file = host.file(machineOf(call, dir));
    const writes = call.values['write'] === true;
    const hub = textOf(call, 'http');
    const entries =
      hub === null
        ? await entriesOf(call, host, { dir, file: writes ? file : null })
        : await remoteEntriesOf(call, host, { address: hub, file });
    if (host.unsure !== undefined) call.terminal.err(`not confirmed: ${host.unsure}`);
    if (writes) return await written(host, file, entries);
    const whole = wholeOf(host, entries);
    call.terminal.err(
      `put this into ${file === null ? `the configuration of ${host.title}` : printable(file)}`,
    );
    return { json: whole, lines: shown(host, whole, entries) };
  },
};
