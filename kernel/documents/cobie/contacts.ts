/** @module contacts: the people, agents and companies that a workbook names, as rows of the sheet Contact. */
import { compareText } from '../../base/canonical/deep-equal.ts';
import { textCell, timeCell } from './cell-text.ts';
import { type CobieRow, NA } from './check.ts';
import { type CobieSource, type Origin, type StatedContact, SYSTEM } from './source.ts';

/** `CreatedBy` and `CreatedOn` of a row. */
export type Created = { readonly CreatedBy: string; readonly CreatedOn: string };

/** Domain of contacts whose address is unknown; RFC 2606 reserves `.invalid`, so that it is nobody's address. */
const UNKNOWN_DOMAIN = 'plumbline.invalid';
/** Longest local part of an address, characters (RFC 5321). */
const LOCAL_CHARS = 64;
const EMAIL = /^[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}$/u;

type Contact = { readonly of: string; readonly row: CobieRow; readonly created: Created };

/** The contacts of one workbook. */
export class Contacts {
  readonly #at: string;
  /** What the caller states, by what it is about. */
  readonly #stated: ReadonlyMap<string, StatedContact>;
  readonly #emails = new Map<string, string>();
  readonly #contacts = new Map<string, Contact>();

  constructor({ at, contacts }: Pick<CobieSource, 'at' | 'contacts'>) {
    this.#at = at;
    this.#stated = new Map(contacts.map((one) => [one.of, one]));
  }

  /** Who created a row, and when. Without an origin: the contact `unknown` and the time of the last change. */
  created(origin: Origin | null): Created {
    const CreatedOn = timeCell(origin?.at ?? this.#at);
    if (origin === null) return { CreatedBy: this.#unknown(CreatedOn), CreatedOn };
    const { user_id, agent_id } = origin;
    const id = agent_id ?? user_id;
    const kind = agent_id === null ? 'user' : 'agent';
    const CreatedBy = this.#emailOf(`${kind} ${id}`, id);
    const known = this.#contacts.get(CreatedBy);
    if (known === undefined || known.created.CreatedOn > CreatedOn) {
      const row = {
        ExternalSystem: SYSTEM,
        ExternalObject: kind,
        ExternalIdentifier: textCell(id),
      };
      this.#contacts.set(CreatedBy, { of: id, row, created: { CreatedBy, CreatedOn } });
    }
    return { CreatedBy, CreatedOn };
  }

  /** The address of a company that a property names: by its address, or by its name. */
  company(text: string, created: Created): string {
    const name = text.trim();
    const email = this.#emailOf(`company ${name}`, name);
    if (!this.#contacts.has(email)) {
      const row = { Company: EMAIL.test(name) ? NA : textCell(name) };
      this.#contacts.set(email, { of: name, row, created });
    }
    return email;
  }

  /** The rows by address. A contact of the log created itself. */
  rows(): readonly CobieRow[] {
    return [...this.#contacts]
      .toSorted(([a], [b]) => compareText(a, b))
      .map(([Email, { of, row, created }]) =>
        Object.assign({ Email }, created, row, statedColumns(this.#stated.get(of))),
      );
  }

  /** What the caller states contacts of, but no row names. */
  unnamed(): readonly string[] {
    const named = new Set([...this.#contacts.values()].map(({ of }) => of));
    return [...this.#stated.keys()].filter((of) => !named.has(of));
  }

  /** What rows are about: ids of users and agents, names and addresses of companies; sorted. */
  named(): readonly string[] {
    return [...new Set([...this.#contacts.values()].map(({ of }) => of))].toSorted(compareText);
  }

  #unknown(CreatedOn: string): string {
    const email = this.#emailOf('unknown', 'unknown');
    if (!this.#contacts.has(email)) {
      const created = { CreatedBy: email, CreatedOn };
      this.#contacts.set(email, { of: 'unknown', row: {}, created });
    }
    return email;
  }

  #emailOf(key: string, text: string): string {
    const known = this.#emails.get(key);
    if (known !== undefined) return known;
    const stated = this.#stated.get(text)?.email ?? text;
    const email = EMAIL.test(stated) ? stated : this.#freeEmail(text);
    this.#emails.set(key, email);
    return email;
  }

  #freeEmail(text: string): string {
    const local = text
      .replaceAll(/[^A-Za-z0-9_]+/gu, '-')
      .slice(0, LOCAL_CHARS - 8)
      .replaceAll(/^-|-$/gu, '');
    const taken = new Set(this.#emails.values());
    for (let number = 1; ; number += 1) {
      const ending = number === 1 ? '' : `-${number}`;
      const email = `${local === '' ? 'unnamed' : local}${ending}@${UNKNOWN_DOMAIN}`;
      if (!taken.has(email)) return email;
    }
  }
}

/** The columns that a caller states. */
function statedColumns(stated: StatedContact | undefined): CobieRow {
  if (stated === undefined) return {};
  const { category, company, phone, given_name, family_name } = stated;
  const columns = {
    Category: category,
    Company: company,
    Phone: phone,
    GivenName: given_name,
    FamilyName: family_name,
  };
  return Object.fromEntries(
    Object.entries(columns).flatMap(([column, text]) =>
      text === undefined ? [] : [[column, textCell(text)]],
    ),
  );
}
