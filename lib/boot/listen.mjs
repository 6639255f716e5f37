/**
 * Listens, or answers one clear line why not.
 *
 * @param {import('node:http').Server} server
 * @param {{ host: string, port: number }} where
 * @returns {Promise<number>} the port, which the system chose when 0 was asked for
 */
export function listen(server, { host, port }) {
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error('PORT is a whole number from 0 to 65535.');
  }
  return new Promise((done, fail) => {
    server.once('error', (error) => fail(new Error(explain(error, host, port))));
    server.listen(port, host, () => done(server.address().port));
  });
}

function explain(error, host, port) {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is taken by another program: stop that one, or set PORT to a free port.`;
    case 'EACCES':
      return `Port ${port} needs more rights than this user has: set PORT to one above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine: correct HOST, for example 127.0.0.1.`;
    default:
      return `The server cannot listen on ${host}:${port}: ${error.message}`;
  }
}
