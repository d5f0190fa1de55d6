/** Examples of each command by its path, for the help and the man page. The program reads each one in a test. */
export const examples: Readonly<Record<string, readonly (readonly [line: string, says: string])[]>> = {
  tidemark: [
    ['tidemark init', 'write a configuration'],
    ['tidemark sync --dry-run', 'show what a sync would do'],
    ['tidemark sync', 'bring both sides together once'],
  ],
  demo: [
    ['tidemark demo', 'run once and clear away'],
    ['tidemark demo --keep --dir demo', 'stay up with the service and the site'],
  ],
  serve: [
    ['tidemark serve --seed docs', 'in memory, with documentation'],
    ['tidemark serve --data /var/lib/docs --port 8787', 'keep the data'],
    ['tidemark serve --data new --restore docs.backup', 'begin with a backup'],
    ['tidemark serve --data docs --public-url https://docs.example', 'behind a proxy'],
    ['tidemark serve --data docs --app-url https://app.example', 'the app under its own name'],
    ['tidemark serve --daemon-url http://127.0.0.1:9464', 'the app tells of the mirror in git'],
  ],
  'serve token': [['tidemark serve token list --data /var/lib/docs', 'who has access']],
  'serve token create': [
    ['tidemark serve token create --data data --name ci --role read', 'a token that reads'],
    ['tidemark serve token create --data data --expires 30', 'a token for 30 days'],
  ],
  'serve token list': [
    ['tidemark serve token list --data data', 'as a table'],
    ['tidemark serve token list --data data --json', 'for a program'],
  ],
  'serve token revoke': [['tidemark serve token revoke --data data 3kTMd', 'an id of the list']],
  'serve key': [['tidemark serve key rotate --data /var/lib/docs', 'seal all secrets with a new key']],
  'serve key rotate': [['tidemark serve key rotate --data data', 'also while the service runs']],
  'serve key reset': [
    ['tidemark serve key reset --data data', 'what is lost with the key, and a question'],
    ['tidemark serve key reset --data data --yes', 'without the question'],
    ['tidemark serve key reset --data new --restore docs.backup', 'a backup whose key is lost'],
  ],
  'serve backup': [['tidemark serve backup --data data docs.backup', 'also while it runs']],
  init: [
    ['tidemark init', 'answer questions on a terminal'],
    ['tidemark init --url https://docs.example.com --space abc=guides', 'without questions'],
  ],
  todo: [
    ['tidemark todo', 'what to do by hand in the service'],
    ['tidemark todo --fail-on-todo', 'the same as a check in CI'],
  ],
  restore: [
    ['tidemark restore guides/usage.md', 'what the file said, newest first'],
    ['tidemark restore guides/usage.md --save 0123456789', 'bring that back beside it'],
  ],
  repair: [
    ['tidemark repair --dry-run', 'what is broken, and what becomes of it'],
    ['tidemark repair --yes', 'in a script, where nobody can answer'],
  ],
  sync: [
    ['tidemark sync', 'both ways, once'],
    ['tidemark sync --dry-run', 'show what would be done'],
    ['tidemark sync --pull --space guides', 'only bring one space into git'],
  ],
  daemon: [['tidemark daemon', 'until SIGTERM; http://127.0.0.1:9464/ shows how it goes']],
  worker: [
    ['tidemark worker --config fleet.yaml', 'one of many'],
    ['tidemark worker --name docs-3', 'with a name of its own in logs and metrics'],
  ],
  status: [
    ['tidemark status', 'what needs action'],
    ['tidemark status --json', 'for a program'],
  ],
  cr: [['tidemark cr list --status open', 'what waits for review']],
  'cr list': [['tidemark cr list --status draft --space guides', 'the drafts of one space']],
  'cr show': [['tidemark cr show 12', 'its subject, status and address']],
  'cr open': [
    ['tidemark cr open', 'ask for review of what this branch proposes'],
    ['tidemark cr open 12', 'ask for review of one by its number'],
    ['tidemark cr open --subject "Say how to install it"', 'a new, empty change request'],
  ],
  'cr diff': [['tidemark cr diff 12 --space guides', 'where several spaces have a 12']],
  'cr update': [['tidemark cr update 12', 'what others merged comes into it']],
  'cr merge': [
    ['tidemark cr merge 12', 'it becomes the content that readers see'],
    ['tidemark cr merge 12 --yes', 'in a script, where nobody can answer'],
  ],
  'cr archive': [['tidemark cr archive 12', 'put it aside unmerged']],
  'cr paste': [
    ['tidemark cr paste guides/usage.md', 'where no way of an import works'],
    ['tidemark cr paste guides/usage.md --json', 'for a program'],
  ],
  'cr checkout': [['tidemark cr checkout 12', 'then: git switch cr/guides/12']],
  links: [
    ['tidemark links', 'the links of the mirror'],
    ['tidemark links docs --external', 'a folder, with links to other hosts'],
    [
      'tidemark links docs --external-anchors --external-timeout slow.example.com=60s',
      'with the anchors there, and more patience with one host',
    ],
    [
      'tidemark links docs --remap https://docs.example.com/=http://localhost:8080/',
      'with the site asked where it is built',
    ],
    ['tidemark links intro.md guide/start.md', 'two pages, within their documentation'],
    ['tidemark links --format sarif=links.sarif --fail-on new', 'in CI'],
    [
      'tidemark links --format html=links.html --history links.jsonl',
      'a page with causes, sections and the trend',
    ],
    ['tidemark links --fix', 'correct what is certain'],
  ],
  mv: [
    ['tidemark mv guides/start.md guides/first-steps.md', 'show the plan, and ask'],
    ['tidemark mv guides/setup admin/ --dry-run', 'what moving a folder would change'],
    ['tidemark mv old.md new.md --yes', 'in a script, where nobody can answer'],
  ],
  guide: [
    ['tidemark guide', 'read it in a browser'],
    ['tidemark guide --out handbook', 'keep it as a site'],
  ],
  lsp: [['tidemark lsp', 'an editor starts it: docs/editors.md says how']],
  export: [
    ['tidemark export --out site', 'the static site of the mirror'],
    ['tidemark export docs --serve', 'a folder, shown with reload'],
    ['tidemark export docs --relative --strict', 'a site that opens from the disk; warnings fail'],
    ['tidemark export docs --fetch-openapi', 'documents of interfaces that lie on other hosts, too'],
    ['tidemark export docs --pdf docs.pdf', 'all pages on paper, with an outline and page numbers'],
  ],
  api: [
    ['tidemark api --list', 'all operations'],
    ['tidemark api getSpaceById spaceId=abc', 'by name'],
    ['tidemark api POST /orgs/abc/spaces -f title=Guides', 'by method and path'],
  ],
  doctor: [
    ['tidemark doctor', 'before the first sync'],
    ['tidemark doctor --deep --space abc', 'before writing to a service that you do not know'],
  ],
  completion: [
    ['source <(tidemark completion bash)', 'in ~/.bashrc'],
    ['source <(tidemark completion zsh)', 'in ~/.zshrc, after compinit'],
    ['tidemark completion fish | source', 'in ~/.config/fish/config.fish'],
  ],
};
