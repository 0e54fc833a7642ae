import { afterAll, beforeAll, expect, it } from 'vitest';
import * as sql from '../../src/persistence/admin/stored-tables.sql.ts';
import { exportedRows } from '../../src/persistence/admin/stored-tables.ts';
import { type TestDatabase, testDatabase } from '../database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const ofPerson = {
  'absences.registered_by_id': sql.EXPORTED_ABSENCES,
  'absences.substitute_id': sql.EXPORTED_ABSENCES,
  'absences.user_id': sql.EXPORTED_ABSENCES,
  'access_tokens.user_id': sql.EXPORTED_TOKENS,
  'activities.assignee_id': sql.EXPORTED_ACTIVITIES,
  'activities.owner_id': sql.EXPORTED_ACTIVITIES,
  'activities.requested_by_id': sql.EXPORTED_ACTIVITIES,
  'activity_history.actor_id': sql.EXPORTED_HISTORY,
  'admin_history.actor_id': sql.EXPORTED_ADMIN_ACTS,
  'announcement_preferences.user_id': sql.EXPORTED_ACCOUNT,
  'calendar_feeds.user_id': sql.EXPORTED_ACCOUNT,
  'chat_link_codes.user_id': sql.EXPORTED_ACCOUNT,
  'chat_links.user_id': sql.EXPORTED_CHAT_ACCOUNTS,
  'chat_summaries.user_id': sql.EXPORTED_ACCOUNT,
  'comments.author_id': sql.EXPORTED_COMMENTS,
  'company_accounts.user_id': sql.EXPORTED_ACCOUNT,
  'device_authorizations.answered_by_id': sql.EXPORTED_ACCOUNT,
  'device_authorizations.requested_by_id': sql.EXPORTED_ACCOUNT,
  'email_changes.user_id': sql.EXPORTED_ACCOUNT,
  'email_reversals.user_id': sql.EXPORTED_ACCOUNT,
  'images.uploaded_by_id': sql.EXPORTED_IMAGES,
  'known_devices.user_id': sql.EXPORTED_DEVICES,
  'notifications.recipient_id': sql.EXPORTED_NOTIFICATIONS,
  'outbox.recipient_id': sql.EXPORTED_DELIVERIES,
  'password_exceptions.user_id': sql.EXPORTED_ACCOUNT,
  'password_resets.user_id': sql.EXPORTED_ACCOUNT,
  'push_subscriptions.user_id': sql.EXPORTED_ACCOUNT,
  'profile_photos.user_id': sql.EXPORTED_IMAGES,
  'recovery_codes.user_id': sql.EXPORTED_ACCOUNT,
  'saved_views.user_id': sql.EXPORTED_ACCOUNT,
  'second_factors.user_id': sql.EXPORTED_ACCOUNT,
  'sessions.user_id': sql.EXPORTED_SESSIONS,
  'snoozed_reminders.user_id': sql.EXPORTED_ACCOUNT,
  'topic_assignments.user_id': sql.EXPORTED_ASSIGNMENTS,
  'topic_channels.user_id': sql.EXPORTED_ACCOUNT,
  'work_requests.decided_by_id': sql.EXPORTED_REQUESTS,
  'work_requests.requester_id': sql.EXPORTED_REQUESTS,
};
/** As docs/privacy.md says to people. */
const notExported = {
  'answered_requests.user_id': 'answers to their last requests',
  'chat_link_requests.chat_user_id': 'nobody of ours before it is confirmed',
  'email_changes.requested_by_id': 'changes in accounts of others',
  'users.manager_id': 'who reports to them',
  'activities.requester_id': 'the request says it',
};

/** Columns that refer to people, or are called so without a foreign key. */
const PERSON_COLUMNS = `
  select relname || '.' || attname as name
  from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
  where relkind = 'r' and relnamespace = 'public'::regnamespace and (
    attname ~ '(user|person|actor|author|owner|assignee|recipient|substitute|manager|_by)_id$'
    or exists (
      select from pg_constraint
      where contype = 'f' and conrelid = attrelid and attnum = any(conkey) and confrelid in ('users'::regclass, 'second_factors'::regclass)
    )
  )`;

it('every column that names a person is exported to them, or said not to be', async () => {
  const { rows } = await database.db.raw(PERSON_COLUMNS);
  const names = rows.map(({ name }: { name: string }) => name).filter((name: string) => name !== 'chat_links.chat_user_id');
  expect(names.sort()).toEqual([...Object.keys(ofPerson), ...Object.keys(notExported)].sort());
  for (const [name, statement] of Object.entries(ofPerson)) {
    const [table = '', column = ''] = name.split('.');
    expect(statement.includes(table), `${name} is read`).toBe(true);
    expect(statement.includes(column), `${name} is asked for`).toBe(true);
  }
});

it('the account names settings and accesses, and none of the secrets', async () => {
  const { db } = database;
  const [{ id }] = await db('users')
    .insert({
      employeeNumber: 'X-1',
      firstName: 'Ana',
      lastName: 'Sol',
      email: 'ana.sol@demo.mx',
      level: 'Operativo',
      department: 'VENTAS',
      position: 'ANALISTA',
      kind: 'Usuario',
      createdAt: new Date(),
    })
    .returning('id');
  const at = new Date();
  await db('savedViews').insert({ userId: id, screen: 'pending', name: 'Lo mío', nameKey: 'lo mio', query: '?q=obra', createdAt: at });
  await db('secondFactors').insert({ userId: id, sealedSecret: Buffer.from('secreto'), begunAt: at, confirmedAt: at });
  await db('recoveryCodes').insert({ userId: id, codeHash: Buffer.from('resumen') });
  await db('importAnswers').insert({ kind: 'person', said: 'anita', answer: JSON.stringify(id), answeredAt: at });
  const rows = await db.transaction(async (trx) => {
    const read: object[] = [];
    for await (const batch of exportedRows(trx, 'account', id)) read.push(...batch);
    return read;
  });
  expect(rows).toMatchObject([
    { kind: 'importAnswer', value: 'anita' },
    { kind: 'recoveryCodes', value: '1' },
    { kind: 'savedView', name: 'Lo mío', value: 'pending ?q=obra' },
    { kind: 'secondFactor' },
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/secreto|resumen/);
});
