import { connect, createCore } from '@bitacora/core/server';
import { pino } from 'pino';
import { SECRET, ZONE } from '../../../../../core/test/stage.ts';
import { deliverOutbox } from '../../../../src/jobs/deliver-outbox.ts';
import { smtpMailer } from '../../../../src/mail/mailer.ts';
import { composeKeys } from '../../../emails/composed-keys.ts';

/** A deliverer of its own process: waits for a word, delivers what is due, says how many letters it took. Killed where `KILL_AT` says. */
const { DATABASE_URL = '', SMTP_URL = '', NOW = '', KILL_AT, KILL_AFTER = '0' } = process.env;
const site = { publicUrl: 'https://empresa.mx', contactUrl: 'https://empresa.mx' };
const db = connect(DATABASE_URL);
const core = createCore({ db, clock: () => new Date(NOW), zone: ZONE, secret: SECRET });
const real = smtpMailer(SMTP_URL, 'bitacora@empresa.mx');

let reached = 0;
function here(step: string) {
  if (step === KILL_AT && ++reached > Number(KILL_AFTER)) process.kill(process.pid, 'SIGKILL');
}
// The statement that stamps a letter is answered; its transaction is not committed yet.
db.on('query-response', (_rows, { sql }) => {
  if (/update outbox set letter/.test(sql)) here('before commit');
});

await db.raw('select 1');
process.stdout.write('ready\n');
await new Promise((resolve) => process.stdin.once('data', resolve));
const digestCount = await deliverOutbox({
  core,
  ...site,
  log: pino({ level: 'silent' }),
  compose: async (...args) => {
    here('claimed');
    return composeKeys(...args);
  },
  mailer: {
    ...real,
    send: async (mail) => {
      await real.send(mail);
      here('answered');
    },
  },
});
process.stdout.write(`${digestCount}\n`);
await db.destroy();
process.exit(0);
