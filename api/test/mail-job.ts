import type { Core } from '@bitacora/core/server';
import { pino } from 'pino';
import { deliverOutbox } from '../src/jobs/deliver-outbox.ts';
import type { Mail } from '../src/mail/mailer.ts';
import { PUBLIC_URL } from './running-app.ts';

/** The job that sends mails, with nobody woken by them; `mails` are those it sent. */
export function mailJob(core: Core) {
  const mails: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void mails.push(mail), destination: 'a test', reachesPeople: false };
  const log = pino({ level: 'silent' });
  const deliver = () => deliverOutbox({ core, mailer, publicUrl: PUBLIC_URL, contactUrl: 'https://example.com/contacto', log });
  return { mails, deliver };
}
