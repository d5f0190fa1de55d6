import { Type } from '../../base/index.ts';
import type { Static } from 'typebox';
import { arrayOf, id, number, oneOf, open, optional, ref, text } from '../shapes.ts';
import type { ChangeRequest } from './change-request.ts';
import type { Collection } from './collection.ts';
import type { File, Page, ReusableContent, Revision } from './content.ts';
import type { OpenAPISpec } from './openapi-spec.ts';
import type { Organization } from './organization.ts';
import type { Space } from './space.ts';
import type { User } from './user.ts';

/** A relative pointer to content, used by links of the tree and of the site's header. */
export const contentReference = Type.Union([
  open({ kind: Type.Literal('file'), file: id }),
  open({ kind: Type.Literal('url'), url: text }),
  open({ kind: Type.Literal('page'), page: id, space: optional(id) }),
  open({ kind: Type.Literal('anchor'), anchor: text, space: optional(id), page: optional(id) }),
  open({ kind: Type.Literal('user'), user: id }),
  open({ kind: Type.Literal('collection'), collection: id }),
  open({ kind: Type.Literal('space'), space: id }),
  open({ kind: Type.Literal('reusable-content'), reusableContent: id, space: optional(id) }),
  open({ kind: Type.Literal('openapi'), spec: text }),
]);
export type ContentReference = Static<typeof contentReference>;

const versionContext = Type.Union([
  open({ type: Type.Literal('revision'), revision: ref<Revision>('Revision') }),
  open({ type: Type.Literal('changeRequest'), changeRequest: ref<ChangeRequest>('ChangeRequest') }),
]);

const inside = {
  organization: ref<Organization>('Organization'),
  space: ref<Space>('Space'),
  versionContext: optional(versionContext),
};

/** A place that holds a link or is the target of one, with the objects that contain it. */
export const contentLocation = Type.Union([
  open({ kind: Type.Literal('file'), ...inside, file: ref<File>('File') }),
  open({ kind: Type.Literal('url'), url: text }),
  open({
    kind: Type.Literal('page'),
    ...inside,
    page: ref<Page>('Page'),
    internalLocation: optional(
      Type.Union([
        open({ type: Type.Literal('anchor'), anchor: text }),
        open({ type: Type.Literal('node'), node: text }),
      ]),
    ),
  }),
  open({ kind: Type.Literal('user'), user: ref<User>('User') }),
  open({
    kind: Type.Literal('collection'),
    organization: ref<Organization>('Organization'),
    collection: ref<Collection>('Collection'),
  }),
  open({
    kind: Type.Literal('space'),
    organization: ref<Organization>('Organization'),
    space: ref<Space>('Space'),
  }),
  open({
    kind: Type.Literal('reusable-content'),
    ...inside,
    reusableContent: ref<ReusableContent>('ReusableContent'),
  }),
  open({
    kind: Type.Literal('openapi'),
    organization: ref<Organization>('Organization'),
    openAPISpec: ref<OpenAPISpec>('OpenAPISpec'),
  }),
]);
export type ContentLocation = Static<typeof contentLocation>;

export const linkStatuses = ['ok', 'broken', 'in-app'] as const;

export const linkReportItem = open({
  status: oneOf(linkStatuses),
  relation: oneOf(['reference', 'dependsOn']),
  targetReference: optional(ref<ContentLocation>('ContentLocation')),
  locationReferences: arrayOf(ref<ContentLocation>('ContentLocation')),
});
export type LinkReportItem = Static<typeof linkReportItem>;

export const linkReport = open({
  next: optional(open({ page: text })),
  count: optional(number),
  stats: open({
    total: number,
    broken: open({ total: number, changeRequest: optional(number) }),
  }),
  items: arrayOf(ref<LinkReportItem>('LinkReportItem')),
});
export type LinkReport = Static<typeof linkReport>;
