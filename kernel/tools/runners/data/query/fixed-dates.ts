/** @module fixed-dates: SQLite's date functions without access to the machine's clock and time zone. */
import { DatabaseSync } from 'node:sqlite';
import type { SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';

/** Date functions by name, with the number of arguments before the time. Without a time, they read the clock. */
const FUNCTIONS = {
  date: 0,
  time: 0,
  datetime: 0,
  julianday: 0,
  unixepoch: 0,
  strftime: 1,
  timediff: 1,
} as const;
/** Times and modifiers that depend on the machine's clock or time zone. */
const MACHINE_TIME = /^\s*(?:now|localtime|utc)\s*$/i;

/**
 * Overrides SQLite's functions of the same names. The overrides compute explicit times on a second connection and throw
 * for `now`, a missing time and the local time zone. Dispose of the result after the last query.
 */
export function fixedDates(db: DatabaseSync): Disposable {
  const inner = new DatabaseSync(':memory:', { allowExtension: false });
  const statements = new Map<string, StatementSync>();
  const answer = (name: string, args: readonly SQLInputValue[]): SQLOutputValue => {
    const call = `${name}(${args.map(() => '?').join(', ')})`;
    const statement = statements.get(call) ?? inner.prepare(`SELECT ${call} AS value`);
    // Keep integers integers
    statement.setReadBigInts(true);
    statements.set(call, statement);
    return statement.get(...args)?.['value'] ?? null;
  };
  for (const [name, before] of Object.entries(FUNCTIONS)) {
    db.function(name, { varargs: true, deterministic: true }, (...args: SQLInputValue[]) => {
      const machineTime = args.find((one) => typeof one === 'string' && MACHINE_TIME.test(one));
      if (args.length <= before || machineTime !== undefined) {
        throw new Error(
          `${name}() needs the current time, which a query does not have; pass a time, such as '2026-01-31'`,
        );
      }
      return answer(name, args);
    });
  }
  return { [Symbol.dispose]: () => inner.close() };
}
