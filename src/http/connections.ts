import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The connections of a server, so that the server can end without waiting for its clients. */
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
 * `server.closeIdleConnections` looks once, and counts a connection as busy before its first byte. So a browser's spare connection, and
 * each connection whose last answer was under way at that moment, hold a server up until they time out: for 72 seconds here.
 */
export function watchConnections(server: Server): Connections {
  const underWay = new Map<Socket, number>();
  let closing = false;
  server.on('connection', (socket) => {
    if (closing) return void socket.destroy();
    underWay.set(socket, 0);
    socket.on('close', () => underWay.delete(socket));
  });
  const begun = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    underWay.set(socket, (underWay.get(socket) ?? 0) + 1);
    response.on('close', () => {
      const left = (underWay.get(socket) ?? 1) - 1;
      if (!underWay.has(socket)) return;
      underWay.set(socket, left);
      if (closing && left === 0) socket.destroySoon();
    });
  };
  server.on('request', begun);
  return {
    closeWhenAnswered: () => {
      closing = true;
      for (const [socket, requests] of underWay) if (requests === 0) socket.destroy();
    },
  };
}
