import { generateOpen } from '../../core/seeds/generate-open.ts';
import { createCore, type Database } from '../../core/src/core.ts';
import { remindDeadlines } from '../../core/src/use-cases/notifications/remind-deadlines.ts';
import { type BenchRow, NOW, onGround, quickest, SECRET, ZONE } from './harness.ts';

const DUE = 4_000;
const RUNS = 5;

/** What is due, written down without asking anything of anybody. */
const BARE = `
  insert into outbox (key, kind, recipient_id, activity_id, deadline_on, created_at, next_try_at)
  select 'overdue:' || id || ':' || deadline_on || ':' || assignee_id, 'overdue', assignee_id, id, deadline_on, now(), now()
  from activities
  where status in ('not_started', 'in_progress', 'on_pause') and deadline_on < date '2026-11-26'`;

/** The reminder job of a scheduled moment among so many open activities. */
export const benchReminders = (activities: number): Promise<BenchRow> =>
  onGround(async (db) => {
    await generateOpen(db, { activities, due: DUE }, NOW);
    const ours = await quickest(RUNS, () => runAndRollBack(db, remind));
    const limit = await quickest(RUNS, () => runAndRollBack(db, async (trx) => trx.raw(BARE)));
    return { name: `barrido: ${activities} abiertas, ${DUE} por avisar`, ours, limit, limitName: 'la sola instrucción SQL' };
  });

async function remind(trx: Database): Promise<void> {
  const core = createCore({ db: trx, clock: () => NOW, zone: ZONE, secret: SECRET });
  await core.perform({ useCase: remindDeadlines, actor: null, channel: 'system', input: { dueAt: NOW }, effect: 'writes' });
}

async function runAndRollBack(db: Database, work: (trx: Database) => Promise<unknown>): Promise<void> {
  const trx = await db.transaction();
  await work(trx).finally(() => trx.rollback());
}
