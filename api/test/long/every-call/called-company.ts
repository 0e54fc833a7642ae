import { hashOf, sealingFor } from '@bitacora/core/server';
import { APP_SECRET, codeAt } from '../../../../core/test/authenticator-app.ts';
import { aChecklist, aRequest, given, NOW } from '../../../../core/test/factories.ts';
import { SECRET } from '../../../../core/test/stage.ts';
import { aPdf } from '../../pdfs.ts';
import { aPng } from '../../pictures.ts';
import type { RunningApp } from '../../running-app.ts';

/** What secrets of the company are, as their owners know them; the database has only their hashes. */
export const secrets = {
  bot: 'the service token of the tests, long enough',
  reset: 'un-token-de-restablecer',
  chatCode: 'un-enlace-del-chat',
  calendar: 'el-calendario-de-la-duena',
  emailChange: 'un-enlace-de-correo-nuevo',
  reversal: 'un-enlace-del-correo-anterior',
  webhook: 'whsec_dW4gc2VjcmV0byBkZSBsYXMgcHJ1ZWJhcw==',
};

/** What the app of the owner shows, whose second factor is not confirmed yet, and of the other owner, whose is. */
export const appCode = () => codeAt(NOW);

/** An address of an image for one person, as the API signs it. */
export const signedImage = (imageId: string, personId: number, until = NOW.getTime() + 60_000) =>
  sealingFor('signed-evidence', [SECRET]).seal(`${imageId} ${personId} ${until}`).toString('base64url');

/** The notification that reached nobody. */
export const FAILED_DIGEST = '00000000-0000-4000-8000-00000000f417';

/** An image that a Desarrollador may withdraw. */
const SPARE_IMAGE = '00000000-0000-4000-8000-00000000ca4e';
const REQUEST_IMAGE = '00000000-0000-4000-8000-00000000a54e';

