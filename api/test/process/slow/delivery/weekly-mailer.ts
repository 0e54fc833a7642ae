import { connect, createCore } from '@bitacora/core/server';
import { pino } from 'pino';
import { SECRET, ZONE } from '../../../../../core/test/stage.ts';
import { deliverOutbox } from '../../../../src/jobs/deliver-outbox.ts';
import { planMissingWeeklyMails } from '../../../../src/jobs/scheduled-notifications.ts';
import { smtpMailer } from '../../../../src/mail/mailer.ts';

/** A process that plans the weekly mails, delivers them, and prints their number. It begins at a line on its standard input. */
const { DATABASE_URL = '', SMTP_URL = '', NOW = '' } = process.env;
const db = connect(DATABASE_URL);
const core = createCore({ db, clock: () => new Date(NOW), zone: ZONE, secret: SECRET });
const log = pino({ level: 'silent' });

await db.raw('select 1');
process.stdout.write('ready\n');
await new Promise((resolve) => process.stdin.once('data', resolve));
const planned = await planMissingWeeklyMails({ core, log });
await deliverOutbox({ core, log, mailer: smtpMailer(SMTP_URL, 'bitacora@empresa.mx'), publicUrl: 'https://empresa.mx' });
process.stdout.write(`${planned}\n`);
await db.destroy();
process.exit(0);
