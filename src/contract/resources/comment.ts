import { Type } from '../../base/index.ts';
import type { Static } from 'typebox';
import {
  arrayOf,
  closed,
  dateTime,
  flag,
  id,
  mapOf,
  number,
  oneOf,
  open,
  optional,
  ref,
  text,
  uri,
} from '../shapes.ts';
import type { JsonDocument } from './content.ts';
import { emoji, icon } from './space.ts';
import type { User } from './user.ts';

const reaction = open({
  emoji: text,
  count: number,
  users: arrayOf(open({ user: ref<User>('User'), reactedAt: dateTime })),
});

/** The body as answered: `markdown`, or a tree of nodes where a server was asked for one. */
const body = open({ markdown: optional(text), document: optional(mapOf(Type.Unknown())) });

export const commentStatuses = ['open', 'resolved'] as const;

const permissions = open({
  view: flag,
  edit: flag,
  reply: optional(flag),
  react: optional(flag),
  delete: flag,
});

export const comment = open({
  object: Type.Literal('comment'),
  id,
  postedBy: ref<User>('User'),
  postedAt: dateTime,
  editedAt: optional(dateTime),
  reactions: arrayOf(reaction),
  replies: number,
  /** Who replied, each with the number of replies and the time of the last one. */
  repliers: optional(arrayOf(open({ user: ref<User>('User'), count: number, updatedAt: dateTime }))),
  body,
  target: open({
    node: optional(open({ id, preview: optional(text) })),
    tableCell: optional(open({ record: text, definition: text })),
    changeRequest: optional(id),
    review: optional(id),
    page: optional(
      open({
        id,
        title: text,
        emoji: optional(emoji),
        icon: optional(icon),
        createdAt: optional(dateTime),
        updatedAt: optional(dateTime),
        path: text,
        outdated: flag,
      }),
    ),
    space: id,
    revision: id,
  }),
  urls: open({ location: uri }),
  permissions,
  status: oneOf(commentStatuses),
  resolvedAt: optional(dateTime),
  resolvedBy: optional(ref<User>('User')),
});
export type Comment = Static<typeof comment>;

export const commentReply = open({
  object: Type.Literal('comment-reply'),
  id,
  postedBy: ref<User>('User'),
  postedAt: dateTime,
  editedAt: optional(dateTime),
  reactions: arrayOf(reaction),
  body,
  urls: open({ location: uri }),
  permissions,
});
export type CommentReply = Static<typeof commentReply>;

/** The body of a comment as posted. */
export const commentBody = Type.Union([
  closed({ markdown: Type.String({ minLength: 1 }) }),
  closed({ document: ref<JsonDocument>('JSONDocument') }),
]);
const added = optional(
  arrayOf(Type.String({ minLength: 1, maxLength: 64, format: 'emoji' }), { maxItems: 100 }),
);
/** Not only emoji, so that reactions which were taken before they were checked can be removed. */
const removed = optional(arrayOf(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 100 }));

/** The cell of a table of records that a comment is about. */
const tableCell = closed({ record: id, definition: id });

export const postComment = closed({
  body: commentBody,
  tableCell: optional(tableCell),
  node: optional(id),
  page: optional(id),
});

export const updateComment = closed({
  resolved: optional(flag),
  body: optional(commentBody),
  addedReactions: added,
  removedReactions: removed,
});

export const postReply = closed({ body: commentBody });

export const updateReply = closed({
  body: optional(commentBody),
  addedReactions: added,
  removedReactions: removed,
});