/** A small company in which every call of the contract has something to act on, and somebody who may not. */
export async function aCompany(app: RunningApp) {
  const make = given(app.db);
  const people = {
    unrelated: await make.person({ email: 'ajena@demo.mx' }),
    responsible: await make.person({ email: 'responsable@demo.mx' }),
    owner: await make.person({ email: 'duena@demo.mx' }),
    otherOwner: await make.person({ email: 'otra@demo.mx' }),
    privileged: await make.manager({ email: 'gerente@demo.mx' }),
    inactive: await make.person({ email: 'inactiva@demo.mx' }),
    developer: await make.person({ email: 'desarrollo@demo.mx', kind: 'Desarrollador' }),
    colleague: await make.person({ email: 'colega@demo.mx', employeeNumber: 'E-COLEGA' }),
    otherDeveloper: await make.person({ email: 'desarrollo2@demo.mx', kind: 'Desarrollador' }),
    invited: await make.person({ email: 'invitada@demo.mx', passwordHash: null }),
    invitedDeveloper: await make.person({ email: 'invitada2@demo.mx', passwordHash: null, kind: 'Desarrollador' }),
    idle: await make.person({ email: 'sin-trabajo@demo.mx' }),
    salesman: await make.person({ email: 'ventas@demo.mx', department: 'VENTAS' }),
  };
  const { owner, responsible, otherOwner, colleague } = people;
  const topic = await make.topic({ name: 'Tema general' });
  const salesTopic = await make.topic({ name: 'Tema de ventas', department: 'VENTAS' });
  await make.outsider(salesTopic, responsible);
  const template = { topicId: topic.id, description: 'Auditoría', descriptionKey: 'auditoria', days: 7, priority: 'high', repeats: null };
  const [{ id: templateId }] = await app
    .db('activityTemplates')
    .insert({ ...template, checklist: '["Sellos"]', minimumImages: 1, createdAt: NOW })
    .returning('id');
  const topicAssignment = (await app.db('topicAssignments').first('id')) as { id: number };

  const ofOwner = { owner, assignee: responsible, topic };
  const activities = {
    notStarted: await make.activity(ofOwner),
    inProgress: await make.activity({ ...ofOwner, status: 'in_progress', checklist: aChecklist(['Sellos', 'Acta'], 2) }),
    asking: await make.activity({ ...ofOwner, ...aRequest(responsible) }),
    onPause: await make.activity({ ...ofOwner, status: 'on_pause' }),
    completed: await make.activity({ ...ofOwner, status: 'completed' }),
    verified: await make.activity({ ...ofOwner, status: 'verified' }),
    foreign: await make.activity({
      owner: otherOwner,
      assignee: colleague,
      topic,
      status: 'in_progress',
      checklist: aChecklist(['Sellos', 'Acta'], 2),
    }),
    foreignAsking: await make.activity({ owner: otherOwner, assignee: colleague, topic, ...aRequest(colleague) }),
    foreignNotStarted: await make.activity({ owner: otherOwner, assignee: colleague, topic }),
    foreignOnPause: await make.activity({ owner: otherOwner, assignee: colleague, topic, status: 'on_pause' }),
    foreignCompleted: await make.activity({ owner: otherOwner, assignee: colleague, topic, status: 'completed' }),
  };
  const comments = {
    mine: await make.comment(activities.inProgress, responsible),
    foreign: await make.comment(activities.foreign, otherOwner),
  };

  for (const [person, activity] of [
    [responsible, activities.inProgress],
    [colleague, activities.foreign],
  ] as const) {
    const uploader = await app.as(person);
    await uploader.client.addEvidence({ activityId: activity.id, images: [new File([await aPng()], 'a.png')] });
    await uploader.client.addDocuments({ activityId: activity.id, documents: [new File([new Uint8Array(aPdf())], 'acta.pdf')] });
  }
  await (await app.as(colleague)).client.changePhoto({ image: [new File([await aPng()], 'yo.png')] });
  const entrance = { url: 'https://wa.me/5215512345678', namedAt: NOW };
  await app.db('installation').insert({ key: 'chatEntrance:whatsapp', value: JSON.stringify(entrance) });
  const { code: chatLinkCode } = await (await app.as(people.idle)).client.createChatLinkCode({});
  await app.db('sessions').delete();
  const imageOf = async ({ id }: { id: number }) =>
    (await app.db('images').where({ activityId: id }).whereNull('pages').first('id')).id as string;
  const documentOf = async ({ id }: { id: number }) =>
    (await app.db('images').where({ activityId: id }).whereNotNull('pages').first('id')).id as string;
  const documents = { mine: await documentOf(activities.inProgress), foreign: await documentOf(activities.foreign) };
  const images = { mine: await imageOf(activities.inProgress), foreign: await imageOf(activities.foreign), spare: SPARE_IMAGE };
  // A row without a file, because a withdrawal would take the file from the other calls.
  const mine = await app.db('images').where({ id: images.mine }).first();
  await app.db('images').insert({ ...mine, id: SPARE_IMAGE, activityId: activities.verified.id });

  const asked = { topicId: salesTopic.id, text: 'Pintar la entrada', wantedOn: '2026-12-01', createdAt: NOW };
  const decision = { state: 'declined', decidedById: people.privileged.id, decidedAt: NOW, reason: 'Ya está pintada' };
  const ask = async (row: object) =>
    (
      await app
        .db('workRequests')
        .insert({ ...asked, ...row })
        .returning('id')
    )[0].id as number;
  const requests = {
    mine: await ask({ requesterId: responsible.id }),
    foreign: await ask({ requesterId: people.salesman.id }),
    declined: await ask({ requesterId: responsible.id, ...decision }),
  };
  await app.db('images').insert({ ...mine, id: REQUEST_IMAGE, activityId: null, requestId: requests.mine });

  const chatLink = { service: 'slack', workspace: 'T1', displayName: 'chat', linkedAt: NOW };
  const [{ id: chatLinkId }] = await app
    .db('chatLinks')
    .insert({ ...chatLink, userId: responsible.id, chatUserId: 'U-responsable' })
    .returning('id');
  const [{ id: managersLinkId }] = await app
    .db('chatLinks')
    .insert({ ...chatLink, userId: people.privileged.id, chatUserId: 'U-gerente', conversation: 'D-gerente' })
    .returning('id');
  const channel = { topicId: salesTopic.id, userId: people.privileged.id, chatLinkId: managersLinkId, service: 'slack' };
  const [{ id: topicChannelId }] = await app
    .db('topicChannels')
    .insert({ ...channel, conversation: 'C-ventas', displayName: 'ventas', startedAt: NOW })
    .returning('id');
  const savedView = { userId: responsible.id, screen: 'pending', name: 'Mía', nameKey: 'mia', query: 'q=algo', createdAt: NOW };
  const [{ id: savedViewId }] = await app.db('savedViews').insert(savedView).returning('id');
  const absence = { userId: responsible.id, substituteId: people.idle.id, fromOn: '2027-02-01', toOn: '2027-02-05', createdAt: NOW };
  const [{ id: absenceId }] = await app.db('absences').insert(absence).returning('id');
  const expiresAt = new Date(NOW.getTime() + 3_600_000);
  const code = { codeHash: hashOf(secrets.chatCode), service: 'teams', workspace: 'T1', chatUserId: 'U-nuevo', displayName: 'nuevo' };
  await app.db('chatLinkRequests').insert({ ...code, createdAt: NOW, expiresAt });
  await app.db('holidays').insert({ day: '2026-12-25', name: 'Navidad' });
  const letter = { letter: FAILED_DIGEST, tries: 1, failedAt: NOW, failure: 'refused', lastError: '550 no such mailbox' };
  const overdueNotice = { key: 'overdue:1', kind: 'overdue', recipientId: responsible.id, activityId: activities.inProgress.id };
  await app.db('outbox').insert({ ...overdueNotice, ...letter, createdAt: NOW, nextTryAt: NOW });
  const feed = { userId: owner.id, tokenHash: hashOf(secrets.calendar), createdAt: NOW, readAt: NOW };
  await app.db('calendarFeeds').insert(feed);
  const reset = { id: '00000000-0000-4000-8000-000000000001', userId: people.idle.id, tokenHash: hashOf(secrets.reset) };
  await app.db('passwordResets').insert({ ...reset, createdAt: NOW, expiresAt });

  const change = { id: '00000000-0000-4000-8000-000000000002', userId: people.salesman.id, email: 'ventas.nuevo@demo.mx' };
  const request = { tokenHash: hashOf(secrets.emailChange), requestedById: people.developer.id, createdAt: NOW, expiresAt };
  await app.db('emailChanges').insert({ ...change, ...request });

  const reversal = { id: '00000000-0000-4000-8000-000000000003', userId: people.salesman.id, email: 'ventas.antes@demo.mx' };
  const link = { tokenHash: hashOf(secrets.reversal), blocksResets: true, createdAt: NOW, expiresAt };
  await app.db('emailReversals').insert({ ...reversal, ...link });

  const sealedSecret = sealingFor('second-factor', [SECRET]).seal(APP_SECRET);
  await app.db('secondFactors').insert([
    { userId: owner.id, sealedSecret, begunAt: NOW, confirmedAt: null },
    { userId: otherOwner.id, sealedSecret, begunAt: NOW, confirmedAt: NOW },
  ]);

  const receiver = { name: 'Tablero', url: 'https://tablero.example.mx/eventos', acts: ['start', 'complete'], createdAt: NOW };
  const [{ id: webhookId }] = await app
    .db('webhooks')
    .insert({ ...receiver, sealedSecret: sealingFor('webhooks', [SECRET]).seal(secrets.webhook) })
    .returning('id');
  const undelivered = {
    webhookId,
    act: 'test',
    happenedAt: NOW,
    tries: 8,
    triedAt: NOW,
    failedAt: NOW,
    failure: 'status',
    lastStatus: 503,
  };
  const [{ id: deliveryId }] = await app.db('webhookDeliveries').insert(undelivered).returning('id');

  async function token(name: string, userId: number, scope: 'read' | 'write', ofChat?: number): Promise<{ id: number; secret: string }> {
    const secret = `tk_${name}`;
    const row = { userId, secretHash: hashOf(secret), prefix: 'tk_', name, scope, createdAt: NOW, expiresAt, lastUsedAt: NOW };
    const by = ofChat ? { channel: 'slack', chatLinkId: ofChat } : { channel: 'terminal' };
    const [{ id }] = await app
      .db('accessTokens')
      .insert({ ...row, ...by })
      .returning('id');
    return { id, secret };
  }
  const device = await app.visitor().client.beginDeviceAuthorization({ machine: 'ana@portatil', grant: 'write' });

  const tokens = {
    read: await token('read', owner.id, 'read'),
    write: await token('write', owner.id, 'write'),
    chat: await token('chat', responsible.id, 'write', chatLinkId),
    privileged: await token('privileged', people.privileged.id, 'write', managersLinkId),
  };
  const sessions = {
    unrelated: await make.session(people.unrelated),
    responsible: await make.session(responsible),
    owner: await make.session(owner),
    otherOwner: await make.session(otherOwner),
    privileged: await make.session(people.privileged),
    inactive: await make.session(people.inactive),
    developer: await make.session(people.developer),
  };
  const otherSession = hashOf(await make.session(responsible));
  const { id: otherSessionId } = await app.db('sessions').where({ idHash: otherSession }).first('id');
  await app.db('users').where({ id: people.inactive.id }).update({ isActive: false });

  return {
    people,
    topic,
    salesTopic,
    templateId: templateId as number,
    topicAssignmentId: topicAssignment.id,
    activities,
    comments,
    images,
    documents,
    requests,
    chatLinkId: chatLinkId as number,
    chatLinkCode,
    topicChannelId: topicChannelId as number,
    savedViewId: savedViewId as number,
    absenceId: absenceId as number,
    webhook: { id: webhookId as number, deliveryId: Number(deliveryId) },
    otherSessionId: otherSessionId as number,
    device,
    tokens,
    sessions,
    restore: await snapshot(app.db),
  };
}

