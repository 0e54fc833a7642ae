import { generateOpen } from '../../core/seeds/generate.ts';
import { createCore, type Database, repositoriesOn } from '../../core/src/core.ts';
import { addDays, dayIn } from '../../core/src/domain/calendar.ts';
import { remindDeadlines } from '../../core/src/use-cases/notifications/reminders.ts';
import { type BenchRow, NOW, onGround, quickest, SECRET, ZONE } from './harness.ts';

const DUE = 4_000;
const RUNS = 5;

/** What `due` finds as `key, recipient_id, id, deadline_on`, written down without asking anybody: a row of the list and of the outbox each. */
const bareInsert = (kind: string, due: string) => `
  with due as (${due}), listed as (
    insert into notifications (key, kind, recipient_id, activity_id, deadline_on, created_at)
    select key, '${kind}', recipient_id, id, deadline_on, now() from due
  )
  insert into outbox (key, kind, recipient_id, activity_id, deadline_on, created_at, next_try_at)
  select key, '${kind}', recipient_id, id, deadline_on, now(), now() from due`;

const OPEN = "status in ('not_started', 'in_progress', 'on_pause')";

const BARE = bareInsert(
  'overdue',
  `select 'overdue:' || id || ':' || deadline_on || ':' || assignee_id as key, assignee_id as recipient_id, id, deadline_on
    from activities where ${OPEN} and deadline_on < date '2026-11-26'`,
);

/** What stands still for months, for two bosses of each responsible. */
const BARE_ESCALATION = bareInsert(
  'overdueEscalated',
  `select 'overdueEscalated:' || id || ':' || deadline_on || ':' || boss as key, boss as recipient_id, id, deadline_on
    from activities cross join (select id as boss from users order by id limit 2) as bosses
    where ${OPEN} and deadline_on < date '2026-11-01'`,
);

const { first, second, today } = { first: addDays(dayIn(ZONE, NOW), -2), second: addDays(dayIn(ZONE, NOW), -7), today: dayIn(ZONE, NOW) };

/** The escalation of a day among so many open activities, with everybody below the first two people. */
export const benchEscalation = (activities: number): Promise<BenchRow> =>
  onGround(async (db) => {
    await generateOpen(db, { activities, due: DUE, overdue: DUE }, NOW);
    await db.raw(
      'update users set manager_id = case when users.id = min.id + 1 then min.id else min.id + 1 end from (select min(id) as id from users) as min where users.id > min.id',
    );
    const escalate = (trx: Database) => repositoriesOn(trx, ZONE).reminders.escalate(today, { first, second }, NOW);
    const ours = await quickest(RUNS, () => runAndRollBack(db, escalate));
    const limit = await quickest(RUNS, () => runAndRollBack(db, async (trx) => trx.raw(BARE_ESCALATION)));
    return { name: `escalaciones: ${activities} abiertas, ${DUE} detenidas`, ours, limit, limitName: 'la sola instrucción SQL' };
  });

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
