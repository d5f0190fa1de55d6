/**
 * Does what a cycle of sync does, again and again, until it is killed or has come to the commit that it shall stop at: writes the
 * next commit, moves the mirror's reference, fast-forwards the branch with its files.
 */
import { realClock, realRandom } from '../../src/clock/index.ts';
import { openRepository, openWorkingTree, type Version } from '../../src/git/index.ts';
import { filesAt, pageAt, pageCount, pathOf } from './history-fixture.ts';

const [folder = '', stopAt = '1000000'] = process.argv.slice(2);
const mirror = 'refs/remotes/docs/main';
const main = 'refs/heads/main';
const person = { name: 'Service', email: 'service@example.com', at: 0 };

const repository = openRepository(folder, { clock: realClock });
const { tree } = openWorkingTree(repository, { clock: realClock, random: realRandom });
process.stdout.write('started\n');

for (;;) {
  await tree.recover();
  let at = await repository.resolveRef(mirror);
  const n = at === null ? 0 : Number((await repository.readCommit(at)).message);
  const branch = await repository.resolveRef(main);
  if (at !== null && branch !== at) {
    const outcome = await tree.fastForward({ branch: main, from: branch, to: at });
    if (outcome.outcome !== 'moved') throw new Error(`the branch stays behind: ${JSON.stringify(outcome)}`);
  }
  if (n >= Number(stopAt)) break;
  const base = at === null ? null : await repository.treeOf(at);
  const next = await repository.write(async (writer) => {
    const changes = new Map<string, Version | null>();
    for (let page = 0; page < pageCount; page++) {
      const content = pageAt(page, n + 1);
      if (at !== null && content === pageAt(page, n)) continue;
      const oid = content === null ? null : writer.addBlob(Buffer.from(content));
      changes.set(pathOf(page), oid === null ? null : { mode: '100644', oid });
    }
    const root = await writer.updateTree(base, changes);
    return writer.addCommit({
      tree: root,
      parents: at === null ? [] : [at],
      author: { ...person, at: n * 1000 },
      committer: { ...person, at: n * 1000 },
      message: String(n + 1),
    });
  });
  await repository.updateRefs([{ ref: mirror, expected: at, next }]);
  at = next;
}
if (filesAt(Number(stopAt)).size === 0) throw new Error('the fixture is empty');