export type Company = Awaited<ReturnType<typeof aCompany>>;

/** Keeps everything that is stored now; what it answers puts all of it back, ids and counters too. */
async function snapshot(db: RunningApp['db']): Promise<() => Promise<void>> {
  const { rows } = await db.raw(`
    SELECT table_name AS name,
           string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position) FILTER (WHERE is_generated = 'NEVER') AS columns,
           max(column_name) FILTER (WHERE is_identity = 'YES') AS identity
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name NOT LIKE 'knex_migrations%' AND table_name NOT IN ('rate_limits', 'login_delays')
    GROUP BY table_name`);
  // A call writes to few tables. A trigger notes which, because putting back every table costs more than the calls.
  await db.raw(`
    DROP SCHEMA IF EXISTS kept CASCADE;
    CREATE SCHEMA kept;
    CREATE TABLE kept.written_tables (name text);
    CREATE FUNCTION kept.note_written() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO kept.written_tables VALUES (TG_TABLE_NAME); RETURN NULL; END $$`);
  const steps = new Map<string, string>();
  const counters: string[] = [];
  for (const { name, columns, identity } of rows as { name: string; columns: string; identity: string | null }[]) {
    await db.raw(`
      CREATE TABLE kept.${name} AS SELECT ${columns} FROM public.${name};
      CREATE TRIGGER note_written AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON public.${name} EXECUTE FUNCTION kept.note_written()`);
    steps.set(
      name,
      `DELETE FROM public.${name}; INSERT INTO public.${name} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM kept.${name}`,
    );
    if (!identity) continue;
    const { rows } = await db.raw(`SELECT coalesce(max(${identity}), 0) + 1 AS next FROM public.${name}`);
    counters.push(`setval(pg_get_serial_sequence('public.${name}', '${identity}'), ${rows[0].next}, false)`);
  }
  return async () => {
    const { rows: written } = await db.raw('SELECT DISTINCT name FROM kept.written_tables');
    const putBack = written.map(({ name }: { name: string }) => steps.get(name));
    // The role keeps the triggers still. What a refused call took from a counter goes back too.
    await db.raw(
      ['SET LOCAL session_replication_role = replica', ...putBack, 'DELETE FROM kept.written_tables', `SELECT ${counters}`].join('; '),
    );
  };
}
