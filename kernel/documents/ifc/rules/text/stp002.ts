/** @module STP002: the header has its entities in order, and these have all their fields. */
import type { HeaderEntity, StepFile } from '../../read/step-file.ts';
import type { StepValue } from '../../read/step-value.ts';
import { defineIfcRule, type IfcFault, type IfcOutcome, WHOLE_FILE } from '../ifc-rule.ts';
import {
  HEADER_FIELDS,
  type HeaderField,
  isImplementationLevel,
  isTimeStamp,
  REQUIRED,
} from './header-schema.ts';
import { inWords } from './value-words.ts';

/** Maximum length of a quotation in a message, characters. */
const MAX_QUOTED = 60;

export const stp002 = defineIfcRule({
  id: 'STP002',
  title: 'The header has its entities in order, each with all its fields',
  group: 'text',
  clause: 'ISO 10303-21, header_section_schema',
  severity: 'error',
  checks: [
    {
      of: ({ file }) => (file.headerLine === null ? [] : [WHOLE_FILE]),
      faults: function* check(_row, { file }) {
        yield* missingEntities(file);
        yield* misplacedEntities(file.header);
        for (const entity of file.header) yield* entityFaults(entity);
      },
    },
  ],
});

function* missingEntities({ header, headerLine }: StepFile): Generator<IfcFault, void, void> {
  for (const name of REQUIRED) {
    const found = header.filter((entity) => entity.name === name);
    const second = found[1];
    if (found.length === 0) {
      const message = `the header has no \`${name}\``;
      yield {
        message,
        measured: 0,
        required: 1,
        ...(headerLine === null ? {} : { line: headerLine }),
      };
    } else if (second !== undefined) {
      const message = `the header has ${found.length} entities \`${name}\``;
      yield { message, measured: found.length, required: 1, line: second.line };
    }
  }
}

/** Faults of the order: the three required entities come first; user-defined ones come last. */
function* misplacedEntities(header: readonly HeaderEntity[]): Generator<IfcFault, void, void> {
  let highest = 0;
  let before = '';
  for (const { name, line } of header) {
    const place = placeOf(name);
    if (place < highest) {
      yield {
        message: `\`${quotation(name)}\` comes after \`${quotation(before)}\``,
        measured: name,
        required: `${REQUIRED.join(', ')}, then other entities, then user-defined ones`,
        line,
      };
    } else {
      highest = place;
      before = name;
    }
  }
}

function placeOf(name: string): number {
  const at = REQUIRED.findIndex((required) => required === name);
  if (at >= 0) return at;
  return name.startsWith('!') ? REQUIRED.length + 1 : REQUIRED.length;
}

function* entityFaults({ name, line, values }: HeaderEntity): Generator<IfcOutcome, void, void> {
  const fields = HEADER_FIELDS.get(name);
  if (fields === undefined) {
    if (name.startsWith('!')) return;
    const message = `\`${quotation(name)}\` is no entity of the header; user-defined ones begin with \`!\``;
    yield { message, measured: name, required: [...HEADER_FIELDS.keys()].join(', '), line };
    return;
  }
  if (values === null) {
    yield { unchecked: `\`${name}\` cannot be read (see STP001)`, line };
    return;
  }
  if (values.length !== fields.length) {
    const missing = fields.slice(values.length).map((one) => `\`${one.name}\``);
    const which = missing.length === 0 ? '' : `; missing: ${missing.join(', ')}`;
    yield {
      message: `\`${name}\` has ${values.length} of ${fields.length} fields${which}`,
      measured: values.length,
      required: fields.length,
      line,
    };
  }
  for (const [i, field] of fields.entries()) {
    const value = values[i];
    const wrong = value === undefined ? null : wrongField(value, field);
    if (wrong !== null) {
      yield { ...wrong, message: `\`${field.name}\` of \`${name}\`${wrong.message}`, line };
    }
  }
}

/** The fault of a field, as the end of a sentence. */
function wrongField(value: StepValue, field: HeaderField): IfcFault | null {
  if (field.kind === 'other') return null;
  if (field.kind === 'text') return wrongText(value, field);
  const required = 'a list of at least one text';
  if (value.kind !== 'list') return { message: ` is ${inWords(value)}`, required };
  if (value.items.length === 0) return { message: ' is an empty list', required };
  for (const [i, item] of value.items.entries()) {
    const wrong = wrongText(item, field);
    if (wrong !== null) return { ...wrong, message: `: item ${i + 1}${wrong.message}` };
  }
  return null;
}

function wrongText(value: StepValue, { name, width }: HeaderField): IfcFault | null {
  if (value.kind !== 'text') {
    return { message: ` is ${inWords(value)}`, measured: inWords(value), required: 'a text' };
  }
  const measured = value.value;
  const { length } = measured;
  if (length > width) {
    return { message: ` has ${length} characters`, measured: length, required: `at most ${width}` };
  }
  if (name === 'time_stamp' && !isTimeStamp(measured)) {
    const required = 'a date and time of ISO 8601, such as 2026-01-31T09:30:00+01:00';
    return { message: ` is ${quoted(measured)}`, measured, required };
  }
  if (name === 'implementation_level' && !isImplementationLevel(measured)) {
    const required = '1, 2;1, 2;2, 3;1, 3;2, 4;1, 4;2 or 4;3';
    return { message: ` is ${quoted(measured)}`, measured, required };
  }
  return null;
}

/** A value in backticks. */
function quoted(text: string): string {
  return text === '' ? 'an empty text' : `\`${quotation(text)}\``;
}

function quotation(text: string): string {
  return text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text;
}
