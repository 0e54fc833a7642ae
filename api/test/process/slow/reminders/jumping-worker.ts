/**
 * `node jumping-worker.ts <database url> <folder> <first moment> <whose clock jumps>`: a process with the jobs of the product. Its parent
 * moves its clock. `machine` moves the clock of the database too, as on one machine; `process` does not.
 */
import { connect, createCore, repositoriesOn } from '@bitacora/core/server';
import { pino } from 'pino';
import { SECRET, ZONE } from '../../../../../core/test/stage.ts';
import { startCleanUp } from '../../../../src/jobs/clean-up.ts';
import { startDelivering } from '../../../../src/jobs/deliver-outbox.ts';
import { reminderSchedule, startReminderJob } from '../../../../src/jobs/scheduled-notifications.ts';
import { createClockGuard } from '../../../../src/monitoring/clock-guard.ts';
import { fileStore } from '../../../../src/storage/image-store.ts';
import { composeKeys } from '../../../emails/composed-keys.ts';

export interface ClockMove {
  /** From where the clock would be, in milliseconds. */
  byMs: number;
}
const BEAT_MS = 200;

const [url = '', folder = '', first = '', whose = ''] = process.argv.slice(2);
const started = Date.now();
let movedMs = 0;
const shift = () => Date.parse(first) - started;
const clock = () => new Date(Date.now() + shift() + movedMs);

const db = connect(url);
const core = createCore({ db, clock, zone: ZONE, secret: SECRET });
const log = pino({ level: 'info' }, { write: (line: string) => void process.send?.({ text: JSON.parse(line).msg }) });
const { serverStatus } = repositoriesOn(db, ZONE);
const clockGuard = createClockGuard({
  clock,
  log,
  databaseNow: async () => new Date((await serverStatus.now()).getTime() + shift() + (whose === 'machine' ? movedMs : 0)),
  agreeMs: 500,
  acceptMs: 60_000,
});
const mailer = { destination: 'test', reachesPeople: true, send: async () => {} };
const site = { publicUrl: 'https://empresa.mx', contactUrl: 'https://empresa.mx' };

process.on('message', ({ byMs }: ClockMove) => {
  movedMs = byMs;
});
process.on('disconnect', () => process.exit());
startDelivering({ core, mailer, log, clockGuard, compose: composeKeys, ...site });
startReminderJob({ core, schedule: reminderSchedule('0 6 * * *', ZONE), log, clockGuard }, BEAT_MS);
startCleanUp(core, await fileStore(folder), log, { clockGuard, beatMs: BEAT_MS });
process.send?.({ text: 'ready' });
