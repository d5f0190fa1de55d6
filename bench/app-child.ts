/** The service with the web app, as a separate process that `app.ts` starts. */
import { webApp } from '../src/app/index.ts';
import { startService } from '../src/service/index.ts';

const [data = '', seed = ''] = process.argv.slice(2);
const started = await startService({ data, seeds: [seed], web: webApp(), rate: 10_000_000 });
await started.embedded.service.background.idle();
const space = started.spaces.find(({ title }) => title === 'Bench');
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.((user + system) / 1000);
});
process.on('disconnect', () => process.exit(0));
process.stdout.write(
  `${JSON.stringify({ url: started.url, app: started.app?.url, token: started.token, space: space?.id })}\n`,
);
