/** `node reminder-worker.ts <database url>`: a process that only runs the reminder job, at the moment and with the clock of each message. */
import { connect, createCore } from '@bitacora/core/server';
import { pino } from 'pino';
import { reminderSchedule, remindIfDue } from '../../../../src/jobs/scheduled-notifications.ts';

export interface Tick {
  /** What the sweeper's clock shows. */
  now: string;
  /** When it looks at it, in real milliseconds. */
  at: number;
}
export interface ReminderRun {
  reminderCount: number | null;
}

const zone = 'America/Mexico_City';
const db = connect(process.argv[2] as string);
const schedule = reminderSchedule('0 8 * * *', zone);
const log = pino({ level: 'silent' });

process.on('message', ({ now, at }: Tick) => void runAt(now, at));
process.on('disconnect', () => process.exit());
await db.raw('select 1');
process.send?.('ready');

async function runAt(now: string, at: number) {
  while (Date.now() < at);
  const core = createCore({ db, clock: () => new Date(now), zone, secret: 'a secret that only tests know, of more than 32 bytes' });
  process.send?.({ reminderCount: await remindIfDue({ core, schedule, log }) } satisfies ReminderRun);
}
