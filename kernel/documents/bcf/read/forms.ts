/** @module forms: the elements, attributes and order of elements that each version of BCF defines (markup.xsd, visinfo.xsd). */

/** Versions that are read. */
export const READ_VERSIONS = ['2.0', '2.1', '3.0'] as const;
export type ReadVersion = (typeof READ_VERSIONS)[number];

/** An element: its attributes, and its child elements in the order of the schema. */
export type Form = {
  readonly attributes: readonly string[];
  readonly children: { readonly [name: string]: Form };
};

const TEXT: Form = { attributes: [], children: {} };
const GUID: Form = { attributes: ['Guid'], children: {} };

function form(attributes: readonly string[], ...children: readonly FormEntry[]): Form {
  const named = children.flatMap((entry): readonly (readonly [string, Form])[] =>
    typeof entry === 'string' ? [[entry, TEXT]] : Object.entries(entry),
  );
  return { attributes, children: Object.fromEntries(named) };
}

/** The name of an element with text, or elements with their forms. */
type FormEntry = string | { readonly [name: string]: Form };

function list(name: string, of: Form = TEXT): Form {
  return form([], { [name]: of });
}

/** Elements of a topic that all versions have, in order; version 2.0 has no due date and no stage. */
const LATER = { '2.0': [], '2.1': ['DueDate'], '3.0': ['DueDate'] } as const;
const STAGE = { '2.0': [], '2.1': ['Stage'], '3.0': ['Stage'] } as const;

function topicForm(version: ReadVersion, links: readonly FormEntry[]): Form {
  const [reference_links, labels, ...rest] = links;
  const external = version === '3.0' ? 'IsExternal' : 'isExternal';
  return form(
    ['Guid', ...(version === '3.0' ? ['ServerAssignedId'] : []), 'TopicType', 'TopicStatus'],
    ...(reference_links === undefined ? [] : [reference_links]),
    'Title',
    'Priority',
    'Index',
    ...(labels === undefined ? [] : [labels]),
    'CreationDate',
    'CreationAuthor',
    'ModifiedDate',
    'ModifiedAuthor',
    ...LATER[version],
    'AssignedTo',
    ...STAGE[version],
    'Description',
    { BimSnippet: form(['SnippetType', external], 'Reference', 'ReferenceSchema') },
    ...rest,
  );
}

function fileForm(external: string): Form {
  return form(
    ['IfcProject', 'IfcSpatialStructureElement', external],
    'Filename',
    'Date',
    'Reference',
  );
}

const DOCUMENT_2 = form(['Guid', 'isExternal'], 'ReferencedDocument', 'Description');
const DOCUMENT_3 = form(['Guid'], 'DocumentGuid', 'Url', 'Description');

const COMMENT_20 = form(
  ['Guid'],
  'VerbalStatus',
  'Status',
  'Date',
  'Author',
  'Comment',
  { Topic: GUID, Viewpoint: GUID, ReplyToComment: GUID },
  'ModifiedDate',
  'ModifiedAuthor',
);
const COMMENT = form(
  ['Guid'],
  'Date',
  'Author',
  'Comment',
  { Viewpoint: GUID },
  'ModifiedDate',
  'ModifiedAuthor',
);
const VIEWPOINT = form(['Guid'], 'Viewpoint', 'Snapshot', 'Index');

const MARKUP_3 = form([], {
  Header: list('Files', list('File', fileForm('IsExternal'))),
  Topic: topicForm('3.0', [
    { ReferenceLinks: list('ReferenceLink') },
    { Labels: list('Label') },
    { DocumentReferences: list('DocumentReference', DOCUMENT_3) },
    { RelatedTopics: list('RelatedTopic', GUID) },
    { Comments: list('Comment', COMMENT), Viewpoints: list('ViewPoint', VIEWPOINT) },
  ]),
});

/** The markup file of each version. */
export const MARKUP: { readonly [V in ReadVersion]: Form } = {
  '2.0': form([], {
    Header: list('File', fileForm('isExternal')),
    Topic: topicForm('2.0', [
      'ReferenceLink',
      'Labels',
      { DocumentReferences: DOCUMENT_2, RelatedTopics: GUID },
    ]),
    Comment: COMMENT_20,
    Viewpoints: form(['Guid'], 'Viewpoint', 'Snapshot'),
  }),
  '2.1': form([], {
    Header: list('File', fileForm('isExternal')),
    Topic: topicForm('2.1', [
      'ReferenceLink',
      'Labels',
      { DocumentReference: DOCUMENT_2, RelatedTopic: GUID },
    ]),
    Comment: COMMENT,
    Viewpoints: VIEWPOINT,
  }),
  '3.0': MARKUP_3,
};

/**
 * The markup file in the form of version 3.0, with what only earlier versions have: statuses, topics and replies of
 * comments, and paths of documents.
 */
export const WIDE_MARKUP: Form = form([], {
  ...MARKUP_3.children,
  Topic: {
    ...topicForm('3.0', []),
    children: {
      ...MARKUP_3.children['Topic']?.children,
      DocumentReferences: list(
        'DocumentReference',
        form(['Guid'], 'DocumentGuid', 'Url', 'ReferencedDocument', 'Description'),
      ),
      Comments: list('Comment', COMMENT_20),
    },
  },
});

const PLACE = form([], 'X', 'Y', 'Z');
const COMPONENT = form(['IfcGuid'], 'OriginatingSystem', 'AuthoringToolId');
const HINTS = form(['SpacesVisible', 'SpaceBoundariesVisible', 'OpeningsVisible']);
const COMPONENTS = list('Component', COMPONENT);

function cameras(...further: readonly string[]): { readonly [name: string]: Form } {
  const axes = { CameraViewPoint: PLACE, CameraDirection: PLACE, CameraUpVector: PLACE };
  return {
    OrthogonalCamera: form([], axes, 'ViewToWorldScale', ...further),
    PerspectiveCamera: form([], axes, 'FieldOfView', ...further),
  };
}

const MARKS = {
  Lines: list('Line', form([], { StartPoint: PLACE, EndPoint: PLACE })),
  ClippingPlanes: list('ClippingPlane', form([], { Location: PLACE, Direction: PLACE })),
};

function bitmap(format: string): Form {
  const axes = { Location: PLACE, Normal: PLACE, Up: PLACE };
  return form([], format, 'Reference', axes, 'Height');
}

/** The viewpoint file of each version. */
export const VIEW: { readonly [V in ReadVersion]: Form } = {
  '2.0': form([], {
    Components: list(
      'Component',
      form(['IfcGuid', 'Selected', 'Visible', 'Color'], 'OriginatingSystem', 'AuthoringToolId'),
    ),
    ...cameras(),
    ...MARKS,
    Bitmaps: bitmap('Bitmap'),
  }),
  '2.1': form(['Guid'], {
    Components: form([], {
      ViewSetupHints: HINTS,
      Selection: COMPONENTS,
      Visibility: form(['DefaultVisibility'], { Exceptions: COMPONENTS }),
      Coloring: list('Color', form(['Color'], { Component: COMPONENT })),
    }),
    ...cameras(),
    ...MARKS,
    Bitmap: bitmap('Bitmap'),
  }),
  '3.0': form(['Guid'], {
    Components: form([], {
      Selection: COMPONENTS,
      Visibility: form(['DefaultVisibility'], { ViewSetupHints: HINTS, Exceptions: COMPONENTS }),
      Coloring: list('Color', form(['Color'], { Components: COMPONENTS })),
    }),
    ...cameras('AspectRatio'),
    ...MARKS,
    Bitmaps: list('Bitmap', bitmap('Format')),
  }),
};
