/** @module tests of read-dictionary: both forms give the same dictionary, and hostile files end in clear refusals. */
import { describe, expect, test } from 'vitest';

import { readDictionary } from '../../../../../kernel/checks/screening/dictionary/read-dictionary.ts';

const CSV = `Dictionary,Version,Organization,ClassCode,ClassName,ClassUri,PropertySet,PropertyName,DataType,Unit,AllowedValues,IsRequired
House list,3,we,W1,Outer wall,https://example.org/W1,Pset_WallCommon,ThermalTransmittance,Real,W/(m²·K),,true
House list,3,we,W1,,,Own,Finish,String,,plaster | brick,false
House list,3,we,W2,Inner wall,,,,,,,`;
const JSON_FORM = {
  DictionaryName: 'House list',
  DictionaryVersion: '3',
  OrganizationCode: 'we',
  LanguageIsoCode: 'en-GB',
  Classes: [
    {
      Code: 'W1',
      Name: 'Outer wall',
      OwnedUri: 'https://example.org/W1',
      ClassType: 'Class',
      ClassProperties: [
        { PropertyCode: 'u', PropertySet: 'Pset_WallCommon', Unit: 'W/(m²·K)', IsRequired: true },
        { PropertyCode: 'f', PropertySet: 'Own' },
      ],
    },
    { Code: 'W2', Name: 'Inner wall' },
  ],
  Properties: [
    { Code: 'u', Name: 'ThermalTransmittance', DataType: 'Real' },
    {
      Code: 'f',
      Name: 'Finish',
      DataType: 'String',
      AllowedValues: [{ Value: 'plaster' }, { Code: 'b', Value: 'brick' }],
    },
  ],
};
const csv = (text: string) => readDictionary('lists/house.csv', Buffer.from(text));
const json = (value: unknown) => readDictionary('house.json', Buffer.from(JSON.stringify(value)));

test('a CSV file and the import model of bSDD give the same dictionary', () => {
  const read = csv(CSV);
  expect(json(JSON_FORM)).toEqual(read);
  expect(read).toMatchObject({ system: 'House list', edition: '3', source: 'we' });
  expect([...read.classes.values()]).toEqual([
    {
      code: 'W1',
      name: 'Outer wall',
      uri: 'https://example.org/W1',
      properties: [
        {
          set: 'Pset_WallCommon',
          name: 'ThermalTransmittance',
          uri: null,
          type: 'number',
          unit: 'W/(m²·K)',
          values: [],
          required: true,
        },
        {
          set: 'Own',
          name: 'Finish',
          uri: null,
          type: 'text',
          unit: null,
          values: ['plaster', 'brick'],
          required: false,
        },
      ],
    },
    { code: 'W2', name: 'Inner wall', uri: null, properties: [] },
  ]);
  expect(csv('class_code\nA').system).toBe('house');
});

describe('a file that is no dictionary is refused:', () => {
  test.each([
    ['', /names the columns ; expected `ClassCode`|names the columns/u],
    ['ClassCode', /no class, expected at least one/u],
    ['ClassCode,Code\nA,B', /two columns `code`/u],
    ['ClassCode,ClassName\n,x', /line 2 has no class code/u],
    ['ClassCode,Property\nA,x', /line 2 has a property without its set/u],
    ['ClassCode,Set,Property,Type\nA,s,x,money', /line 2: data type `money`, expected Boolean/u],
    ['ClassCode,Set,Property,Required\nA,s,x,maybe', /expected true or false/u],
    ['ClassCode,Dictionary\nA,x\nB,y', /line 3 has `dictionary` `y` after `x`/u],
    [`ClassCode\n${'x'.repeat(501)}`, /line 2, `code` has 501 characters/u],
    ['ClassCode\nA\u202Eb', /control characters/u],
    ['ClassCode\n"A', /line 2 has a quote/u],
    ['PK\u0003\u0004', /names the columns/u],
  ])('CSV %j', (text, message) => {
    expect(() => csv(text)).toThrow(message);
  });

  test.each([
    [null, /`` is not as in the import model/u],
    [{ Classes: {} }, /`Classes` is not as/u],
    [{ Classes: [{ Code: 1 }] }, /`Classes.0.Code` is not as/u],
    [{ Classes: [] }, /no class/u],
    [{ Classes: [{ Code: ' ' }] }, /Classes.0 has no Code/u],
    [{ Classes: [{ Code: 'A', ClassProperties: [{ Code: 'x' }] }] }, /without PropertySet/u],
    [
      {
        Classes: [
          {
            Code: 'A',
            ClassProperties: [
              {
                Code: 'x',
                PropertySet: 's',
                AllowedValues: Array.from({ length: 501 }, () => ({ Value: 'v' })),
              },
            ],
          },
        ],
      },
      /501 allowed values/u,
    ],
  ])('JSON %#', (value, message) => {
    expect(() => json(value)).toThrow(message);
  });

  test.each([
    [Buffer.from([0xff, 0xfe, 0x41]), /byte 0 \(0xff\) is not UTF-8/u],
    [Buffer.from('['.repeat(200_000)), /not valid JSON/u],
    [Buffer.alloc(16_777_217), /16777217 bytes/u],
  ])('bytes %#', (bytes, message) => {
    expect(() => readDictionary('a.json', bytes)).toThrow(message);
  });

  test('too many classes', () => {
    const text = `ClassCode\n${Array.from({ length: 50_001 }, (_, i) => i).join('\n')}`;
    expect(() => csv(text)).toThrow(/more than 50000 classes/u);
  });
});
