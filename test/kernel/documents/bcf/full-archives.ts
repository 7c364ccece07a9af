/** @module full archives: one topic with all members, in each version of BCF. */
import { zipOf, type ZipPart } from '../../../../kernel/base/archive/zip.ts';

export const TOPIC_GUID = '7cff07bb-3616-44c6-9af4-31151e8e0363';
export const VIEW_GUID = '6e225887-aad7-42ec-a9f4-8f8c796832dd';
const RELATED = '11111111-2222-4333-8444-555555555555';
const DOCUMENT = '22222222-2222-4333-8444-555555555555';
const [FIRST, SECOND, REFERENCE] = [3, 4, 5].map((n) => `${n}1111111-2222-4333-8444-555555555555`);

const FILE = (external: string): string =>
  `<File IfcProject="2SugUv4EX5LAhcVpDp2dUH" ${external}="false"><Filename>house.ifc</Filename><Date>2026-01-01T00:00:00Z</Date><Reference>../house.ifc</Reference></File>`;
const DATES =
  '<CreationDate>2026-01-02T03:04:05Z</CreationDate><CreationAuthor>a@example.org</CreationAuthor><ModifiedDate>2026-01-03T03:04:05+01:00</ModifiedDate><ModifiedAuthor>b@example.org</ModifiedAuthor>';
const SNIPPET = (external: string): string =>
  `<BimSnippet SnippetType="JSON" ${external}="false"><Reference>x.json</Reference><ReferenceSchema>https://example.org/s</ReferenceSchema></BimSnippet>`;
const TITLE = '<Title>Door &amp; wall</Title><Priority>High</Priority>';
const DESCRIPTION = '<Description>Two\nlines</Description>';
const DUE = '<DueDate>2026-02-01T00:00:00Z</DueDate>';
const ASSIGNED = '<AssignedTo>c@example.org</AssignedTo>';
const STAGE = '<Stage>Design</Stage>';

function documents(name: string): string {
  return `<${name} Guid="${REFERENCE}" isExternal="true"><ReferencedDocument>https://example.org/d</ReferencedDocument><Description>Outside</Description></${name}><${name} isExternal="false"><ReferencedDocument>../list.txt</ReferencedDocument></${name}>`;
}

function comments(status: string, topic: string): string {
  const comment = (guid: string | undefined, author: string, text: string, view: string): string =>
    `<Comment Guid="${guid}">${status}<Date>2026-01-02T04:00:00Z</Date><Author>${author}</Author><Comment>${text}</Comment>${topic}${view}</Comment>`;
  return [
    comment(FIRST, 'a@example.org', 'Look', `<Viewpoint Guid="${VIEW_GUID}"/>`),
    comment(SECOND, 'b@example.org', 'Done', ''),
  ].join('');
}

const VIEWPOINT = '<Viewpoint>v.bcfv</Viewpoint><Snapshot>s.png</Snapshot>';

const MARKUP_20 = `<Markup><Header>${FILE('isExternal')}</Header><Topic Guid="${TOPIC_GUID}" TopicType="Clash" TopicStatus="Open"><ReferenceLink>https://example.org/1</ReferenceLink>${TITLE}<Index>1</Index><Labels>A</Labels><Labels>B</Labels>${DATES}${ASSIGNED}${DESCRIPTION}${SNIPPET('isExternal')}${documents('DocumentReferences')}<RelatedTopics Guid="${RELATED}"/></Topic>${comments('<VerbalStatus>V</VerbalStatus><Status>Open</Status>', `<Topic Guid="${TOPIC_GUID}"/>`)}<Viewpoints Guid="${VIEW_GUID}">${VIEWPOINT}</Viewpoints></Markup>`;

const MARKUP_21 = `<Markup><Header>${FILE('isExternal')}</Header><Topic Guid="${TOPIC_GUID}" TopicType="Clash" TopicStatus="Open"><ReferenceLink>https://example.org/1</ReferenceLink>${TITLE}<Index>1</Index><Labels>A</Labels><Labels>B</Labels>${DATES}${DUE}${ASSIGNED}${STAGE}${DESCRIPTION}${SNIPPET('isExternal')}${documents('DocumentReference')}<RelatedTopic Guid="${RELATED}"/></Topic>${comments('', '')}<Viewpoints Guid="${VIEW_GUID}">${VIEWPOINT}<Index>0</Index></Viewpoints></Markup>`;

const MARKUP_30 = `<Markup><Header><Files>${FILE('IsExternal')}</Files></Header><Topic Guid="${TOPIC_GUID}" ServerAssignedId="17" TopicType="Clash" TopicStatus="Open"><ReferenceLinks><ReferenceLink>https://example.org/1</ReferenceLink></ReferenceLinks>${TITLE}<Index>1</Index><Labels><Label>A</Label><Label>B</Label></Labels>${DATES}${DUE}${ASSIGNED}${STAGE}${DESCRIPTION}${SNIPPET('IsExternal')}<DocumentReferences><DocumentReference Guid="${REFERENCE}"><Url>https://example.org/d</Url><Description>Outside</Description></DocumentReference><DocumentReference Guid="${SECOND}"><DocumentGuid>${DOCUMENT}</DocumentGuid></DocumentReference></DocumentReferences><RelatedTopics><RelatedTopic Guid="${RELATED}"/></RelatedTopics><Comments>${comments('', '')}</Comments><Viewpoints><ViewPoint Guid="${VIEW_GUID}">${VIEWPOINT}<Index>0</Index></ViewPoint></Viewpoints></Topic></Markup>`;

