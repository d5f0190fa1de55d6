import type { Command } from 'commander';
import { collect } from '../arguments.ts';

/** The command line's options for external addresses. Any of these options turns on the check of external addresses. */
export interface ExternalCommandOptions {
  readonly externalTimeout?: readonly string[];
  readonly externalTries?: readonly string[];
  readonly externalInterval?: readonly string[];
  readonly externalConcurrency?: readonly string[];
  readonly externalHeader?: readonly string[];
  readonly externalStatus?: readonly string[];
  readonly externalCache?: string;
  readonly externalMaxAge?: string;
  readonly externalPrivate?: readonly string[];
  readonly externalAnchors?: boolean;
  readonly externalArchive?: boolean;
  readonly remap?: readonly string[];
}

/** Adds the options of `externalLinks` in the configuration to the command. */
export function addExternalOptions(command: Command): Command {
  return command
    .option('--external-anchors', 'look for the anchors of links in the pages outside, too')
    .option('--external-timeout <[host=]time>', 'how long an address may take (20s); repeatable', collect)
    .option('--external-tries <[host=]n>', 'how often an address is asked (3); repeatable', collect)
    .option(
      '--external-interval <[host=]time>',
      'the least time between two addresses of a host (250ms); repeatable',
      collect,
    )
    .option(
      '--external-concurrency <[host=]n>',
      'addresses of one host at a time, at most (1); repeatable',
      collect,
    )
    .option(
      '--external-header <host=name:env>',
      'a header for a host, with the value of an environment variable; repeatable',
      collect,
    )
    .option(
      '--external-status <status=what>',
      'what a status (403) or hundred (5xx) means: alive, refused or dead; repeatable',
      collect,
    )
    .option('--external-cache <file>', 'keep results in this file')
    .option('--external-max-age <time>', 'how long a kept result holds (24h)')
    .option(
      '--external-private <host>',
      'ask this host although it is of this machine or network; repeatable',
      collect,
    )
    .option('--external-archive', 'suggest the copy that a web archive has of a dead address')
    .option('--remap <from=to>', 'ask addresses that begin with FROM at TO; repeatable', collect);
}

/** Whether external addresses are checked: when `--external` or any option about them is given. */
export function checksExternal(options: ExternalCommandOptions & { readonly external?: boolean }): boolean {
  const { external, remap, ...rest } = options;
  return (
    external === true ||
    remap !== undefined ||
    Object.entries(rest).some(([name, value]) => /^external[A-Z]/.test(name) && value !== undefined)
  );
}
