/** @module json-dictionary: a data dictionary in the JSON form in which dictionaries are sent to bSDD. */
import * as z from 'zod';

import {
  type Dictionary,
  DICTIONARY_LIMITS,
  DictionaryBuilder,
  DictionaryFault,
  dictionaryText,
  typeOfWord,
} from './dictionary.ts';

const Text = z.string().nullish();
const AllowedValues = z.array(z.looseObject({ Value: z.string() })).nullish();
const Typed = {
  Uri: Text,
  OwnedUri: Text,
  DataType: Text,
  Units: z.array(z.string()).nullish(),
  AllowedValues,
};
/** The members of the import model of bSDD that are read; others may be there. */
const Model = z.looseObject({
  DictionaryName: Text,
  DictionaryCode: Text,
  DictionaryVersion: Text,
  OrganizationCode: Text,
  Classes: z.array(
    z.looseObject({
      Code: z.string(),
      Name: Text,
      Uri: Text,
      OwnedUri: Text,
      ClassProperties: z
        .array(
          z.looseObject({
            Code: Text,
            PropertyCode: Text,
            PropertySet: Text,
            PropertyUri: Text,
            Unit: Text,
            IsRequired: z.boolean().nullish(),
            AllowedValues,
          }),
        )
        .nullish(),
    }),
  ),
  Properties: z.array(z.looseObject({ Code: z.string(), Name: Text, ...Typed })).nullish(),
});
type Model = z.output<typeof Model>;
type Property = NonNullable<Model['Properties']>[number];
type ClassProperty = NonNullable<Model['Classes'][number]['ClassProperties']>[number];

/**
 * The dictionary of a JSON value. A property has its name in the list of properties, else its code.
 *
 * @throws {DictionaryFault} for a value of another form; the message names the place
 */
export function jsonDictionary(value: unknown, name: string): Dictionary {
  const parsed = Model.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const place = (issue?.path ?? []).map(String).join('.').slice(0, 100);
    throw new DictionaryFault(
      `\`${place}\` is not as in the import model of bSDD; expected DictionaryName, DictionaryVersion, Classes [{Code, Name, ClassProperties [{PropertyCode, PropertySet}]}] and Properties [{Code, Name, DataType}]`,
    );
  }
  const model = parsed.data;
  const properties = new Map((model.Properties ?? []).map((one) => [one.Code, one] as const));
  const builder = new DictionaryBuilder();
  for (const [i, one] of model.Classes.entries()) {
    const where = `Classes.${i}`;
    const code = dictionaryText(one.Code, `${where}.Code`);
    if (code === null) throw new DictionaryFault(`${where} has no Code`);
    const uri = dictionaryText(one.OwnedUri ?? one.Uri, `${where}.Uri`);
    builder.class(code, { name: dictionaryText(one.Name, `${where}.Name`), uri });
    for (const [n, used] of (one.ClassProperties ?? []).entries()) {
      const place = `${where}.ClassProperties.${n}`;
      const known = properties.get(used.PropertyCode ?? used.Code ?? '');
      addProperty(builder, code, { used, known, place });
    }
  }
  const system = dictionaryText(model.DictionaryName, 'DictionaryName');
  const short = dictionaryText(model.DictionaryCode, 'DictionaryCode');
  return {
    system: system ?? short ?? name,
    others: short === null ? [] : [short],
    edition: dictionaryText(model.DictionaryVersion, 'DictionaryVersion'),
    source: dictionaryText(model.OrganizationCode, 'OrganizationCode'),
    classes: builder.classes,
  };
}

function addProperty(
  builder: DictionaryBuilder,
  code: string,
  {
    used,
    known,
    place,
  }: {
    readonly used: ClassProperty;
    readonly known: Property | undefined;
    readonly place: string;
  },
): void {
  const name = dictionaryText(known?.Name ?? used.PropertyCode ?? used.Code, `${place} name`);
  const set = dictionaryText(used.PropertySet, `${place}.PropertySet`);
  if (name === null || set === null) {
    throw new DictionaryFault(`${place} has a property without PropertySet or PropertyCode`);
  }
  const values = used.AllowedValues ?? known?.AllowedValues ?? [];
  if (values.length > DICTIONARY_LIMITS.values) {
    throw new DictionaryFault(
      `${place} has ${values.length} allowed values, expected at most ${DICTIONARY_LIMITS.values}`,
    );
  }
  builder.property(code, {
    set,
    name,
    uri: dictionaryText(used.PropertyUri ?? known?.OwnedUri ?? known?.Uri, `${place}.PropertyUri`),
    type: typeOfWord(dictionaryText(known?.DataType, `${place}.DataType`), place),
    unit: dictionaryText(used.Unit ?? known?.Units?.[0], `${place}.Unit`),
    values: values.flatMap(({ Value }) => dictionaryText(Value, `${place}.AllowedValues`) ?? []),
    required: used.IsRequired ?? false,
  });
}