function place(name: string, x: number, y: number, z: number): string {
  return `<${name}><X>${x}</X><Y>${y}</Y><Z>${z}</Z></${name}>`;
}

const AXES = `${place('CameraViewPoint', 1, 2, 3)}${place('CameraDirection', 0, 1, 0)}${place('CameraUpVector', 0, 0, 1)}<FieldOfView>60</FieldOfView>`;
const MARKS = `<Lines><Line>${place('StartPoint', 0, 0, 0)}${place('EndPoint', 1, 0, 0)}</Line></Lines><ClippingPlanes><ClippingPlane>${place('Location', 0, 0, 5)}${place('Direction', 0, 0, 1)}</ClippingPlane></ClippingPlanes>`;
const BITMAP = `<Reference>b.png</Reference>${place('Location', 0, 0, 0)}${place('Normal', 1, 0, 0)}${place('Up', 0, 0, 1)}<Height>2</Height>`;

const component = (n: number, attributes = '', inside = ''): string =>
  `<Component IfcGuid="000000000000000000000${n}"${attributes}>${inside}</Component>`;
const ORIGIN = '<OriginatingSystem>Other</OriginatingSystem><AuthoringToolId>7</AuthoringToolId>';

const VIEW_20 = `<VisualizationInfo><Components>${component(1, ' Selected="true"', ORIGIN)}${component(2, ' Visible="false"')}${component(3, ' Color="FF0000"')}</Components><PerspectiveCamera>${AXES}</PerspectiveCamera>${MARKS}<Bitmaps><Bitmap>PNG</Bitmap>${BITMAP}</Bitmaps></VisualizationInfo>`;

const HINTS =
  '<ViewSetupHints SpacesVisible="false" SpaceBoundariesVisible="false" OpeningsVisible="false"/>';
const EXCEPTIONS = `<Exceptions>${component(2)}</Exceptions>`;
const SELECTION = `<Selection>${component(1, '', ORIGIN)}</Selection>`;

const VIEW_21 = `<VisualizationInfo Guid="${VIEW_GUID}"><Components>${HINTS}${SELECTION}<Visibility DefaultVisibility="true">${EXCEPTIONS}</Visibility><Coloring><Color Color="FF0000">${component(3)}</Color></Coloring></Components><PerspectiveCamera>${AXES}</PerspectiveCamera>${MARKS}<Bitmap><Bitmap>PNG</Bitmap>${BITMAP}</Bitmap></VisualizationInfo>`;

const VIEW_30 = `<VisualizationInfo Guid="${VIEW_GUID}"><Components>${SELECTION}<Visibility DefaultVisibility="true">${HINTS}${EXCEPTIONS}</Visibility><Coloring><Color Color="FF0000"><Components>${component(3)}</Components></Color></Coloring></Components><PerspectiveCamera>${AXES}<AspectRatio>1.5</AspectRatio></PerspectiveCamera>${MARKS}<Bitmaps><Bitmap><Format>png</Format>${BITMAP}</Bitmap></Bitmaps></VisualizationInfo>`;

function archive(
  version: string,
  markup: string,
  view: string,
  further: readonly ZipPart[],
): Buffer {
  return zipOf([
    { name: 'bcf.version', content: `<Version VersionId="${version}"/>` },
    ...further,
    { name: `${TOPIC_GUID}/markup.bcf`, content: markup },
    { name: `${TOPIC_GUID}/v.bcfv`, content: view },
    { name: `${TOPIC_GUID}/s.png`, content: 'picture' },
    { name: `${TOPIC_GUID}/b.png`, content: 'bitmap' },
    { name: `${TOPIC_GUID}/x.json`, content: '{}' },
    { name: `${TOPIC_GUID}/others.dat`, content: 'of another program' },
    { name: 'house.ifc', content: 'ISO-10303-21;' },
  ]);
}

const PROJECT_2 =
  '<ProjectExtension><Project ProjectId="1"><Name>House</Name></Project><ExtensionSchema/></ProjectExtension>';
const LIST = { name: 'list.txt', content: 'a list' };

export const FULL_20 = archive('2.0', MARKUP_20, VIEW_20, [
  { name: 'project.bcfp', content: PROJECT_2 },
  LIST,
]);
export const FULL_21 = archive('2.1', MARKUP_21, VIEW_21, [
  { name: 'project.bcfp', content: PROJECT_2 },
  LIST,
]);
export const FULL_30 = archive('3.0', MARKUP_30, VIEW_30, [
  {
    name: 'project.bcfp',
    content: '<ProjectInfo><Project ProjectId="1"><Name>House</Name></Project></ProjectInfo>',
  },
  {
    name: 'documents.xml',
    content: `<DocumentInfo><Documents><Document Guid="${DOCUMENT}"><Filename>list.txt</Filename></Document></Documents></DocumentInfo>`,
  },
  { name: `documents/${DOCUMENT}`, content: 'a list' },
  {
    name: 'extensions.xml',
    content: '<Extensions><TopicTypes><TopicType>Clash</TopicType></TopicTypes></Extensions>',
  },
]);
