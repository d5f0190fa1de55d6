import { describe, expect, it } from 'vitest';
import { mapPages } from '../simulation/memory-content.ts';
import { aWriter, commit, mergeDrafts, requestsOf, titlesWith } from './memory-writer.ts';

const [welcome, summary] = ['guides/README.md', 'guides/SUMMARY.md'];

describe('a new page below a page that was deleted in the service', () => {
  it('waits while a conflict keeps the branch from following, and makes no change requests without end', async () => {
    const writer = await aWriter();
    const { service, space } = writer;
    writer.save(welcome, (text) => text.replace('Hello.', 'Hello, mine.'));
    await commit(writer);
    service.edit(space, (pages) =>
      mapPages(pages, (page) =>
        page.title === 'Welcome' ? { ...page, text: page.text.replace('Hello.', 'Hello, theirs.') } : page,
      ).filter(({ title }) => title !== 'Usage'),
    );
    writer.save('guides/usage/new.md', () => '# New\n\nNew.\n');
    writer.save(summary, (text) =>
      text.replace(/(\* \[Usage\]\(usage\.md\)\n)/u, '$1  * [New](usage/new.md)\n'),
    );

    for (let round = 0; round < 3; round++) {
      await writer.sync.cycle();
      await mergeDrafts(writer);
    }
    expect(requestsOf(writer).length).toBeLessThan(2);

    writer.save(welcome, (text) => text.replace('Hello, mine.', 'Hello, theirs.'));
    await commit(writer);
    for (let round = 0; round < 2; round++) {
      await writer.sync.cycle();
      await mergeDrafts(writer);
    }
    expect(titlesWith(writer, 'New.')).toEqual(['New']);
  });
});
