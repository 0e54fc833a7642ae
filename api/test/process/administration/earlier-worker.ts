import { setTimeout as pause } from 'node:timers/promises';
import { connect } from '@bitacora/core/server';

/** An act as version 1.1.2 carries it out: with its columns, and no others. */
const ACT = `
  with chosen as (select id, owner_id, assignee_id, deadline_on from activities where id = :activity for update),
  commented as (insert into comments (activity_id, author_id, body, written_at) select id, owner_id, :mark, now() from chosen),
  told as (insert into activity_history (activity_id, act, actor_id, channel, at, from_status, to_status, note)
    select id, 'comment', owner_id, 'web', now(), 'in_progress', 'in_progress', :mark from chosen)
  insert into outbox (key, kind, channel, recipient_id, activity_id, facts, created_at, next_try_at, expires_at, deadline_on)
    select :mark, 'assigned', 'email', assignee_id, id, '{}', now(), now(), now() + interval '7 days', deadline_on from chosen`;

/** A client of the earlier version that performs one act after the other until the test stops it. */
export function earlierWorker(url: string, mark: string) {
  const db = connect(url, { poolSize: 1 });
  const worked = { acts: 0, longestMs: 0, faults: [] as string[] };
  let isOver = false;
  const work = async () => {
    while (!isOver) {
      const began = performance.now();
      try {
        await db.raw(ACT, { activity: 1 + (worked.acts % 100), mark: `${mark}:${worked.acts}` });
        worked.acts++;
      } catch (error) {
        worked.faults.push((error as Error).message);
      }
      worked.longestMs = Math.max(worked.longestMs, performance.now() - began);
      await pause(5);
    }
    await db.destroy();
  };
  const ended = work();
  return {
    worked,
    async stop() {
      isOver = true;
      await ended;
    },
  };
}
