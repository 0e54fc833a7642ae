import net, { type AddressInfo } from 'node:net';
import tls from 'node:tls';
import { mailServerTexts } from '@bitacora/core/messages/admin/server-status';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, it } from 'vitest';
import { readVersion } from '../../../core/test/library-version.ts';
import { smtpMailer } from '../../src/mail/mailer.ts';
import { checkMailServer, SmtpUnreachable } from '../../src/mail/smtp-conversation.ts';
import { certificate } from './localhost-certificate.ts';

const MAIL = {
  to: 'ana@empresa.mx',
  subject: 'Tu token',
  text: 'token-secreto',
  html: '<p>token-secreto</p>',
  messageId: '<1@empresa.mx>',
};
/** Another name of this machine that the product does not take for it, as a mail server on the network would have. */
const ELSEWHERE = '0.0.0.0';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A mail server that offers a login and no TLS, as one does whose STARTTLS somebody in between removed. Answers what it was sent. */
async function withoutTls(): Promise<{ port: number; transcript: () => string }> {
  let transcript = '';
  const server = net.createServer((socket) => {
    let isInMail = false;
    const answer = (line: string): string => {
      if (isInMail) {
        isInMail = line !== '.';
        return isInMail ? '' : '250 taken';
      }
      if (/^EHLO/i.test(line)) return '250-mail\r\n250 AUTH PLAIN LOGIN';
      if (/^STARTTLS/i.test(line)) return '502 not here';
      if (/^AUTH/i.test(line)) return '235 welcome';
      isInMail = /^DATA/i.test(line);
      return isInMail ? '354 go on' : '250 ok';
    };
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      transcript += bytes;
      for (const line of String(bytes).split('\r\n').filter(Boolean)) {
        const reply = answer(line);
        if (reply) socket.write(`${reply}\r\n`);
      }
    });
    socket.write('220 mail\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => server.close());
  return { port: (server.address() as AddressInfo).port, transcript: () => transcript };
}

/** A mail server with STARTTLS, or TLS from the first byte. */
async function selfSigned(secure: boolean): Promise<{ port: number; acceptedMails: string[]; logins: string[] }> {
  const acceptedMails: string[] = [];
  const logins: string[] = [];
  const server = new SMTPServer({
    secure,
    ...certificate,
    onAuth(auth, _session, done) {
      logins.push(String(auth.username));
      done(null, { user: auth.username });
    },
    onData(stream, session, done) {
      stream.resume().on('end', () => {
        acceptedMails.push(`${session.secure}`);
        done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  closers.push(() => server.close());
  return { port: (server.server.address() as AddressInfo).port, acceptedMails, logins };
}

const send = (url: string, allowsPlain = false) => smtpMailer(url, 'bitacora@empresa.mx', { sendMs: 8_000, allowsPlain }).send(MAIL);

it.each(['', '?ignoreTLS=true', '?requireTLS=false&opportunisticTLS=true'])(
  'says neither login nor mail to a server without TLS, and why%s',
  async (query) => {
    const server = await withoutTls();
    const url = `smtp://usuario:secreto@${ELSEWHERE}:${server.port}/${query}`;
    await expect(send(url)).rejects.toMatchObject({ fault: { problem: 'noTls' }, reason: mailServerTexts.noTls });
    await expect(send(url)).rejects.toBeInstanceOf(SmtpUnreachable);
    expect(await checkMailServer({ smtpUrl: url })).toMatchObject({ problem: 'noTls' });
    expect(server.transcript()).not.toMatch(/AUTH|MAIL FROM|DATA|token-secreto|secreto/);
    expect(server.transcript()).toMatch(/^EHLO /);
  },
);

it('speaks with it all the same where SMTP_TLS=off says so, and on this machine', async () => {
  const server = await withoutTls();
  await send(`smtp://usuario:secreto@${ELSEWHERE}:${server.port}`, true);
  expect(server.transcript()).toMatch(/AUTH PLAIN[\s\S]*MAIL FROM[\s\S]*token-secreto/);
  expect(await checkMailServer({ smtpUrl: `smtp://usuario:secreto@${ELSEWHERE}:${server.port}`, allowsPlain: true })).toBeNull();

  const local = await withoutTls();
  await send(`smtp://usuario:secreto@localhost:${local.port}`);
  expect(local.transcript()).toContain('token-secreto');
});

it.each([
  ['smtp', false],
  ['smtps', true],
])('refuses a certificate that nobody here trusts, by %s', async (scheme, isSecure) => {
  const server = await selfSigned(isSecure);
  for (const host of [ELSEWHERE, 'localhost']) {
    const url = `${scheme}://usuario:secreto@${host}:${server.port}`;
    await expect(send(url)).rejects.toMatchObject({ fault: { problem: 'untrusted' }, reason: mailServerTexts.untrusted });
    expect(await checkMailServer({ smtpUrl: url })).toMatchObject({ problem: 'untrusted' });
  }
  expect(server).toMatchObject({ acceptedMails: [], logins: [] });
});

it('delivers over STARTTLS once its certificate is trusted, for its own name alone', async () => {
  const server = await selfSigned(false);
  const authorities = tls.getCACertificates('default');
  closers.push(() => tls.setDefaultCACertificates(authorities));
  const url = (host: string) => `smtp://usuario:secreto@${host}:${server.port}`;
  tls.setDefaultCACertificates([...authorities, certificate.cert]);
  await send(url('localhost'));
  expect(server).toMatchObject({ acceptedMails: ['true'], logins: ['usuario'] });
  expect(await checkMailServer({ smtpUrl: url(ELSEWHERE) })).toMatchObject({ problem: 'untrusted' });
});

it('the parts of nodemailer that it publishes no names for are those of 10.6.0', async () => {
  expect(readVersion('nodemailer', 'api')).toBe('10.6.0');
  const { parseConnectionUrl } = await import('nodemailer/lib/shared');
  expect(parseConnectionUrl('smtps://usuario:secreto@correo.mx:465')).toMatchObject({
    secure: true,
    host: 'correo.mx',
    port: 465,
    auth: { user: 'usuario', pass: 'secreto' },
  });
});
