import { isIP } from 'node:net';
import { messageOf } from '../../base/index.ts';
import { reasonNotToConnect } from '../../http/index.ts';
import type { LoadedConfig } from '../config/load.ts';
import { importHostOf } from '../connect.ts';
import { isLoopback } from '../loopback.ts';
import type { World } from '../world.ts';
import type { Check } from './doctor.ts';

const name = 'import way';
const elsewhere =
  'Set push.importUrl to an address that the service reaches, or let somebody else give the edits: push.importStore, push.importFolder or push.importRawUrl.';

/** Publishes a small file in the same way as edits for an import, and fetches it at the address that the service would get. */
export async function importChecks(
  world: World,
  loaded: Pick<LoadedConfig, 'config' | 'pathOf'>,
): Promise<Check[]> {
  const bytes = world.random.bytes(32);
  const published = await importHostOf(world, loaded).publish(new Map([['check.bin', bytes]]));
  const transport = await world.ports.transport();
  try {
    const url = published.urlOf('check.bin');
    const { origin } = new URL(url);
    const checks = originChecks(loaded.config.service.url, origin);
    const fault = await faultOf(async () => {
      const answer = await transport.send({ method: 'GET', url, headers: {} });
      if (answer.status !== 200) return `it answered ${answer.status}`;
      return Buffer.compare(answer.body, bytes) === 0 ? null : 'it answered with other bytes';
    });
    if (fault !== null)
      checks.push({
        ...{ name, state: 'warning', message: `${origin} does not give what was published there: ${fault}` },
        hint: `What Tidemark publishes for an import must be readable at that address. ${elsewhere}`,
      });
    if (checks.length > 0) return checks;
    const message = `what is published for an import comes back from ${origin}`;
    const hint = '`tidemark doctor --deep` lets the service itself fetch something.';
    return [{ name, state: 'ok', message, hint }];
  } finally {
    await published.close();
    await transport.close();
  }
}

async function faultOf(ask: () => Promise<string | null>): Promise<string | null> {
  try {
    return await ask();
  } catch (error) {
    return messageOf(error);
  }
}

/** Checks the address that a service gets, before any request is sent there. */
export function originChecks(service: string, origin: string): Check[] {
  const checks: Check[] = [];
  const { protocol, hostname } = new URL(origin);
  if (isPublic(new URL(service).hostname) && !isPublic(hostname))
    checks.push({
      ...{ name, state: 'warning', hint: elsewhere },
      message: `the service is on the public network, and ${origin} is not: the service cannot fetch edits from there`,
    });
  if (protocol === 'http:' && !isLoopback(hostname))
    checks.push({
      ...{ name, state: 'warning', hint: 'Put a proxy with https in front, and name it as push.importUrl.' },
      message: `${origin} is not on this machine and not https: whoever is in between can read the edits`,
    });
  return checks;
}

/** Whether a name or address may be on the internet; names are not looked up. */
function isPublic(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/gu, '');
  if (isIP(host) !== 0) return reasonNotToConnect(host) === undefined;
  return host.includes('.') && !isLoopback(host) && !/\.(?:local|lan|internal|home\.arpa)$/iu.test(host);
}
