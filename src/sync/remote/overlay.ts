import type { Remote } from './port.ts';

/** The service, with the answers that another object gives in its place; that object asks the service itself where it has to. */
export function withOverlay(remote: Remote, own: Partial<Remote>): Remote {
  return new Proxy(remote, {
    get: (target, name): unknown => {
      const from = name in own ? own : target;
      const value: unknown = Reflect.get(from, name, from);
      return typeof value === 'function' ? (value as () => unknown).bind(from) : value;
    },
  });
}
