/** @module config: prints, installs or removes a host's configuration for the servers. */
import { printable } from '../../../kernel/base/text/printable.ts';
import { type Call, type Outcome, textOf } from '../command.ts';
import { didYouMean } from '../did-you-mean.ts';
import { CliFailure, misuse } from '../failure.ts';
import {
  leadsTo,
  type NamedHost,
  otherTarget,
  removalCommand,
  startFolder,
} from '../hosts/belonging.ts';
import { addServers } from '../hosts/host-program.ts';
import { type Host, HOSTS, type JsonValue } from '../hosts/hosts.ts';
import { entriesIn, type JsonFile, rewrite, withServers } from '../hosts/json-file.ts';
import { nextSteps } from '../hosts/next-steps.ts';
import { hubServers, hubUrl, type Server, startedServers } from '../hosts/servers.ts';
import {
  knownNames,
  namesIn,
  programmedOf,
  type Target,
  targetIn,
  TOKEN_INPUT,
} from '../hosts/target.ts';
import { tomlOf } from '../hosts/toml.ts';
import { installedServers } from '../installation.ts';
import { openSession, workspaceDir } from '../session.ts';
import { uninstall } from './config-removal.ts';

const TOOLSETS = ['default', 'more', 'all'];

/** Prints the configuration, or installs or removes it with `--write` or `--remove`. */
export async function configureHost(call: Call): Promise<Outcome> {
  const host = hostOf(call);
  const [writes, removes] = [call.values['write'] === true, call.values['remove'] === true];
  if (writes && removes) throw misuse('--write and --remove exclude each other', 'use one of them');
  if (call.values['all'] === true && !removes) {
    throw misuse('--all requires --remove', 'add --remove, or omit --all');
  }
  if (removes) return await uninstall(call, host);
  const dir = workspaceDir(call);
  const target = targetIn(call, host, { dir, isRead: writes });
  const { path } = target;
  const servers = await serversOf(call, target, dir);
  if (host.unsure !== undefined) call.terminal.err(`not confirmed: ${host.unsure}`);
  const names = servers.map(({ name }) => name);
  const steps = nextSteps(host, printable(dir), names);
  if (writes) {
    const outcome = await install(call, target, { servers, dir });
    if (outcome.exit === undefined) printSteps(call, steps);
    return outcome;
  }
  call.terminal.err(
    `add this to ${path === null ? `the configuration of ${host.title}` : printable(path)}`,
  );
  printSteps(call, steps);
  return { json: wholeOf(host, servers), lines: blockLines(host, servers) };
}

/** Prints what to do next, on standard error: the output is the configuration alone. */
function printSteps({ terminal }: Call, steps: readonly string[]): void {
  for (const step of steps) terminal.err(`next: ${step}`);
}

/** The host of `--for`. @throws CliFailure with exit code 2. */
function hostOf(call: Call): NamedHost {
  const name = textOf(call, 'for');
  const known = Object.keys(HOSTS);
  if (name === null) throw misuse('--for HOST is missing', `hosts: ${known.join(', ')}`);
  const host = Object.hasOwn(HOSTS, name) ? HOSTS[name] : undefined;
  if (host !== undefined) return { ...host, name };
  throw misuse(
    `unknown host \`${printable(name)}\`, expected one of ${known.join(', ')}`,
    didYouMean(name, known, 'most other hosts accept the output of --for claude'),
  );
}

/** The agent of `--agent`, null without it. @throws CliFailure for an unknown agent. */
async function agentOf(
  call: Call,
): Promise<{ readonly name: string; readonly hasToken: boolean } | null> {
  const name = textOf(call, 'agent');
  if (name === null) return null;
  await using session = openSession(call);
  const active = session.registry().agents.filter(({ status }) => status === 'active');
  const agent = active.find((one) => one.name === name);
  if (agent !== undefined) return { name, hasToken: agent.token_hash !== null };
  const names = active.map((one) => one.name);
  throw new CliFailure(
    `\`${printable(name)}\` is not an active agent`,
    didYouMean(name, names, 'run `plumbline agent list`'),
  );
}

/** The servers of a call: programs, or with `--http` those of a hub. */
async function serversOf(
  call: Call,
  { host, path }: Target,
  dir: string,
): Promise<readonly Server[]> {
  const servers = namesIn(call, 'servers', [...installedServers(), 'all']) ?? installedServers();
  const toolsets = namesIn(call, 'toolsets', TOOLSETS);
  const agent = await agentOf(call);
  const hub = textOf(call, 'http');
  if (hub !== null) {
    if (toolsets !== null) {
      throw misuse('--toolsets cannot be used with --http', 'pass --toolsets to `plumbline serve`');
    }
    printTokenSource(call, host, agent);
    const at = { hub: hubUrl(hub), hasToken: agent !== null, file: path };
    return hubServers(host, servers, at);
  }
  const env = agent === null ? {} : environmentOf(call, host, agent);
  return startedServers(host, servers, { dir, toolsets, env });
}

/** The environment with which the servers act as this agent; prints the source of its token. */
function environmentOf(
  call: Call,
  { title, token }: Host,
  { name, hasToken }: { readonly name: string; readonly hasToken: boolean },
): Readonly<Record<string, string>> {
  if (!hasToken) return { PLUMBLINE_AGENT: name };
  if (token === null) {
    call.terminal.err(
      `${printable(name)} has a token: set PLUMBLINE_TOKEN in the environment in which ${title} runs`,
    );
    return { PLUMBLINE_AGENT: name };
  }
  const source = token.includes('input') ? 'prompts for it' : 'reads it from its environment';
  call.terminal.err(
    `${printable(name)} has a token, which is not written to the file: ${title} ${source}`,
  );
  return { PLUMBLINE_AGENT: name, PLUMBLINE_TOKEN: token };
}

