/** @module key-card: the lines above the key in an approver's key file, which name its owner and its log. */

/** Lines above the encrypted key, which other programs skip (RFC 7468). */
export type KeyCard = {
  readonly approver: string;
  readonly workspace_id: string;
  /** Public key of the log, 32 bytes in base64; a hub with another key is refused. */
  readonly log_key: string;
};

const BEGIN = '-----BEGIN ';
const LINES = { approver: 'approver', workspace_id: 'workspace', log_key: 'log-key' } as const;

/** The lines of a card. */
export function cardLines(card: KeyCard): string {
  return `${LINES.approver}: ${card.approver}\n${LINES.workspace_id}: ${card.workspace_id}\n${LINES.log_key}: ${card.log_key}\n`;
}

/** The card and the key in the text of a file; missing fields of the card are null. */
export function readKeyText(text: string): {
  readonly card: { readonly [Name in keyof KeyCard]: string | null };
  readonly pem: string;
} {
  const at = text.startsWith(BEGIN) ? 0 : text.indexOf(`\n${BEGIN}`) + 1;
  const head = text.slice(0, at).split('\n');
  const line = (name: string): string | null =>
    head
      .find((one) => one.startsWith(`${name}: `))
      ?.slice(name.length + 2)
      .trim() ?? null;
  return {
    card: {
      approver: line(LINES.approver),
      workspace_id: line(LINES.workspace_id),
      log_key: line(LINES.log_key),
    },
    pem: text.slice(at),
  };
}
