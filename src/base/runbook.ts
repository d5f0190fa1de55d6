import { errorTable, type ErrorCode } from './errors.ts';

/** What a person who runs Tidemark needs to know about a failure: its meaning, and what to do about it. */
interface RunbookEntry {
  readonly means: string;
  readonly do: string;
}

/**
 * The runbook, by the codes of the one error table; `docs/deploy/runbook.md` is printed from both. The program itself does not
 * read it, so that it is not in the bundle.
 */
const runbook: Readonly<Record<ErrorCode, RunbookEntry>> = {
  USAGE: {
    means: 'A command was given an argument or option that it does not know.',
    do: 'Read what `tidemark COMMAND --help` says.',
  },
  CONFIG_MISSING: {
    means: 'There is no `sync.config.yaml` here or in a folder above.',
    do: 'Run `tidemark init`, or name the file with `--config`.',
  },
  CONFIG_INVALID: {
    means: 'The configuration says something that cannot be.',
    do: 'The message names file, line and column. `tidemark doctor` checks the rest. A running daemon goes on with the configuration before.',
  },
  REPOSITORY_MISSING: {
    means: '`repository.path` is not a git repository.',
    do: 'Run `tidemark sync`, which makes one, or correct the path.',
  },
  REPOSITORY_INVALID: {
    means: 'The repository is broken, or something in it is not what it must be.',
    do: 'The message names what. `git fsck` shows damage; what the mirror holds can be read from the service again.',
  },
  STATE_NEWER: {
    means: '`refs/tidemark/state` was written by a newer version.',
    do: 'Install that version again, or read "Upgrading and going back" in `docs/deploy/README.md`.',
  },
  STATE_DAMAGED: {
    means: '`refs/tidemark/state` cannot be read: it is empty, or objects that it names are missing.',
    do: 'Stop the daemon and run `tidemark repair`, which shows first what it would do.',
  },
  SEED_INVALID: {
    means: 'A folder that `tidemark serve --seed` was given holds no documentation that can be read.',
    do: 'The message names the file.',
  },
  UNSAFE_PATH: {
    means:
      'A path leads out of the folder, into `.git`, or has a name that no file may have. It was left alone.',
    do: 'Look who made it: at the git host, in the service, or in the configuration.',
  },
  NATIVE_MODULE: {
    means: 'A native module does not load on this Node.',
    do: 'Run the command that the message names, mostly `npm rebuild`.',
  },
  SERVICE_KEY: {
    means: 'The key of the embedded service does not fit its data, or cannot be read safely.',
    do: 'Put the right key back from the backup. Only when it is lost for good: `tidemark serve key reset --data FOLDER`, which says what is lost with it and asks. For a backup without its key: `tidemark serve key reset --data FOLDER --restore BACKUP`, then start the service on that folder.',
  },
  BACKUP_DAMAGED: {
    means:
      'A backup of the embedded service is no sound database, or its bytes were changed after it was made. Nothing was restored.',
    do: 'Use another backup, or another copy of this one: the disk or the transfer changed it.',
  },
  CONTENT_INVALID: {
    means: 'A text is not what its format demands.',
    do: 'The message names the file and the line. Mend it there.',
  },
  PORT_IN_USE: {
    means: 'Another program listens on the port, often our own process that has not ended yet.',
    do: 'A supervisor tries again. When it stays, `ss -ltnp` shows who has the port; `http.port` sets another.',
  },
  FILE_SYSTEM: {
    means: 'A file or folder could not be read or written.',
    do: 'The message names it and why: rights, a missing folder, a file system that is mounted read-only (`dmesg` tells of errors of the disk). The work is tried again.',
  },
  DISK_FULL: {
    means: 'The disk is full. Nothing that was there is harmed.',
    do: 'Make room. A daemon goes on with its next cycle; until then, `/readyz` is 503. A service that is still running goes on as well. Start again whatever has ended.',
  },
  NO_ANSWER: {
    means:
      'The service, the git host or Redis could not be reached: it is down, the network is, or DNS does not know the name.',
    do: 'The message names the address. Try it with `curl -v` and `getent hosts NAME` from the same machine. All goes on by itself.',
  },
  TIMEOUT: {
    means: 'An answer took longer than `service.timeout`.',
    do: 'See whether the service is slow (`tidemark_rate_latency_seconds`). All goes on by itself.',
  },
  OUTCOME_UNKNOWN: {
    means: 'The answer to a write was lost. It may have happened.',
    do: 'Nothing: the next cycle looks what became of it before it writes again.',
  },
  ANSWER_INVALID: {
    means: 'An answer is not what the interface says.',
    do: 'Check that `service.url` and `repository.remote` lead to the right servers, and no login page or proxy answers. Else report it.',
  },
  ANSWER_TOO_LARGE: {
    means: 'An answer is larger than what is taken.',
    do: 'Look at the page or file that the message names.',
  },
  REDIRECT_REFUSED: {
    means: 'A server sent us to another address. A token is never taken there.',
    do: 'Put the final address into the configuration.',
  },
  ADDRESS_REFUSED: {
    means: 'An address is private, or of a kind that is not asked.',
    do: 'The message names it. A service whose files have such addresses, as behind a proxy that it does not know, has to give out the address of the proxy: `tidemark serve --public-url URL`. If it is meant: `externalLinks.privateHosts` for links, `--import-allow` for imports of `tidemark serve`.',
  },
  REMOTE_FAILED: {
    means: 'The service or the git host answered that it failed (5xx, or a refusal).',
    do: 'Look at its own status. Requests are kept few, one tries now and then, and all goes on by itself.',
  },
  NOT_SUPPORTED_BY_SERVICE: {
    means: 'The service lacks what this needs.',
    do: '`tidemark doctor` lists what it can.',
  },
  MIRROR_LOST: {
    means:
      '`refs/remotes/docs/main` is gone, stands further back than the last sync left it, or is at a commit that no sync made.',
    do: 'The next cycle puts it back where it can, and `tidemark repair` shows the rest. Look who moved it: nobody but Tidemark writes it. A push to a git remote called `docs` does, too: give that remote another name (`git remote rename docs NAME`).',
  },
  INCOMPLETE: {
    means: 'Something moved while it was read, or a part could not be read. The rest is done.',
    do: 'Nothing: the next cycle reads again. When it stays, the message says what.',
  },
  BAD_REQUEST: {
    means: 'The service did not understand a request.',
    do: 'Report it with the `cycle` of the log line; the audit lines of that cycle name the request.',
  },
  UNAUTHENTICATED: {
    means: 'The service, the git host or Redis does not take the token or password.',
    do: 'It is wrong, was revoked or has run out: set `TIDEMARK_TOKEN` or `TIDEMARK_GIT_TOKEN` anew and start the process again, since a reload does not read the environment. A new `queue.url` takes a reload.',
  },
  ORIGIN_NOT_TRUSTED: {
    means: 'The token would go to a service that it was never used with.',
    do: 'If `service.url` is right, run one command with `--trust-origin`.',
  },
  FORBIDDEN: {
    means: 'The token lacks a right.',
    do: 'The message says for what. Give its owner that right, or take the space out of `mirror`.',
  },
  NOT_SHOWN_YET: {
    means: 'What was written does not show in what the service answers yet.',
    do: 'Nothing: it is looked for again. When it stays, the service answers from an old copy: look at a cache or a replica of it. If the message says that the service has gone back, it was restored from a backup: after ten minutes, a sync mirrors what it has now. What was merged since the backup stays in the history of `docs/main`; bring each file back as an edit with `git checkout COMMIT -- FILE`.',
  },
  NOT_FOUND: {
    means: 'What was asked for is not there, or the token may not see it.',
    do: 'Nothing is deleted because of it. Check the id in `mirror` and the rights of the token.',
  },
  METHOD_NOT_ALLOWED: {
    means: 'The service knows the address and not what was to be done with it.',
    do: '`tidemark doctor` lists what the service can.',
  },
  CONFLICT: {
    means: 'The service refused a write because of what is there already.',
    do: 'The message says what. `tidemark status` has the next step.',
  },
  WRONG_STATE: {
    means: 'A change request is not in a state in which that can be done.',
    do: 'Look at it with `tidemark cr show`.',
  },
  REQUEST_TIMEOUT: { means: 'The service waited too long for a request.', do: 'Nothing: it is sent again.' },
  TOO_LARGE: {
    means: 'A page or file is larger than the service takes.',
    do: 'Make it smaller or split it; the rest was sent.',
  },
  WRONG_CONTENT_TYPE: {
    means: 'The service does not take this kind of content.',
    do: 'Check that `service.url` leads to the right server.',
  },
  EXPECTATION_FAILED: {
    means: 'A proxy asks for what we do not do.',
    do: 'Look at the proxy between here and the service.',
  },
  MISDIRECTED: {
    means: 'A server was asked by a name that is not its own.',
    do: 'Ask it by its own name, or set `--public-url` of `tidemark serve`.',
  },
  UNPROCESSABLE: {
    means: 'The service understood a write and refuses its content.',
    do: 'The message names the page and why. It stays here; everything else is sent.',
  },
  RATE_LIMITED: {
    means: 'The service takes no more requests for a while.',
    do: 'Nothing: requests wait for as long as it says. When it is often, another program uses the same token.',
  },
  HEADERS_TOO_LARGE: {
    means: 'The headers of a request are larger than the service takes.',
    do: 'Check the token: it may be something else by mistake.',
  },
  INTERNAL: {
    means: 'A bug.',
    do: 'Report it with the log lines of its `cycle`. Nothing is lost; the next cycle tries again.',
  },
  NOT_AVAILABLE: { means: 'This part is not there in this place.', do: 'The message says where it is.' },
  OVERLOADED: {
    means: 'The service has too much to do.',
    do: 'Nothing: fewer requests are sent until it answers.',
  },
  REF_MOVED: {
    means: 'A reference was moved by somebody else at the same time.',
    do: 'Nothing: the work is done again from there. When it is most of the time, see TidemarkCyclesRedone.',
  },
  PUSH_REFUSED: {
    means:
      'The git host does not take a reference although nobody else moved it: the branch is protected, the token may only read, or a hook refuses.',
    do: 'Give the token of `repository.remote` the right to push the reference that the message names. It is tried again, less and less often; a restart tries at once.',
  },
  EDIT_CONFLICT: {
    means: 'Both sides changed the same lines, or git cannot go forward.',
    do: '`tidemark status` says what to type. The local file stays as it is until then.',
  },
  DELETION_GUARD: {
    means: 'A cycle would delete more pages than `guards` allows, so it deleted none.',
    do: 'Look whether somebody meant it. If so: `tidemark sync --confirm-deletions`.',
  },
  CONTENTS_GUARD: {
    means: 'A table of contents would make, rename or retitle more pages than `guards` allows.',
    do: 'Look at SUMMARY.md. If it is meant: `tidemark sync --confirm-deletions`.',
  },
  SECRET_REFUSED: {
    means: 'A file looks as if it held a secret. It was not sent.',
    do: 'Take the secret out, and change it where it is used. If it is none: `tidemark sync --allow FINGERPRINT`.',
  },
  NOT_SENDABLE: {
    means:
      'A file cannot be sent as it is, because of its encoding, a NUL byte, conflict markers, invalid YAML in its front matter, or its size.',
    do: 'The message names the line and what to do. Everything else is sent.',
  },
  HELD: {
    means:
      'Another process of Tidemark works with the repository, or serves the data of the same `--data` folder.',
    do: 'The message names the process. Stop it, or let it do the work: commands ask a running daemon.',
  },
  CANCELLED: { means: 'Somebody asked for the end.', do: 'Nothing.' },
};

