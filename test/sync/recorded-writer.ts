import type { CycleOptions, ImportHost, Sync, SyncConfig } from '../../src/sync/index.ts';
import { DayRecord } from '../simulation/day-record.ts';
import { keepOrCompare } from '../simulation/kept-days.ts';
import { sayingOf } from '../people/saying.ts';
import { MemoryService } from '../simulation/memory-service.ts';
import { memoryWorld, syncConfig } from './memory-world.ts';
import { guidesIn, writerIn } from './memory-writer.ts';
import type { WriterInMemory } from './memory-writer.ts';

/** A writer whose day is written down, cycle by cycle and command by command. */
export interface RecordedWriter extends WriterInMemory {
  /** Syncs, and looks at the status after that. */
  syncs(options?: CycleOptions): Promise<void>;
  /** Asks what a command answers. */
  asks(question: string, work: (sync: Sync) => Promise<unknown>): Promise<void>;
  /** Goes on with another process, perhaps with another configuration. */
  restarts(change?: Partial<SyncConfig>): void;
}

interface Given {
  readonly config?: Partial<SyncConfig>;
  readonly service?: MemoryService;
  /** Where the service fetches what a strict interface takes by imports alone. */
  readonly importHost?: ImportHost;
}

/** Plays a day of a writer with a mirrored space, and compares it with its kept record. */
export async function recordedDay(
  { config = {}, service = new MemoryService(), importHost }: Given,
  does: (writer: RecordedWriter) => Promise<void>,
): Promise<void> {
  const record = new DayRecord();
  const remote = record.watched(service);
  const space = guidesIn(service);
  const world = memoryWorld(service, syncConfig(config), {
    remote: () => remote,
    ...(importHost ? { importHost } : {}),
  });
  const writer = writerIn(world, space);
  let { sync } = writer;
  const syncs = async (options: CycleOptions = {}): Promise<void> => {
    writer.git.onStep = ({ effect, when }) => {
      if (when === 'before') record.step(`git ${effect}`);
    };
    const report = await sync.cycle(options).catch((error: unknown) => String(error));
    writer.git.onStep = undefined;
    const status = await sync.status();
    await record.cycle({
      ...{
        clone: 'the writer',
        git: writer.git,
        staged: writer.checkout.entries,
        files: writer.disk.contents(),
      },
      ...(typeof report === 'string' ? { report: null, said: report } : { report, said: sayingOf(report) }),
      status,
    });
  };
  await does({
    ...writer,
    syncs,
    asks: async (question, work) => void (await record.answer(question, () => work(sync))),
    restarts: (change) => void (sync = writer.restarted(change)),
  });
  keepOrCompare(record.cycles);
}
