/** @module request-queue: a fair queue of requests: in order for each client, round robin over clients. */

/** A queue of `T` with a lane for each client. */
export type RequestQueue<T> = {
  readonly add: (client: object, request: T) => void;
  /** Number of queued requests of this client. */
  readonly count: (client: object) => number;
  /** The next requests, at most `limit`: the first of each client, then the second of each, and so on. */
  readonly take: (limit: number) => readonly T[];
};

/** An empty queue. No client waits behind the long lane of another. */
export function openRequestQueue<T>(): RequestQueue<T> {
  const lanes = new Map<object, T[]>();
  return {
    add(client, request) {
      const lane = lanes.get(client);
      if (lane === undefined) lanes.set(client, [request]);
      else lane.push(request);
    },
    count: (client) => lanes.get(client)?.length ?? 0,
    take(limit) {
      const batch: T[] = [];
      let before = -1;
      for (let depth = 0; batch.length > before && batch.length < limit; depth += 1) {
        before = batch.length;
        for (const lane of lanes.values()) {
          const next = lane[depth];
          if (next !== undefined && batch.length < limit) batch.push(next);
        }
      }
      removeTaken(lanes, new Set(batch));
      return batch;
    },
  };
}

function removeTaken<T>(lanes: Map<object, T[]>, taken: ReadonlySet<T>): void {
  for (const [client, lane] of lanes) {
    const rest = lane.findIndex((request) => !taken.has(request));
    if (rest === -1) lanes.delete(client);
    else lane.splice(0, rest);
  }
}
