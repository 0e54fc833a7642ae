import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { localCertificate } from '../certificate.ts';

export interface ReceivedWebhook {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}
type Answer = number | 'never' | ((response: ServerResponse) => void);

/** The system of somebody else, on this machine with https: it keeps what it gets and answers as a test says. */
export async function webhookReceiver() {
  const { cert, key } = localCertificate();
  const received: ReceivedWebhook[] = [];
  const answers = new Map<string, Answer>();
  const server = createServer({ cert, key }, async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const path = request.url ?? '';
    received.push({ path, headers: request.headers, body });
    const answer = answers.get(path) ?? 204;
    if (answer === 'never') return;
    if (typeof answer === 'number') response.writeHead(answer).end();
    else answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  return {
    ca: cert,
    url: (path: string) => `${origin}${path}`,
    received,
    /** What came to a path, oldest first. */
    at: (path: string) => received.filter((one) => one.path === path),
    answer: (path: string, answer: Answer) => void answers.set(path, answer),
    reset() {
      received.length = 0;
      answers.clear();
      server.closeAllConnections();
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
