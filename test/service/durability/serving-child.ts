import { startService } from '../../../src/service/index.ts';

/* Serves the data directory of its argument until somebody ends it. */
const [directory = ''] = process.argv.slice(2);
const { url, token, organization } = await startService({ data: directory });
process.stdout.write(`${JSON.stringify({ url, token, organization })}\n`);
