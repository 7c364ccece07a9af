/** @module fixed-dates: the date functions of SQLite without the clock and the time zone of the machine. */
import { DatabaseSync } from 'node:sqlite';
import type { SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';

/** The functions, with how many arguments they have before a time; without a time they ask the clock. */
const FUNCTIONS = {
  date: 0,
  time: 0,
  datetime: 0,
  julianday: 0,
  unixepoch: 0,
  strftime: 1,
  timediff: 1,
} as const;
/** Times and modifiers that depend on when, or where, they are asked. */
const OF_THE_MACHINE = /^\s*(?:now|localtime|utc)\s*$/i;

/**
 * Puts functions of the same names in front of those of SQLite, which answer for times that are given, computed by a second
 * connection, and throw for `now`, no time, and the local time zone. Dispose of it after the last query.
 */
export function fixedDates(db: DatabaseSync): Disposable {
  const inner = new DatabaseSync(':memory:', { allowExtension: false });
  const statements = new Map<string, StatementSync>();
  const answer = (name: string, given: readonly SQLInputValue[]): SQLOutputValue => {
    const call = `${name}(${given.map(() => '?').join(', ')})`;
    const statement = statements.get(call) ?? inner.prepare(`SELECT ${call} AS value`);
    // A whole number stays one
    statement.setReadBigInts(true);
    statements.set(call, statement);
    return statement.get(...given)?.['value'] ?? null;
  };
  for (const [name, before] of Object.entries(FUNCTIONS)) {
    db.function(name, { varargs: true, deterministic: true }, (...given: SQLInputValue[]) => {
      const asked = given.find((one) => typeof one === 'string' && OF_THE_MACHINE.test(one));
      if (given.length <= before || asked !== undefined) {
        throw new Error(
          `${name}() asks for the time of the machine, which a query has not; give it a time, such as '2026-01-31'`,
        );
      }
      return answer(name, given);
    });
  }
  return { [Symbol.dispose]: () => inner.close() };
}
