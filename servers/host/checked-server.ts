/** @module checked-server: the SDK's server, which refuses invalid parameters of any method in our words. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  type AnyObjectSchema,
  getLiteralValue,
  getObjectShape,
  safeParse,
} from '@modelcontextprotocol/sdk/server/zod-compat.js';
import { Protocol } from '@modelcontextprotocol/sdk/shared/protocol.js';
import * as z from 'zod';

import { invalidParams } from './invalid-params.ts';

/**
 * The SDK answers parameters that do not fit with -32603 and the issues of its schema; JSON-RPC 2.0 has -32602 for them.
 * This class checks the parameters of each handler, also of those that the SDK sets itself.
 */
export class CheckedServer extends Server {
  override setRequestHandler<T extends AnyObjectSchema>(
    schema: T,
    handler: Parameters<typeof Server.prototype.setRequestHandler<T>>[1],
  ): void {
    const named = getObjectShape(schema)?.['method'];
    const method = String(named === undefined ? '' : getLiteralValue(named));
    const anyParams = z.looseObject({ method: z.literal(method) });
    // Not that of the SDK's server, which checks `tools/call` first and answers with its issues.
    Protocol.prototype.setRequestHandler.call(this, anyParams, async (request, extra) => {
      const parsed = safeParse(schema, request);
      if (parsed.success) return await handler(parsed.data, extra);
      const { error } = parsed;
      throw invalidParams(
        method,
        request,
        error instanceof Error && 'issues' in error && error.issues,
      );
    });
  }
}
