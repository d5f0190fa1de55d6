import type { HttpTransport } from '../http/port.ts';
import type { DaemonStatus } from './status.ts';

/** Asks a running daemon for its status; null when none answers there. */
export async function readDaemonStatus(
  transport: HttpTransport,
  { host, port }: { host: string; port: number },
): Promise<DaemonStatus | null> {
  const name = host.includes(':') ? `[${host}]` : host === '0.0.0.0' ? '127.0.0.1' : host;
  try {
    const { status, body } = await transport.send({
      method: 'GET',
      url: `http://${name}:${port}/status`,
      headers: { accept: 'application/json' },
      timeoutMs: 1_000,
    });
    const value: unknown = status === 200 ? JSON.parse(Buffer.from(body).toString('utf8')) : null;
    return isStatus(value) ? value : null;
  } catch {
    return null; // nobody, or somebody else, listens there
  }
}

function isStatus(value: unknown): value is DaemonStatus {
  return (
    typeof value === 'object' && value !== null && 'spaces' in value && 'queue' in value && 'kind' in value
  );
}
