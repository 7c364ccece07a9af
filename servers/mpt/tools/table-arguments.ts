/** @module table-arguments: the arguments that the tools for tables share. */
import * as z from 'zod';

/** Whether the table has a header, and the size of a page of rows. */
export const PAGE_ARGUMENTS = {
  header: z.boolean().describe('The first row names the columns. Default: true.').optional(),
  limit: z.int().min(0).max(10_000).describe('Maximum number of rows. Default: 100.').optional(),
};

/** The columns and rows of a table to return. */
export const ROW_ARGUMENTS = {
  header: PAGE_ARGUMENTS.header,
  columns: z
    .array(z.string())
    .min(1)
    .max(1000)
    .describe('Names of the columns to return. Default: all.')
    .optional(),
  offset: z.int().min(0).describe('Number of rows to skip. Default: 0.').optional(),
  limit: PAGE_ARGUMENTS.limit,
  count_all: z.boolean().describe('Whether all rows are counted. Default: false.').optional(),
};

/** How delimited text is read. */
export const DELIMITED_ARGUMENTS = {
  delimiter: z
    .string()
    .length(1)
    .describe('Character between cells of CSV text. Default: detected.')
    .optional(),
  encoding: z
    .enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'])
    .describe('Encoding of CSV text. Default: by byte order mark, else utf-8.')
    .optional(),
};
