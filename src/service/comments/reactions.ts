import { emojiCharacter, withEmoji } from '../../content/index.ts';
import type { Comment, User } from '../../contract/index.ts';
import type { Context } from '../context.ts';

interface Row {
  target: string;
  user: string;
  emoji: string;
  reacted_at: string;
}

/** Whether the reactions belong to comments or to replies. */
export type Kind = 'comment' | 'reply';

type Reactions = Comment['reactions'];

/** Adds and removes the caller's own reactions. Adding a reaction twice, or removing one that does not exist, changes nothing. */
export function changeReactions(
  ctx: Context,
  kind: Kind,
  id: string,
  {
    addedReactions = [],
    removedReactions = [],
  }: { addedReactions?: readonly string[]; removedReactions?: readonly string[] },
): void {
  if (addedReactions.length + removedReactions.length === 0) return;
  const own = new Map<string, string[]>();
  for (const { emoji } of ctx.store.all<{ emoji: string }>(
    `SELECT emoji FROM comment_reactions WHERE ${kind} = ? AND user = ?`,
    ...[id, ctx.caller.userId],
  ))
    own.set(sameEmoji(emoji), [...(own.get(sameEmoji(emoji)) ?? []), emoji]);
  for (const written of addedReactions) {
    const emoji = emojiSign(written);
    if (own.has(sameEmoji(emoji))) continue;
    own.set(sameEmoji(emoji), [emoji]);
    ctx.store.run(
      `INSERT INTO comment_reactions (${kind}, user, emoji, reacted_at) VALUES (?, ?, ?, ?)`,
      ...[id, ctx.caller.userId, emoji, ctx.now],
    );
  }
  for (const written of removedReactions)
    for (const emoji of own.get(sameEmoji(written)) ?? [])
      ctx.store.run(
        `DELETE FROM comment_reactions WHERE ${kind} = ? AND user = ? AND emoji = ?`,
        ...[id, ctx.caller.userId, emoji],
      );
}

/** The characters of an emoji that came as characters, as code points or as a name. */
function emojiSign(written: string): string {
  return withEmoji(emojiCharacter(written));
}

/** The same for all spellings of an emoji, with and without the selector that asks for a coloured picture. */
function sameEmoji(written: string): string {
  return emojiSign(written).replaceAll('\ufe0f', '');
}

/** The reactions to several comments or replies, as rows, in the order in which they were given. */
export function reactionRows({ store }: Pick<Context, 'store'>, kind: Kind, ids: readonly string[]): Row[] {
  return store.all<Row>(
    `SELECT ${kind} AS target, user, emoji, reacted_at FROM comment_reactions
     WHERE ${kind} IN (SELECT value FROM json_each(?)) ORDER BY number`,
    JSON.stringify(ids),
  );
}

/** The rows by the comment or reply that they belong to, with one entry for each emoji. */
export function reactionsJson(rows: readonly Row[], userOf: (id: string) => User): Map<string, Reactions> {
  const byTarget = new Map<string, Map<string, Reactions[number]>>();
  for (const { target, user, emoji, reacted_at } of rows) {
    const byEmoji = byTarget.get(target) ?? new Map<string, Reactions[number]>();
    byTarget.set(target, byEmoji);
    const reaction = byEmoji.get(sameEmoji(emoji)) ?? { emoji: emojiSign(emoji), count: 0, users: [] };
    byEmoji.set(sameEmoji(emoji), reaction);
    // Before reactions were told apart by their emoji, one person could have one in several spellings.
    if (reaction.users.some((each) => each.user.id === user)) continue;
    reaction.count += 1;
    reaction.users.push({ user: userOf(user), reactedAt: reacted_at });
  }
  return new Map([...byTarget].map(([target, byEmoji]) => [target, [...byEmoji.values()]]));
}
