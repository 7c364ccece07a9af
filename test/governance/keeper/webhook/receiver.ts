/** @module receiver: a real receiver of notices that checks them as any receiver of Standard Webhooks would. */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';

/** The received notices. */
export type Received = {
  readonly id: string;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
  /** Whether the signature was made with the secret. */
  readonly isSigned: boolean;
};

/** A receiver on its own port. */
export type Receiver = {
  readonly url: string;
  readonly received: readonly Received[];
  /** Answers in order: a status, `hang` for none, or an address to redirect to; the last one is used for all later notices. */
  answers: readonly (number | 'hang' | { readonly redirect: string })[];
  /** Resolves when this many have arrived. */
  readonly until: (count: number) => Promise<void>;
  readonly close: () => void;
};

/** Opens it. `secret`: as bytes. */
export async function openReceiver(secret: Uint8Array): Promise<Receiver> {
  const received: Received[] = [];
  let look = (): void => undefined;
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const { headers } = request;
      const id = String(headers['webhook-id']);
      const signed = `${id}.${String(headers['webhook-timestamp'])}.${body}`;
      const mac = createHmac('sha256', secret).update(signed).digest('base64');
      const isSigned = headers['webhook-signature'] === `v1,${mac}`;
      const answer = receiver.answers[received.length] ?? receiver.answers.at(-1) ?? 204;
      received.push({ id, body, headers, isSigned });
      if (typeof answer === 'number') response.writeHead(answer).end('an answer nobody reads');
      else if (answer !== 'hang') response.writeHead(302, { location: answer.redirect }).end();
      look();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const receiver: Receiver = {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/hook`,
    received,
    answers: [204],
    until: (count) =>
      new Promise((resolve) => {
        look = () => {
          if (received.length >= count) resolve();
        };
        look();
      }),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}
