import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expectWithin } from '../../../core/test/deep.ts';
import { given } from '../../../core/test/factories.ts';
import { withoutSlowClients } from '../../src/http/listen.ts';
import type { Browser } from '../browser.ts';
import { type RunningApp, runningApp } from '../running-app.ts';

const CUT_MS = 20_000;
const UPLOAD = '/api/create_my_new_activity';

let app: RunningApp;
let person: Browser;
beforeAll(async () => {
  app = await runningApp();
  person = await app.as(await given(app.db).person());
});
afterAll(() => app.close());

/** A body of so many bytes is announced; the socket, what it was answered, and when it was closed. */
async function beginUpload(sizeBytes: number, path = UPLOAD, isKnown = true) {
  const { hostname, port } = new URL(app.origin);
  const socket = net.connect(Number(port), hostname);
  await once(socket, 'connect');
  const began = performance.now();
  let answer = '';
  socket.on('data', (part) => {
    answer += part;
  });
  socket.on('error', () => {});
  const closed = new Promise<{ answer: string; ms: number }>((resolve) =>
    socket.on('close', () => resolve({ answer, ms: performance.now() - began })),
  );
  const who = isKnown ? [`Cookie: sid=${person.cookies.get('sid')}`, `X-CSRF-Token: ${await person.csrfToken()}`] : [];
  const kind = path === UPLOAD ? 'multipart/form-data; boundary=parte' : 'application/json';
  const head = [`POST ${path} HTTP/1.1`, `Host: ${hostname}`, ...who, `Content-Type: ${kind}`, `Content-Length: ${sizeBytes}`];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  return { socket, closed };
}

/** Sends this many bytes every second, until the text ends or the server closes the socket. */
async function dripped(socket: net.Socket, text: string, bytesASecond: number): Promise<void> {
  for (let from = 0; from < text.length && !socket.destroyed; from += bytesASecond) {
    socket.write(text.slice(from, from + bytesASecond));
    await pause(1_000);
  }
}

const part = (name: string, value: string) => `--parte\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const photo = `--parte\r\nContent-Disposition: form-data; name="images[0]"; filename="foto.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`;

describe.concurrent('a body', () => {
  it('that comes by the drop is cut off with a sentence', async ({ expect }) => {
    const { socket, closed } = await beginUpload(2_000_000);
    socket.write(photo);
    await dripped(socket, 'x'.repeat(40), 1);
    const { answer, ms } = await closed;
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('{"success":false,"error":"La conexión se detuvo a medio envío y nada se guardó. Inténtalo de nuevo."');
    expectWithin(ms, CUT_MS);
  });

  it('that stops half way is cut off, however much of it had come', async ({ expect }) => {
    const { socket, closed } = await beginUpload(2_000_000);
    socket.write(photo + 'x'.repeat(1_000_000));
    const { answer, ms } = await closed;
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expectWithin(ms, CUT_MS);
  });

  it('that continues to send after a refusal holds nothing either', async ({ expect }) => {
    const { socket, closed } = await beginUpload(2_000_000, UPLOAD, false);
    await dripped(socket, 'x'.repeat(40), 1);
    const { answer, ms } = await closed;
    expect(answer).toMatch(/^HTTP\/1\.1 40[13] /);
    expectWithin(ms, CUT_MS);
  });

  it('that is slow and honest has its time', async ({ expect }) => {
    const body = `${part('current_password', ' '.repeat(20_000))}--parte--\r\n`;
    const { socket, closed } = await beginUpload(body.length);
    await dripped(socket, body, 1_000);
    socket.end();
    const { answer, ms } = await closed;
    expect(ms).toBeGreaterThan(CUT_MS);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"fields"');
  });

  it('that waits for a server out of breath has its time', async ({ expect }) => {
    const server = http.createServer(
      withoutSlowClients(async (request, response) => {
        await pause(CUT_MS);
        request.resume().once('end', () => response.end('todo llegó'));
      }),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as net.AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: new Uint8Array(20_000_000) });
    expect([answer.status, await answer.text()]).toEqual([200, 'todo llegó']);
    server.close();
  });
});

it('none of them leaves a file', ({ expect }) => expect.poll(() => app.scratched()).toEqual([]));
