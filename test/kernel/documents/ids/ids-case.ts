/** @module ids-case: short IDS files and IFC files, and the results of their checks. */
import {
  checkIds,
  type SpecificationResult,
} from '../../../../kernel/documents/ids/check/check-ids.ts';
import { FileIdsModel } from '../../../../kernel/documents/ids/file/file-model.ts';
import { readIds } from '../../../../kernel/documents/ids/read/read-ids.ts';
import { IfcModel, schemaNameOf } from '../../../../kernel/documents/ifc/read/ifc-model.ts';
import { readStepFile } from '../../../../kernel/documents/ifc/read/step-file.ts';

/** `<name>` with a value: a plain text, or a restriction as XML. */
function valueXml(name: string, value: string | null): string {
  if (value === null) return '';
  const content = value.startsWith('<') ? value : `<simpleValue>${value}</simpleValue>`;
  return `<${name}>${content}</${name}>`;
}

/** A restriction: `restriction('string', '<xs:pattern value="A.*"/>')`. */
export function restriction(base: string, content: string): string {
  return `<xs:restriction base="xs:${base}">${content}</xs:restriction>`;
}

/** A list of texts. */
export function oneOf(...texts: readonly string[]): string {
  const listed = texts.map((text) => `<xs:enumeration value="${text}"/>`);
  return restriction('string', listed.join(''));
}

export function pattern(...sources: readonly string[]): string {
  const listed = sources.map((source) => `<xs:pattern value="${source}"/>`);
  return restriction('string', listed.join(''));
}

export function bounds(content: string): string {
  const [name = '', value = ''] = content.split(' ');
  return restriction('double', `<xs:${name} value="${value}"/>`);
}

type Cardinal = 'required' | 'optional' | 'prohibited' | null;

const cardinal = (one: Cardinal): string => (one === null ? '' : ` cardinality="${one}"`);

export function entity(name: string, predefinedType: string | null = null): string {
  return `<entity>${valueXml('name', name)}${valueXml('predefinedType', predefinedType)}</entity>`;
}

export function attribute(name: string, value: string | null = null, one: Cardinal = null): string {
  return `<attribute${cardinal(one)}>${valueXml('name', name)}${valueXml('value', value)}</attribute>`;
}

/** A property `SET.NAME`, of a data type or of any. */
export function property(
  path: string,
  of: { readonly type?: string; readonly value?: string; readonly cardinality?: Cardinal } = {},
): string {
  const [set = '', name = ''] = path.split('.');
  const type = of.type === undefined ? '' : ` dataType="${of.type}"`;
  const value = valueXml('value', of.value ?? null);
  return `<property${type}${cardinal(of.cardinality ?? null)}>${valueXml('propertySet', set)}${valueXml('baseName', name)}${value}</property>`;
}

export function classification(
  system: string,
  value: string | null = null,
  one: Cardinal = null,
): string {
  return `<classification${cardinal(one)}>${valueXml('value', value)}${valueXml('system', system)}</classification>`;
}

export function material(value: string | null = null, one: Cardinal = null): string {
  return `<material${cardinal(one)}>${valueXml('value', value)}</material>`;
}

/** A part of an entity by a relation; any relation without one. */
export function partOf(name: string, relation: string | null, one: Cardinal = null): string {
  const by = relation === null ? '' : ` relation="${relation}"`;
  return `<partOf${by}${cardinal(one)}>${entity(name)}</partOf>`;
}

export type CaseOptions = { readonly versions?: string; readonly occurs?: string };

/** An IDS file of one specification. */
export function idsText(
  applicability: string,
  requirements: string | null,
  { versions = 'IFC4', occurs = 'minOccurs="1" maxOccurs="unbounded"' }: CaseOptions = {},
): string {
  const required = requirements === null ? '' : `<requirements>${requirements}</requirements>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<ids xmlns="http://standards.buildingsmart.org/IDS" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<info><title>Case</title></info>
<specifications><specification name="One" ifcVersion="${versions}">
<applicability ${occurs}>${applicability}</applicability>${required}
</specification></specifications></ids>`;
}

/** A file of these instances; `#1` … in their order. */
export function ifcText(lines: readonly string[], schema = 'IFC4'): string {
  const data = lines.map((line, index) => `#${index + 1}=${line};`);
  return `ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\nFILE_SCHEMA(('${schema}'));\nENDSEC;\nDATA;\n${data.join('\n')}\nENDSEC;\nEND-ISO-10303-21;\n`;
}

/** Opens a file as a model. */
export function fileModel(text: string): FileIdsModel {
  const file = readStepFile(Buffer.from(text));
  return new FileIdsModel(new IfcModel(file, schemaNameOf(file) ?? 'IFC4'));
}

/** The result of the first specification. @throws if the IDS is not valid */
export function resultOf(ids: string, ifc: string): SpecificationResult {
  const { ids: content, findings } = readIds(ids);
  if (content === null || findings.length > 0) throw new Error(JSON.stringify(findings));
  const [result] = checkIds(content, fileModel(ifc));
  if (result === undefined) throw new Error('no specification');
  return result;
}

/** `pass`, `fail` or `not_applicable` with the causes of failures. */
export function verdictOf(ids: string, ifc: string): string {
  const { status, groups } = resultOf(ids, ifc);
  return [status, ...groups.map(({ cause }) => cause)].join(' ');
}

/** Whether walls of a file satisfy a requirement. */
export function wallVerdict(
  requirement: string,
  lines: readonly string[],
  schema?: string,
): string {
  const versions = schema === 'IFC4X3' ? 'IFC4X3_ADD2' : (schema ?? 'IFC4');
  return verdictOf(idsText(entity('IFCWALL'), requirement, { versions }), ifcText(lines, schema));
}

/** A wall, as the first instance. */
export const WALL = "IFCWALL('0000000000000000000001',$,'W1',$,$,$,$,'T1',.SOLIDWALL.)";
