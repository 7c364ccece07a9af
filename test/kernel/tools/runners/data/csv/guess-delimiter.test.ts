/** @module guess-delimiter.test: the delimiter of text is recognised despite other delimiters in quoted cells and titles. */
import { describe, expect, test } from 'vitest';

import { DataMeter } from '../../../../../../kernel/tools/runners/data/bounds.ts';
import { readCsv } from '../../../../../../kernel/tools/runners/data/csv/read.ts';

async function read(
  text: string,
): Promise<{ readonly delimiter: string; readonly rows: unknown; readonly columns: unknown }> {
  const request = {
    delimiter: null,
    encoding: null,
    header: true,
    columns: null,
    offset: 0,
    limit: 100,
    count_all: true,
    strict: false,
  };
  return await readCsv(chunks(text), request, new DataMeter(10));
}

async function* chunks(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text));
}

describe('the delimiter', () => {
  test('is the semicolon around quoted cells with commas', async () => {
    expect(await read('Mark;"Size, mm"\nD1;"900, 2100"\nD2;"1000, 2100"\n')).toMatchObject({
      delimiter: ';',
      columns: ['Mark', 'Size, mm'],
      rows: [
        ['D1', '900, 2100'],
        ['D2', '1000, 2100'],
      ],
    });
  });

  test.each([
    ['all cells quoted, with commas inside', '"a,b";"c,d"\n"1,2";"3,4"\n', ';'],
    ['tabs around quoted commas', '"a,b"\t"c,d"\n"1,2"\t"3,4"\n', '\t'],
    ['commas in one quoted column', '"Mark";"Note, long"\n"D1";"a, b"\n"D2";"c, d"\n', ';'],
    ['semicolons in quoted cells', '"a;b","c;d"\n"1;2","3;4"\n', ','],
    ['bars around quoted semicolons', '"Mark"|"Note; long"\n"D1"|"a; b"\n', '|'],
    ['a title with a comma', 'Door list, ground floor\nMark;W;H\nD1;0,9;2,1\nD2;1,2;2,1\n', ';'],
    ['a title without a delimiter', 'Door list\nMark;W;H\nD1;0,9;2,1\n', ';'],
    ['names with commas', 'Name, Vorname;Ort\nMiller, A;Ulm\nMeier, B;Bonn\n', ';'],
    ['decimal commas', 'W;H\n0,9;2,1\n1,2;2,1\n', ';'],
    ['a cell that begins with a quote for the wrong delimiter', 'a;b\nx,"y;z\n', ';'],
    ['an inch mark in a plain cell', 'a,b\n1,5" pipe\n2,x\n', ','],
    ['lists in the only column', 'Name\nMiller; Anna\nSmith; Bob\n', ','],
    ['commas only within quotes of one column', 'Note\n"a, b"\n"c, d"\n', ','],
  ])('is recognised with %s', async (_, text, delimiter) => {
    expect((await read(text)).delimiter).toBe(delimiter);
  });
});
