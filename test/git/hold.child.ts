import { realClock } from '../../src/clock/index.ts';
import { holdRepository, openRepository } from '../../src/git/index.ts';

holdRepository(openRepository(process.argv[2] ?? '', { clock: realClock }).place, 'a child');
process.stdout.write('held\n');
setInterval(() => undefined, 1000);
