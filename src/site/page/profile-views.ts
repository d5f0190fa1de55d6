import { createHash } from 'node:crypto';
import { evaluateExpression } from '../../content/expression.ts';
import { icon } from '../icons/icons.ts';
import { resolveRef } from '../model/resolve-link.ts';
import { hrefTo } from '../model/urls.ts';
import { localizedTitle } from '../profile/localized-title.ts';
import type { PlacedImage } from '../profile/profile-images.ts';
import type { Customization, ProfileLink, SocialAccount, ThemedUrl } from '../profile/profile.ts';
import { sizeHtml, type ImageView, type LinkView, type PageView } from './page-view.ts';
import type { ReaderPlace } from './view-context.ts';

/** What the profile puts on every page: links, pictures, the announcement and the footer. */

export function announcementOf(
  { announcement }: Customization,
  { context, place, space }: ReaderPlace,
): PageView['announcement'] {
  if (announcement?.enabled !== true || !announcement.message) return undefined;
  const { message, link } = announcement;
  const style =
    ['info', 'warning', 'danger', 'success'].find((each) => each === announcement.style) ?? 'info';
  const target = resolveRef(context.model, place, link?.to, space);
  return {
    message,
    style,
    link:
      link && target && target.kind !== 'broken'
        ? {
            title: link.title,
            href: target.url,
            external: target.kind === 'external',
            style: 'link',
            links: [],
          }
        : undefined,
    key: createHash('sha256').update(message).digest('hex').slice(0, 12),
    closable: style !== 'danger',
  };
}

/** The links with a target that this visitor may see. */
export function shownLinkViews(links: readonly ProfileLink[] | undefined, here: ReaderPlace): LinkView[] {
  return (links ?? []).filter((link) => isShown(link, here)).flatMap((link) => linkView(link, here) ?? []);
}

function isShown({ condition }: ProfileLink, { context, space }: ReaderPlace): boolean {
  if (condition === undefined) return true;
  const result = evaluateExpression(condition, {
    ...context.visitor,
    space: { vars: space?.source.variables ?? {} },
  });
  return result.ok && Boolean(result.value);
}

const linkStyles: ReadonlyMap<string | undefined, string> = new Map([
  ['button-primary', 'button primary'],
  ['button-secondary', 'button secondary'],
]);

function linkView(link: ProfileLink, here: ReaderPlace): LinkView | undefined {
  const links = shownLinkViews(link.links, here);
  const found = resolveRef(here.context.model, here.place, link.to, here.space);
  const target = found?.kind === 'broken' ? undefined : found;
  if (!target && links.length === 0) return undefined;
  return {
    title: localizedTitle(link, here.language),
    href: target?.url ?? '',
    external: target?.kind === 'external',
    style: linkStyles.get(link.style) ?? 'link',
    links,
  };
}

/** An image of the profile, if it is on this site. Images of other hosts are left out. */
export function themedImage(
  themed: ThemedUrl | undefined,
  { context, place }: ReaderPlace,
): ImageView | undefined {
  const find = (url: string | undefined): PlacedImage | undefined =>
    url === undefined ? undefined : context.profileImages.get(url);
  const light = find(themed?.light) ?? find(themed?.dark);
  if (light === undefined) return undefined;
  const dark = find(themed?.dark);
  const other = dark?.file === light.file ? undefined : dark;
  return {
    light: hrefTo(context.model.urls, place, light.file),
    dark: other && hrefTo(context.model.urls, place, other.file),
    lightSizeHtml: sizeHtml(light.dimensions),
    darkSizeHtml: sizeHtml(other?.dimensions),
  };
}

export function footerView(customization: Customization, here: ReaderPlace): PageView['footer'] {
  const { footer, socialAccounts, privacyPolicy } = customization;
  return {
    logo: themedImage(footer?.logo, here),
    groups: (footer?.groups ?? [])
      .map((group) => ({
        title: localizedTitle(group, here.language),
        links: shownLinkViews(group.links, here),
      }))
      .filter(({ links }) => links.length > 0),
    social: (socialAccounts ?? []).filter((account) => account.display?.footer !== false).flatMap(socialView),
    copyright: footer?.copyright,
    privacy: safeUrl(privacyPolicy?.url),
  };
}

const platforms: Readonly<Record<string, readonly [string, string, string]>> = {
  bluesky: ['Bluesky', 'https://bsky.app/profile/', 'bluesky'],
  discord: ['Discord', 'https://discord.gg/', 'discord'],
  facebook: ['Facebook', 'https://www.facebook.com/', 'facebook'],
  github: ['GitHub', 'https://github.com/', 'github'],
  instagram: ['Instagram', 'https://www.instagram.com/', 'instagram'],
  linkedin: ['LinkedIn', 'https://www.linkedin.com/', 'linkedin'],
  mastodon: ['Mastodon', 'https://', 'mastodon'],
  reddit: ['Reddit', 'https://www.reddit.com/', 'reddit'],
  slack: ['Slack', 'https://', 'slack'],
  tiktok: ['TikTok', 'https://www.tiktok.com/@', 'tiktok'],
  twitter: ['X', 'https://x.com/', 'x-twitter'],
  youtube: ['YouTube', 'https://www.youtube.com/', 'youtube'],
};

function socialView({ platform, handle }: SocialAccount): PageView['footer']['social'] {
  const known = Object.hasOwn(platforms, platform) ? platforms[platform] : undefined;
  if (!known) return [];
  const [title, start, picture] = known;
  const href = safeUrl(/^https:\/\//.test(handle) ? handle : `${start}${handle.replace(/^@/, '')}`);
  return href === undefined ? [] : [{ title, href, icon: icon(picture)?.html ?? title }];
}

/** A web address in a browser's normal form; undefined for anything else. */
export function safeUrl(url: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  try {
    const parsed = new URL(url);
    return parsed.protocol === 'https:' || parsed.protocol === 'http:' ? parsed.href : undefined;
  } catch {
    return undefined;
  }
}