const retries = {
  never: 'no, a person is needed',
  later: 'yes, by the schedule',
  now: 'yes, with back-off',
} as const;

/** The text of `docs/deploy/runbook.md`. */
export function runbookPage(): string {
  const parts = (Object.keys(errorTable) as ErrorCode[]).map((code) => {
    const { exit, retry, status } = errorTable[code];
    const http = status === null ? '' : ` · HTTP status ${status}`;
    return `### ${code}\n\n${runbook[code].means}\n\n**Do:** ${runbook[code].do}\n\nTried again: ${retries[retry]} · exit code ${exit}${http}\n`;
  });
  return `<!-- prettier-ignore-start -->\n<!-- Printed from src/base/errors.ts and src/base/runbook.ts by scripts/generate.mjs. -->\n\n# Runbook\n\n${introduction}\n## Error codes\n\n${parts.join('\n')}<!-- prettier-ignore-end -->\n`;
}

const introduction = `Every failure has a code: in the log as \`code\` or \`err.code\`, in \`/status\` as \`problem.code\`, in the metric
\`tidemark_errors_total{space,code}\`, and below the message of a command.

## At three in the morning

1. \`curl -s localhost:9464/readyz\` names the cause in a sentence, with its code. Look it up below.
2. \`curl -s localhost:9464/status\` (or \`tidemark status\`) has each space with its problem and what to do.
3. The log: \`journalctl -u tidemark -o cat | grep CODE\`. All lines of one cycle have the same \`cycle\`; the service has it in the
   \`traceparent\` header of each request. \`kill -USR2\` turns the whole log on, and off again.
4. Nothing that waits is lost: edits stay in git, what was sent is written down before it is sent. A restart never does harm, and mostly
   does not help either.

`;
