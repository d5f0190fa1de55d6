import type { HttpTransport } from '../http/port.ts';
import type { DaemonStatus } from './status.ts';

/** Asks the daemon that a configuration names for its status; null when none answers there. */
export function readDaemonStatus(
  transport: HttpTransport,
  { host, port }: { host: string; port: number },
): Promise<DaemonStatus | null> {
  const name = host.includes(':') ? `[${host}]` : host === '0.0.0.0' ? '127.0.0.1' : host;
  return readStatusAt(transport, `http://${name}:${port}`);
}

/** Asks the daemon at an address for its status; null when none answers there. */
export async function readStatusAt(transport: HttpTransport, address: string): Promise<DaemonStatus | null> {
  try {
    const { status, body } = await transport.send({
      method: 'GET',
      url: `${address.replace(/\/$/, '')}/status`,
      headers: { accept: 'application/json' },
      timeoutMs: 1_000,
    });
    const value: unknown = status === 200 ? JSON.parse(Buffer.from(body).toString('utf8')) : null;
    return isStatus(value) ? value : null;
  } catch {
    return null; // nobody listens there, or something else does
  }
}

function isStatus(value: unknown): value is DaemonStatus {
  return (
    typeof value === 'object' && value !== null && 'spaces' in value && 'queue' in value && 'kind' in value
  );
}
