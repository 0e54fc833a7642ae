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