/** Prints the source of the token for a hub. @throws CliFailure for an agent without a token: a name is not sufficient over HTTP. */
function printTokenSource(
  call: Call,
  { title, token, program }: Host,
  agent: { readonly name: string; readonly hasToken: boolean } | null,
): void {
  if (agent === null) {
    call.terminal.err(
      'these entries send no token, which a hub requires unless it runs with --oauth or --default-agent: name an agent that has one with --agent',
    );
    return;
  }
  const name = printable(agent.name);
  if (!agent.hasToken) {
    throw new CliFailure(
      `\`${name}\` has no token; over HTTP an agent is identified by its token`,
      `run \`plumbline agent token ${name}\``,
    );
  }
  const source =
    token === null && program === null
      ? `add the header \`Authorization: Bearer TOKEN\` to each entry in the way ${title} stores secrets`
      : `${title} ${token?.includes('input') === true ? 'prompts for it' : 'reads it from PLUMBLINE_TOKEN in its environment'}`;
  call.terminal.err(`${name} has a token, which is not written to the file: ${source}`);
}

/** Inputs for which the host must prompt: the token, if an entry refers to it as an input. */
function inputsOf({ token }: Host, servers: readonly Server[]): readonly JsonValue[] {
  const isInput = token?.includes('input') === true && JSON.stringify(servers).includes(token);
  return isInput ? [TOKEN_INPUT] : [];
}

/** The whole block to add to the host's file. */
function wholeOf(host: Host, servers: readonly Server[]): Readonly<Record<string, JsonValue>> {
  const inputs = inputsOf(host, servers);
  const entries = Object.fromEntries(servers.map(({ name, entry }) => [name, entry]));
  return { ...(inputs.length === 0 ? {} : { inputs }), [host.key]: entries };
}

function blockLines(host: Host, servers: readonly Server[]): readonly string[] {
  return host.program === null
    ? [JSON.stringify(wholeOf(host, servers), null, 2)]
    : [tomlOf(host.key, servers)];
}

/** Installs the servers; if that is not possible without loss, prints the block and the reason, with exit code 1. */
async function install(
  call: Call,
  { host, path, file }: Target,
  { servers, dir }: { readonly servers: readonly Server[]; readonly dir: string },
): Promise<Outcome> {
  const whole = wholeOf(host, servers);
  const block = blockLines(host, servers);
  const byHand = (reason: string): Outcome => ({
    exit: 1,
    json: { file: path, changed: false, reason, ...whole },
    lines: [
      `not installed: ${reason}`,
      `add this to ${path === null ? `the configuration of ${host.title}` : printable(path)}:`,
      '',
      ...block,
    ],
  });
  const programmed = programmedOf(host, path);
  if (programmed !== null) {
    const reason = await addServers(programmed, servers, call.terminal);
    if (reason !== null) return byHand(reason);
    const lines = [
      `added to ${printable(programmed.path)} with \`${programmed.program.program} mcp add\`:`,
      '',
      ...block,
    ];
    return { json: { file: path, changed: true, ...whole }, lines };
  }
  if (path === null) return byHand(`the location of ${host.title}'s file is not known`);
  const inputs = inputsOf(host, servers);
  const after = file === null ? null : withServers(file, host, servers, { inputs, dir });
  if (file === null || after === null) {
    return byHand(`${printable(path)} is not plain JSON, and was not changed`);
  }
  const changed = await rewrite(file, after);
  if (textOf(call, 'agent') === null) printKeptAgents(call, host, file);
  printOthers(call, { host, path, file }, { servers, dir });
  const line = changed
    ? file.text === null
      ? `wrote ${printable(path)}:`
      : `wrote to ${printable(path)}, keeping the rest of its content:`
    : `${printable(path)} already has this configuration; nothing was changed:`;
  return { json: { file: path, changed, ...whole }, lines: [line, '', ...block] };
}

/** Names the agents in our entries of the file: without `--agent`, the host stays connected as these agents. */
function printKeptAgents(call: Call, host: Host, file: JsonFile): void {
  const { title, environment } = host;
  const present = entriesIn(file, host);
  const agents = knownNames().flatMap((name): readonly unknown[] => {
    const agent: unknown = Object(present[name]?.[environment])['PLUMBLINE_AGENT'];
    return agent === undefined ? [] : [agent];
  });
  for (const name of new Set(agents)) {
    call.terminal.err(
      `${title} stays connected as the agent \`${printable(String(name))}\` that the file names; --agent NAME changes it`,
    );
  }
}

/** Names the entries of other workspaces that the file has, which the host also starts. */
function printOthers(
  call: Call,
  { host, path, file }: Target,
  { servers, dir }: { readonly servers: readonly Server[]; readonly dir: string },
): void {
  const written = new Set(servers.map(({ name }) => name));
  for (const [name, entry] of Object.entries(file === null ? {} : entriesIn(file, host))) {
    if (written.has(name) || !knownNames().includes(name)) continue;
    const other = otherTarget(entry, servers[0]?.entry, startFolder(host, dir));
    if (other === null) continue;
    call.terminal.err(
      `${printable(path ?? '')} also has \`${name}\`, which ${leadsTo(other)}; \`${removalCommand(host, other, dir)}\` removes it`,
    );
  }
}
