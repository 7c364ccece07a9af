/** @module proven-socket: a raw connection to a keeper after a valid handshake. */
import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';

import { ClientHandshake, type MeetingPlace } from '../../../governance/keeper/socket/handshake.ts';

/** Everything received until a line feed or the end of the connection. */
async function lineFrom(socket: Socket): Promise<string> {
  let text = '';
  while (!text.endsWith('\n')) {
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    text += chunk.toString();
  }
  return text.trimEnd();
}

/** Connects and sends the proof; the next data written is a request. */
export async function provenSocket(place: MeetingPlace): Promise<Socket> {
  const socket = createConnection(place.socket);
  const handshake = new ClientHandshake(place);
  socket.write(`${handshake.hello()}\n`);
  const answer = handshake.receive(await lineFrom(socket));
  if ('fault' in answer) throw new Error(answer.fault);
  socket.write(`${answer.proof}\n`);
  return socket;
}
