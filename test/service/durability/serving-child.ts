import { createToken, startService } from '../../../src/service/index.ts';

/* Serves the data directory of its argument until it is killed. */
const [directory = ''] = process.argv.slice(2);
const { url, embedded, organization } = await startService({ data: directory, firstToken: false });
const { store, clock, random } = embedded.service;
const { token } = createToken(
  { store, random, nowMs: clock.now() },
  { user: 'admin@localhost', label: 'this start' },
);
process.stdout.write(`${JSON.stringify({ url, token, organization })}\n`);
