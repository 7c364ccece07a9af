/** @module agent-client: an MCP client over stdio, in the role of an agent's host. */
import { type Answer, connectServer, type Progress } from '../calls/server-connection.ts';

/** A connected agent. */
export type AgentClient = {
  readonly tools: () => Promise<readonly string[]>;
  readonly call: (
    tool: string,
    args: Readonly<Record<string, unknown>>,
    onProgress?: (progress: Progress) => void,
  ) => Promise<Answer>;
  readonly close: () => Promise<void>;
};

/** Starts one server as a child process and connects to it. @throws CliFailure with the server's output if it does not start */
export async function connectAgent(
  server: string,
  dir: string,
  words: readonly string[] = [],
): Promise<AgentClient> {
  const { tools, call, close } = await connectServer(server, dir, { words });
  return { tools: async () => (await tools()).map(({ name }) => name), call, close };
}
