import { expect, it } from 'vitest';
import { smtpMailer } from '../../src/mail/mailer.ts';
import { mailSink } from './sink.ts';

const mailTo = (to: string) => ({ to, subject: 'Aviso', text: 'Aviso', html: '<p>Aviso</p>', messageId: `<${to}>` });

it('a mail that a kept connection no longer takes goes out by another at once', async () => {
  const sink = await mailSink({ senderRefusedAt: (mail) => (mail === 2 ? 450 : null) });
  const mailer = smtpMailer(sink.url, 'bitacora@empresa.mx', { sendMs: 8_000 });
  await mailer.send(mailTo('ana@empresa.mx'));
  await mailer.send(mailTo('beto@empresa.mx'));
  mailer.hangUp?.();
  await sink.close();
  expect(sink.received.map(({ to, isKept }) => [to, isKept])).toEqual([
    ['ana@empresa.mx', true],
    ['beto@empresa.mx', true],
  ]);
});
