import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import { MemoryService } from '../simulation/memory-service.ts';
import { memoryWorld, syncConfig } from './memory-world.ts';

describe('a token that may not write', () => {
  it('is told with what to do, and no status claims a change request', async () => {
    const service = new MemoryService();
    service.addSpace('Guides', [service.newPage('Usage', 'First.')]);
    service.createChangeRequest = async () => {
      throw new AppError('FORBIDDEN', 'The permission "edit" is missing');
    };
    const world = memoryWorld(service, syncConfig());
    await world.sync.cycle();
    world.disk.personSaves('guides/usage.md', Buffer.from(`${world.read('guides/usage.md')}\nMore.\n`));

    const { problems, exitCode } = await world.sync.cycle();
    const status = await world.sync.status();

    expect({ problems, exitCode }).toMatchObject({ exitCode: 4, problems: [{ code: 'FORBIDDEN' }] });
    expect(problems[0]!.hint).toContain('push.enabled');
    expect(status.proposals).toEqual([]);
    expect(status.spaces[0]!.edits).toMatchObject([{ path: 'usage.md' }]);
  });
});
