import { once } from 'node:events';
import net from 'node:net';
import { createInterface } from 'node:readline';

/** A connection that mails go over one after the other, each in as few words as SMTP allows. */
export async function bareConnection(port: number) {
  const socket = net.connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  await once(socket, 'connect');
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const answer = async () => {
    for (;;) {
      const { value = '' } = await lines.next();
      if (!/^[23]\d\d/.test(value)) throw new Error(`the server said ${value}`);
      if (value[3] !== '-') return;
    }
  };
  const say = async (words: string) => {
    socket.write(`${words}\r\n`);
    await answer();
  };
  await answer();
  await say('EHLO localhost');
  return {
    async send(to: string, body: string): Promise<void> {
      for (const words of ['MAIL FROM:<bitacora@empresa.mx>', `RCPT TO:<${to}>`, 'DATA', `${body}\r\n.`]) await say(words);
    },
    async end(): Promise<void> {
      await say('QUIT');
      socket.destroy();
    },
  };
}

/** A mail server that accepts everything at once. smtp-server delays its greeting by a tenth of a second. */
export async function acceptingServer(): Promise<{ port: number; accepted: () => number; close(): void }> {
  let count = 0;
  const server = net.createServer((socket) => {
    let unread = '';
    let isContents = false;
    const say = (answer: string) => socket.write(`${answer}\r\n`);
    socket.setNoDelay(true).setEncoding('latin1');
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      unread += chunk;
      for (;;) {
        const mark = isContents ? '\r\n.\r\n' : '\r\n';
        const end = unread.indexOf(mark);
        if (end < 0) return;
        const line = unread.slice(0, end);
        unread = unread.slice(end + mark.length);
        if (isContents) count += 1;
        isContents = !isContents && line === 'DATA';
        if (line === 'QUIT') return void socket.end('221 bye\r\n');
        say(isContents ? '354 go on' : '250 ok');
      }
    });
    say('220 sink');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as net.AddressInfo).port, accepted: () => count, close: () => server.close() };
}
