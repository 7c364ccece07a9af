/** @module tables: rows as JSON lines and as Parquet. */
import { parquetWriteBuffer } from 'hyparquet-writer';

import type { Column, Row } from './rows.ts';

/** One JSON object per line, members in the order of the columns. */
export function jsonLines(rows: readonly Row[]): Buffer {
  return Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''), 'utf8');
}

const PARQUET_TYPES = {
  text: 'STRING',
  integer: 'INT32',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
} as const;

/** A Parquet file with these columns; its key-value metadata has the description of each column under its name. */
export function parquetOf(columns: readonly Column[], rows: readonly Row[]): Buffer {
  const written = parquetWriteBuffer({
    columnData: columns.map(({ name, type }) => ({
      name,
      type: PARQUET_TYPES[type],
      data: rows.map((row) => row[name] ?? null),
      nullable: true,
    })),
    kvMetadata: columns.map(({ name, about }) => ({ key: name, value: about })),
    createdBy: 'plumbline',
  });
  return Buffer.from(written);
}
