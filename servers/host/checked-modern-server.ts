/** @module checked-modern-server: the SDK's server of 2026-07-28, which refuses invalid parameters in our words. */
import { ProtocolError, Server, specTypeSchemas } from '@modelcontextprotocol/server';

import { invalidParams } from './invalid-params.ts';

/** The schemas of the requests with parameters that the server answers. */
const REQUESTS = {
  'tools/list': specTypeSchemas.ListToolsRequest,
  'tools/call': specTypeSchemas.CallToolRequest,
  'resources/list': specTypeSchemas.ListResourcesRequest,
  'resources/templates/list': specTypeSchemas.ListResourceTemplatesRequest,
  'resources/read': specTypeSchemas.ReadResourceRequest,
  'prompts/list': specTypeSchemas.ListPromptsRequest,
  'prompts/get': specTypeSchemas.GetPromptRequest,
  'completion/complete': specTypeSchemas.CompleteRequest,
} as const;

const isChecked = (method: string): method is keyof typeof REQUESTS =>
  Object.hasOwn(REQUESTS, method);

type Wrapping = Server['_wrapHandler'];

/** The SDK answers parameters that do not fit with -32603 and the issues of its schema; JSON-RPC 2.0 has -32602 for them. */
export class CheckedModernServer extends Server {
  protected override _wrapHandler(
    ...[method, handler]: Parameters<Wrapping>
  ): ReturnType<Wrapping> {
    // oxlint-disable-next-line no-underscore-dangle -- the SDK's hook for subclasses has this name
    const wrapped = super._wrapHandler(method, handler);
    if (!isChecked(method)) return wrapped;
    return async (request, context) => {
      const { issues } = REQUESTS[method]['~standard'].validate(request);
      if (issues === undefined) return await wrapped(request, context);
      const { code, message } = invalidParams(method, request, issues);
      throw new ProtocolError(code, message);
    };
  }
}
