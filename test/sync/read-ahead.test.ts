import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import { mapPages } from '../simulation/memory-content.ts';
import { MemoryService } from '../simulation/memory-service.ts';
import { memoryWorld, syncConfig } from './memory-world.ts';

function aLibrary(sizes: readonly number[]) {
  const service = new MemoryService();
  const spaces = sizes.map((size, index) =>
    service.addSpace(
      `Space ${index}`,
      Array.from({ length: size }, (_, page) => service.newPage(`Page ${page}`, `Text ${page}.`)),
    ),
  );
  const asked: string[] = [];
  const page = service.page.bind(service);
  service.page = async (place, id) => {
    asked.push(id);
    return page(place, id);
  };
  return { ...memoryWorld(service, syncConfig()), spaces, asked };
}

describe('reading ahead', () => {
  it('leaves nothing to read for the cycle, which mirrors the same', async () => {
    const plain = aLibrary([60]);
    const ahead = aLibrary([60]);
    await plain.sync.cycle();

    await ahead.sync.look();
    await ahead.sync.readAhead({ spaces: ahead.spaces });
    const before = ahead.asked.splice(0);
    await ahead.sync.cycle();

    expect(before).toHaveLength(60);
    expect(ahead.asked).toEqual([]);
    expect(ahead.files()).toEqual(plain.files());
    expect(ahead.read('space-0/page-7.md')).toBe(plain.read('space-0/page-7.md'));
    expect((await ahead.sync.cycle()).outcome).toBe('quiet');
  });

  it('goes on while a cycle of another space holds the repository, and the other way round', async () => {
    const { sync, spaces, service } = aLibrary([20, 20]);
    const [one, other] = spaces as [string, string];
    await sync.look();
    const order: string[] = [];
    const page = service.page.bind(service);
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    service.page = async (place, id) => {
      if (place.space === one) await gate;
      return page(place, id);
    };

    const reading = sync.readAhead({ spaces: [one] }).then(() => order.push('read one'));
    await sync.cycle({ spaces: [other] });
    order.push('cycle of the other');
    open();
    await reading;
    await sync.cycle({ spaces: [one] });

    expect(order).toEqual(['cycle of the other', 'read one']);
    expect((await sync.cycle()).outcome).toBe('quiet');
  });

  it('reads again only what changed when the space moved on meanwhile', async () => {
    const { sync, spaces, service, asked, read } = aLibrary([60]);
    await sync.look();
    await sync.readAhead({ spaces });
    asked.splice(0);
    service.edit(spaces[0]!, (pages) =>
      mapPages(pages, (page) => (page.title === 'Page 7' ? { ...page, text: `${page.text}More.\n` } : page)),
    );

    await sync.look();
    await sync.readAhead({ spaces });
    await sync.cycle();

    expect(asked).toHaveLength(1);
    expect(read('space-0/page-7.md')).toContain('More.');
    expect((await sync.cycle()).outcome).toBe('quiet');
  });

  it('tells large spaces and what is too much for one cycle, which are read when they are asked for by themselves', async () => {
    const { sync, spaces, asked } = aLibrary([5, 300, 150, 100, 3, 4, 2]);
    await sync.look();

    const first = await sync.readAhead({ spaces, most: 200 });
    const read = asked.splice(0).length;
    const large = await sync.readAhead({ spaces: [spaces[1]!] });

    expect(first).toEqual({
      ready: [spaces[0], spaces[2], spaces[3]],
      large: [spaces[1]],
      rest: [spaces[4], spaces[5], spaces[6]],
    });
    expect(read).toBe(255);
    expect(large.ready).toEqual([spaces[1]]);
    expect(asked).toHaveLength(300);
  });

  it('leaves a failure to the cycle, which reports it; what was read before it is not read again', async () => {
    const { sync, spaces, service, asked } = aLibrary([60]);
    await sync.look();
    const page = service.page.bind(service);
    let failing = true;
    let answered = 0;
    service.page = async (place, id) => {
      if (failing && answered >= 40) throw new AppError('NOT_FOUND', 'The page is not there.');
      answered++;
      return page(place, id);
    };

    await sync.readAhead({ spaces });
    const report = await sync.cycle({ spaces });
    failing = false;
    asked.splice(0);
    const next = await sync.cycle({ spaces });

    expect(report.problems.map(({ code }) => code)).toEqual(['NOT_FOUND']);
    expect(next.problems).toEqual([]);
    expect(asked).toHaveLength(20);
  });

  it('asks for the lists of a revision again when a cycle failed with them, and for no page that it has', async () => {
    const { sync, spaces, service, asked } = aLibrary([30]);
    await sync.look();
    const [page, content] = [service.page.bind(service), service.content.bind(service)];
    let failing = true;
    const lists: string[] = [];
    service.content = async (place) => {
      lists.push(place.kind);
      return content(place);
    };
    service.page = async (place, id) => {
      if (failing && asked.length >= 20) throw new AppError('ADDRESS_REFUSED', 'must not be asked');
      return page(place, id);
    };
    await sync.readAhead({ spaces });
    await sync.cycle({ spaces });
    failing = false;
    asked.splice(0);
    lists.splice(0);

    await sync.look();
    await sync.readAhead({ spaces });
    const again = [...lists];
    const next = await sync.cycle({ spaces });

    expect(again).toEqual(['revision']);
    expect(next.problems).toEqual([]);
    expect(asked).toHaveLength(10);
    expect(lists).toEqual(again);
  });
});
