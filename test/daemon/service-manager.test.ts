import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../src/clock/index.ts';
import { createServiceManager, runProgram } from '../../src/daemon/index.ts';

function setUp(env: Record<string, string>, code: number | null = 0) {
  const clock = new ManualClock();
  const said: string[] = [];
  const trouble: string[] = [];
  const manager = createServiceManager({
    ...{ clock, env },
    run: async (program, args) => {
      said.push([program, ...args].join(' '));
      return code;
    },
    onTrouble: (problem) => trouble.push(problem),
  });
  return { clock, said, trouble, manager };
}

const socket = { NOTIFY_SOCKET: '/run/systemd/notify' };
const watched = { ...socket, WATCHDOG_USEC: '60000000' };

describe('the service manager', () => {
  it('is told nothing where none listens', async () => {
    const { clock, said, manager } = setUp({ WATCHDOG_USEC: '60000000' });

    await manager.tell('ready');
    manager.watch(() => true);
    await clock.advance(120_000);

    expect(said).toEqual([]);
    expect(clock.waiting).toBe(0);
  });

  it('learns that the daemon is ready and that it stops', async () => {
    const { said, manager } = setUp(socket);

    await manager.tell('ready');
    await manager.tell('stopping');

    expect(said).toEqual(['systemd-notify READY=1', 'systemd-notify STOPPING=1']);
  });

  it('hears twice in the watchdog time that the daemon is alive, and nothing once it hangs', async () => {
    const { clock, said, manager } = setUp(watched);
    let alive = true;

    manager.watch(() => alive);
    await clock.advance(59_000);
    await clock.advance(2_000);
    const before = said.length;
    alive = false;
    await clock.advance(300_000);
    manager.close();
    await clock.advance(60_000);

    expect(before).toBe(2);
    expect(said).toEqual(['systemd-notify WATCHDOG=1', 'systemd-notify WATCHDOG=1']);
    expect(clock.waiting).toBe(0);
  });

  it('is missed loudly: a daemon that would be killed for its silence does not start', async () => {
    const { manager } = setUp(watched, null);

    await expect(manager.tell('ready')).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  });

  it('is missed quietly where nobody watches', async () => {
    const { trouble, manager } = setUp(socket, null);

    await manager.tell('ready');

    expect(trouble).toEqual([
      'there is no systemd-notify on the PATH: systemd is not told how this process is',
    ]);
  });
});

it('a program is told by how it ended, and one that is not there by null', async () => {
  expect(await runProgram(process.execPath, ['-e', 'process.exit(3)'])).toBe(3);
  expect(await runProgram(process.execPath, ['-e', ''])).toBe(0);
  expect(await runProgram('no-such-program-of-anybody', [])).toBeNull();
});
