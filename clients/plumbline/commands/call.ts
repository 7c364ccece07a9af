/** @module call: calls a tool for a person, through the same gate as a call of any agent; a preview unless `--commit` is given. */
import { nearestTool } from '../../../kernel/base/text/nearest-tool.ts';
import { printable } from '../../../kernel/base/text/printable.ts';
import { argumentValues, type Given, givenArguments } from '../calls/given-arguments.ts';
import { missingArguments, type StoredTool, storedTools } from '../calls/stored-tools.ts';
import { branchOf, connected, outcomeOf, toolNamed, unlisted } from '../calls/tool-call.ts';
import { argumentLines, exampleCall, toolHelp, toolLines } from '../calls/tool-help.ts';
import { type Call, type Outcome, textOf } from '../command.ts';
import { didYouMean } from '../did-you-mean.ts';
import { misuse } from '../failure.ts';
import { readTextFile } from '../inputs/files.ts';
import { installedServers } from '../installation.ts';
import { ALL_SERVERS } from '../usages/options.ts';

/** Calls one tool with the arguments of `--arg` or `--arguments`; without a tool, lists the tools. */
export async function callTool(call: Call): Promise<Outcome> {
  const [name] = call.positionals;
  const server = serverOf(call);
  if (name === undefined) return listTools(call, toolsOf(server));
  const given = await givenArguments(call);
  assertComplete(call, toolsOf(server), given);
  return await connected(call, server, async (connection, tools) => {
    const tool = tools.find((one) => one.name === name) ?? unlisted(name);
    const args = argumentValues(given, tool.arguments);
    return await outcomeOf(call, connection, { tool, args });
  });
}

/** The server of `--server`, by default all of them. @throws CliFailure with exit code 2 for an unknown one */
function serverOf(call: Call): string {
  const server = textOf(call, 'server') ?? ALL_SERVERS;
  const known = [...installedServers(), ALL_SERVERS];
  if (known.includes(server)) return server;
  throw misuse(
    `unknown server \`${printable(server)}\`, expected one of ${known.join(', ')}`,
    didYouMean(server, known, 'leave --server out to use all of them'),
  );
}

function toolsOf(server: string): readonly StoredTool[] {
  const tools = storedTools();
  return server === ALL_SERVERS ? tools : tools.filter(({ servers }) => servers.includes(server));
}

function listTools(call: Call, tools: readonly StoredTool[]): Outcome {
  const options = ['arg', 'arguments', 'as', 'reason', 'commit', 'all'];
  if (options.some((option) => call.values[option] !== undefined)) {
    throw misuse('the tool is missing', 'run `plumbline call` for the list of tools');
  }
  return {
    json: tools.map(({ name, title, description, servers }) => ({
      name,
      servers,
      title,
      description,
    })),
    lines: [
      ...toolLines(tools, call.terminal.width),
      '',
      `${tools.length} tools; \`plumbline call TOOL --help\` lists the arguments of one`,
    ],
  };
}

/** The description and arguments of the tool that the call names. @throws CliFailure for an unknown tool */
export function describeTool(call: Call): Promise<Outcome> {
  const [name = ''] = call.positionals;
  const tools = toolsOf(serverOf(call));
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) {
    const near = nearestTool(
      name,
      tools.map((one) => one.name),
    );
    throw misuse(
      `there is no tool \`${printable(name)}\``,
      near === null
        ? 'run `plumbline call` for the list of tools'
        : `did you mean \`plumbline call ${near} --help\`?`,
    );
  }
  const { args, ...described } = tool;
  const json = { ...described, arguments: args };
  return Promise.resolve({ json, lines: toolHelp(tool, call.terminal.width) });
}

/** Refuses a call without a required argument, with a list of the missing ones. @throws CliFailure with exit code 2 */
function assertComplete(call: Call, tools: readonly StoredTool[], given: Given): void {
  const tool = tools.find(({ name }) => name === call.positionals[0]);
  if (tool === undefined) return;
  const names = 'values' in given ? Object.keys(given.values) : given.texts.keys();
  const missing = missingArguments(tool, names);
  if (missing.length === 0) return;
  const lines = argumentLines(missing, call.terminal.width);
  throw misuse(
    [
      `\`${tool.name}\` requires ${missing.length === 1 ? 'this argument' : 'these arguments'}:`,
      ...lines,
    ].join('\n'),
    `${exampleCall(tool)}; \`plumbline call ${tool.name} --help\` lists all arguments`,
  );
}

/** Runs a script of the modelling language from a file or from standard input. */
export async function runScript(call: Call): Promise<Outcome> {
  const [file = ''] = call.positionals;
  const script =
    file === '-'
      ? await call.terminal.readInput()
      : readTextFile(call, file, 'a script of the modelling language: docs/script.md');
  return await connected(call, 'geometry', async (connection, tools) => {
    const args = { script, branch: branchOf(call) };
    return await outcomeOf(call, connection, { tool: toolNamed(tools, 'run_script'), args });
  });
}
