import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The connections of a server, which can close them when it ends. */
export interface Connections {
  /**
   * Closes each connection that has no request under way at once, and each other one when its requests are answered. New connections
   * are refused.
   */
  closeWhenAnswered(): void;
}

/**
 * Watches the connections of a server that has not begun to listen.
 *
 * `server.closeIdleConnections` looks once, and counts a connection as busy before its first byte. A server would therefore wait for a
 * browser's spare connection, and for a connection whose last answer was under way at that moment, until they time out.
 */
export function watchConnections(server: Server): Connections {
  const underWay = new Map<Socket, number>();
  let closing = false;
  server.on('connection', (socket) => {
    if (closing) return void socket.destroy();
    underWay.set(socket, 0);
    socket.on('close', () => underWay.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    underWay.set(socket, (underWay.get(socket) ?? 0) + 1);
    response.on('close', () => {
      const requests = underWay.get(socket);
      if (requests === undefined) return;
      underWay.set(socket, requests - 1);
      if (closing && requests === 1) socket.destroySoon();
    });
  });
  return {
    closeWhenAnswered: () => {
      closing = true;
      for (const [socket, requests] of underWay) if (requests === 0) socket.destroy();
    },
  };
}
