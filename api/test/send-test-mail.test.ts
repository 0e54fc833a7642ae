import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { fileMailer, type Mailer, sendTestMail } from '../src/mail/mailer.ts';
import { SmtpUnreachable } from '../src/mail/smtp-conversation.ts';

const site = { publicUrl: 'https://bitacora.empresa.mx', replyTo: undefined };
const now = new Date('2026-11-28T12:00:00Z');

it('sends one mail with the address of the product', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'bitacora-test-mail-'));
  expect(await sendTestMail(fileMailer(folder, 'b@empresa.mx'), 'ana@empresa.mx', site, now)).toBeNull();
  const [file] = await readdir(folder);
  expect(await readFile(path.join(folder, file as string), 'utf8')).toContain('https://bitacora.empresa.mx');
});

it.each([
  [new Error('550 no such box'), { answer: '550 no such box', advice: null }],
  [new SmtpUnreachable(new Error('getaddrinfo ENOTFOUND')), { advice: expect.stringContaining('SMTP_URL') }],
])('says what the mail server answered, and what to do where it is known', async (error, refusal) => {
  const mailer: Mailer = { destination: 'mail', reachesPeople: true, send: () => Promise.reject(error) };
  expect(await sendTestMail(mailer, 'ana@empresa.mx', site, now)).toMatchObject(refusal);
});
