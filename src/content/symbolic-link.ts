/** Why a symbolic link is left out, in the words of the link check and of exports: it may lead anywhere on the machine. */
export function whyNotFollowed(link: string): string {
  return `${link} is a symbolic link, which neither a link check nor an export follows`;
}
