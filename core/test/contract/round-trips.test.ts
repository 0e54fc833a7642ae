import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { credentials, newPassword, permissions, resetRequest, resetToken, session } from '../../src/contract/account/session-endpoints.ts';
import {
  activityRef,
  completion,
  extension,
  newAssignedActivity,
  newComment,
  newEvidence,
  newOwnActivity,
  pauseOrResume,
  start,
  tickedItems,
  validationInput,
} from '../../src/contract/activities/activity-input.ts';
import { activityWithParts, comment, document, historyEntry, image } from '../../src/contract/activities/activity-shapes.ts';
import { activityTemplate, templateEndpoints } from '../../src/contract/activities/template-endpoints.ts';
import { holiday } from '../../src/contract/admin/admin-endpoints.ts';
import { chatWork } from '../../src/contract/chat/bot-endpoints.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { preference } from '../../src/contract/notifications/notification-endpoints.ts';
import { newUser } from '../../src/contract/people/user-endpoints.ts';
import { dateRange, figures, peopleLoad } from '../../src/contract/reports/report-shapes.ts';
import { eligibleAssignee, topic } from '../../src/contract/topics/topic-endpoints.ts';
import { lapses, promiseFields, statuses } from '../../src/domain/activities/activity.ts';
import { searchPlaces } from '../../src/domain/activities/search.ts';
import { addDays, isBackwards } from '../../src/domain/calendar.ts';
import { isMailAddress } from '../../src/domain/mail-address.ts';
import { chosenKinds } from '../../src/domain/notifications/notification.ts';
import { channels } from '../../src/domain/people/person.ts';
import { isPlainText, plainName } from '../../src/domain/text.ts';
import { TODAY } from '../factories.ts';
import { nothingYet } from '../nothing-yet.ts';

const id = fc.integer({ min: 1, max: 2_147_483_647 });
/** What people may write, trimmed as the contract trims it. */
const text = fc
  .string({ unit: fc.oneof(fc.constantFrom(...'aÁñ 9=<%_'), fc.constantFrom('🙂', '\n', '\t', 'é')), minLength: 1, maxLength: 60 })
  .map((given) => given.trim())
  .filter((given) => given !== '' && isPlainText(given));
const count = fc.nat();
const textOrNull = fc.option(text);
const name = text.map(plainName).filter((given) => given !== '');
const date = fc.integer({ min: -40_000, max: 40_000 }).map((days) => addDays(TODAY, days));
const instant = fc.date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2999-12-31T00:00:00Z'), noInvalidDate: true });
const capturedAt = fc.option(instant, { nil: undefined });
const email = fc
  .tuple(fc.stringMatching(/^[a-z0-9.+-]{1,12}$/), fc.stringMatching(/^[a-z0-9-]{1,12}\.[a-z]{2,5}$/))
  .map((parts) => parts.join('@'))
  .filter(isMailAddress);
const repeats = fc.option(fc.constantFrom(...lapses));
const texts = fc.array(
  name.filter((given) => given.length <= 200),
  { maxLength: 3 },
);
const demands = { checklist: texts, minimumImages: fc.integer({ min: 0, max: 20 }) };
const work = { description: text, priority: fc.constantFrom('normal', 'high', 'critical'), repeats };
/** Texts unless the record says otherwise. */
const nullableTexts = Object.fromEntries(Object.keys(nothingYet).map((field) => [field, textOrNull]));
const possibleTexts = Object.fromEntries(promiseFields.map((field) => [field, textOrNull]));
const promise = { ...possibleTexts, topicId: id, ...work, dueOn: date, ...demands, templateId: id, repeatUntil: fc.option(date) };
/** A series alone has a last day. */
const datedRecord = (fields: typeof promise & { assigneeId?: typeof id; requestId?: Arbitrary<number | undefined> }) =>
  fc.record(fields).map((given) => ({ ...given, repeatUntil: given.repeats === null ? null : given.repeatUntil }));

const aComment = fc.record({ id, authorId: id, authorName: text, body: text, writtenAt: instant, capturedAt });
const anImage = fc.record({
  id: fc.uuid(),
  url: text,
  thumbnailUrl: text,
  name: text,
  sha256: text,
  width: id,
  height: id,
  uploadedAt: instant,
  uploadedBy: text,
  capturedAt,
  capturedSha256: fc.option(text, { nil: undefined }),
});
const aDocument = fc.record({
  id: fc.uuid(),
  url: text,
  thumbnailUrl: text,
  name: text,
  sha256: text,
  pages: id,
  sizeBytes: id,
  uploadedAt: instant,
  uploadedBy: text,
  capturedAt,
});
const anEntry = fc.record({
  id,
  act: text,
  actorId: fc.option(id),
  actorName: textOrNull,
  at: instant,
  from: fc.option(fc.constantFrom(...statuses)),
  to: fc.option(fc.constantFrom(...statuses)),
  channel: fc.constantFrom(...channels),
  commentId: fc.option(id, { nil: undefined }),
  imported: fc.option(fc.integer({ min: 1, max: 5_000 }), { nil: undefined }),
  capturedAt,
  note: textOrNull,
});

const schemas: Record<string, [schema: z.ZodMiniType, ours: Arbitrary<unknown>]> = {
  'a new own activity': [newOwnActivity, datedRecord(promise)],
  'a new assigned activity': [
    newAssignedActivity,
    datedRecord({ ...promise, assigneeId: id, requestId: fc.option(id, { nil: undefined }) }),
  ],
  'items of a checklist': [tickedItems, fc.record({ activityId: id, items: fc.uniqueArray(id, { minLength: 1, maxLength: 20 }) })],
  'a new template': [
    templateEndpoints.createTemplate.body,
    fc.record({ topicId: id, ...work, ...demands, days: fc.integer({ min: 0, max: 365 }) }),
  ],
  'a template': [
    activityTemplate,
    fc.record({ id, topicId: id, ...work, days: count, checklist: fc.array(text), minimumImages: count, version: text }),
  ],
  'an activity referred to': [activityRef, fc.record({ activityId: id })],
  'a start': [start, fc.record({ activityId: id, capturedAt })],
  'a new comment': [newComment, fc.record({ activityId: id, body: text, capturedAt })],
  'a pause': [pauseOrResume, fc.record({ activityId: id, comment: textOrNull })],
  'a completion': [completion, fc.record({ activityId: id, resolution: text, capturedAt })],
  'new evidence': [
    newEvidence,
    fc.record({
      activityId: id,
      capturedAt,
      capturedDigests: fc.option(fc.array(fc.stringMatching(/^[0-9a-f]{64}$/), { minLength: 1, maxLength: 4 }), { nil: undefined }),
    }),
  ],
  'an extension': [extension, fc.record({ activityId: id, extendedTo: date, reason: text })],
  'a verdict': [validationInput, fc.record({ activityId: id, comment: textOrNull, verdict: fc.constantFrom('Verified', 'Rejected') })],
  'a new user': [
    newUser,
    fc.record({
      employeeNumber: name.filter((given) => given.length <= 30),
      firstName: name,
      lastName: name,
      email,
      level: name,
      department: name,
      position: name,
      alias: fc.option(name),
      phone: fc.option(fc.stringMatching(/^[0-9 +-]{1,20}$/).filter((given) => given === plainName(given))),
      managerId: fc.option(id),
    }),
  ],
  'a range': [dateRange, fc.record({ from: fc.option(date), to: fc.option(date) }).filter((range) => !isBackwards(range))],
  credentials: [
    credentials,
    fc.record({ email, password: fc.string({ minLength: 6, maxLength: 40 }), code: fc.constant('123 456'), trustsDevice: fc.boolean() }),
  ],
  'a reset request': [resetRequest, fc.record({ email })],
  'a reset token': [resetToken, fc.record({ email, token: fc.stringMatching(/^[\w-]{22}$/) })],
  'a new password': [
    newPassword,
    fc.record({ email, token: fc.stringMatching(/^[\w-]{22}$/), password: fc.string({ minLength: 1, maxLength: 40 }) }),
  ],
  'an activity': [
    activityWithParts,
    fc.record({
      ...nullableTexts,
      id,
      description: text,
      topicId: id,
      topic: text,
      topicDescription: textOrNull,
      department: text,
      ownerId: id,
      ownerFirstName: text,
      ownerLastName: text,
      assigneeId: id,
      assigneeFirstName: text,
      assigneeLastName: text,
      status: fc.constantFrom(...statuses),
      priority: fc.constantFrom('normal', 'high', 'critical'),
      createdAt: instant,
      dueOn: date,
      extendedTo: fc.option(date),
      startedAt: fc.option(instant),
      closedAt: fc.option(instant),
      verifiedAt: fc.option(instant),
      canceledAt: fc.option(instant),
      repeats,
      repeatUntil: fc.option(date),
      daysLeft: fc.integer({ min: -9999, max: 9999 }),
      rejectedAt: fc.option(instant),
      requestedTo: fc.option(date),
      requestReason: textOrNull,
      requestedById: fc.option(id),
      requesterId: fc.option(id),
      requesterName: fc.option(text, { nil: undefined }),
      daysIdle: fc.option(count),
      checklistTotal: count,
      checklistTicked: count,
      minimumImages: count,
      isImported: fc.boolean(),
      checklist: fc.option(
        fc.array(fc.record({ place: id, text, tickedById: fc.option(id), tickedByName: textOrNull, tickedAt: fc.option(instant) })),
        { nil: undefined },
      ),
      delivererId: fc.option(fc.option(id), { nil: undefined }),
      imageCount: fc.option(fc.nat(), { nil: undefined }),
      batchTotal: fc.option(id, { nil: undefined }),
      version: fc.option(text, { nil: undefined }),
      comments: fc.option(fc.array(aComment, { maxLength: 3 }), { nil: undefined }),
      evidence: fc.option(fc.array(anImage, { maxLength: 3 }), { nil: undefined }),
      documents: fc.option(fc.array(aDocument, { maxLength: 3 }), { nil: undefined }),
      history: fc.option(fc.array(anEntry, { maxLength: 3 }), { nil: undefined }),
      found: fc.option(
        fc.record({ where: fc.constantFrom(...searchPlaces), snippet: text, marks: fc.array(fc.tuple(fc.nat(), fc.nat())) }),
        { nil: undefined },
      ),
    }),
  ],
  'the figures of cards': [
    figures,
    fc.record({
      success: fc.constant(true),
      total: count,
      pending: count,
      finished: count,
      imported: count,
      urgencies: fc.option(
        fc.record({ late: count, today: count, week: count, notStarted: count, rejected: count, extensionRequested: count, idle: count }),
        {
          nil: null,
        },
      ),
    }),
  ],
  'the load of people': [
    peopleLoad,
    fc.record({
      success: fc.constant(true),
      people: fc.array(fc.record({ id, name: text, open: count, late: count, week: count, done: count }), { maxLength: 3 }),
    }),
  ],
  'a comment': [comment, aComment],
  'an image': [image, anImage],
  'a document': [document, aDocument],
  'an entry of the history': [historyEntry, anEntry],
  'a topic': [topic, fc.record({ id, name: text, description: textOrNull, department: text })],
  'an eligible assignee': [
    eligibleAssignee,
    fc.record({ id, employeeNumber: text, firstName: text, lastName: text, position: text, department: text }),
  ],
  'a preference': [
    preference,
    fc.record({
      kind: fc.constantFrom(...chosenKinds),
      byEmail: fc.boolean(),
      byChat: fc.boolean(),
      byPush: fc.constantFrom(true, false, undefined),
    }),
  ],
  'a holiday': [holiday, fc.record({ day: date, name: text })],
  'a calendar’s address': [
    endpoints.readCalendarFeed.reply,
    fc.record({ success: fc.constant(true), createdAt: fc.option(instant), readAt: fc.option(instant) }),
  ],
  'a series': [
    endpoints.readSeries.reply,
    fc.record({
      success: fc.constant(true),
      occurrences: fc.array(
        fc.record({ id, occurrence: fc.nat(), dueOn: date, status: fc.constantFrom(...statuses), ownerId: id, assigneeId: id }),
      ),
      nextOn: fc.option(date),
      isStopped: fc.option(fc.boolean(), { nil: undefined }),
    }),
  ],
  'work for a chat': [
    chatWork,
    fc.record({
      claim: text,
      claimedUntil: instant,
      service: fc.constantFrom('slack', 'teams'),
      workspace: text,
      chatUserId: text,
      conversation: text,
      isUncertain: fc.boolean(),
      task: fc.oneof(
        fc.record({ kind: fc.constant('greet'), firstName: text, isNotifiedHere: fc.boolean() }),
        fc.record({
          kind: fc.constant('redraw'),
          message: text,
          press: fc.record({ flow: text, id, isLast: fc.boolean(), of: textOrNull }),
        }),
      ),
    }),
  ],
  permissions: [permissions, fc.record({ success: fc.constant(true), employeeNumber: text, kind: text, position: text })],
};

describe('what is said on the wire and understood again is the same', () => {
  it.each(Object.entries(schemas))('%s', (_, [schema, ours]) => {
    fc.assert(
      fc.property(ours, (value) => {
        const wire = JSON.parse(JSON.stringify(z.encode(schema, value as never)));
        expect(z.decode(schema, wire as never)).toEqual(value);
      }),
    );
  });

  it.each(Object.entries(schemas))('%s, with keys nobody knows: they are dropped', (_, [schema, ours]) => {
    fc.assert(
      fc.property(ours, (value) => {
        const wire = { ...(z.encode(schema, value as never) as object), isAdmin: true, id_user_owner_: 7, status: undefined };
        const understood = z.decode(schema, wire as never) as object;
        expect(Object.keys(understood).sort()).toEqual(Object.keys(value as object).sort());
      }),
      { numRuns: 20 },
    );
  });
});

it('a session without anybody is null on the wire and inside', () => {
  const nobody = {
    success: true as const,
    user: null,
    today: TODAY,
    zone: 'America/Mexico_City',
    isDemo: false,
    isDemoExposed: false,
    contactUrl: '',
    needsFirstRun: false,
    allowsPasswords: false,
    companyLogin: { label: 'Entrar con Microsoft', url: 'https://bitacora.demo.mx/api/oidc/login' },
    isSecondFactorDue: false,
  };
  const wire = {
    success: true,
    user_action_deck: null,
    today: '2026-11-20',
    time_zone: 'America/Mexico_City',
    demo: false,
    demo_exposed: false,
    contact_url: '',
    first_run: false,
    password_login: false,
    company_login: { label: 'Entrar con Microsoft', url: 'https://bitacora.demo.mx/api/oidc/login' },
    second_factor_due: false,
  };
  expect(z.encode(session, nobody)).toEqual(wire);
  expect(z.decode(session, wire as never)).toEqual(nobody);
});

it('numbers may come as digits, as forms and addresses carry them', () => {
  expect(z.decode(activityRef, { activity_id: '42' } as never)).toEqual({ activityId: 42 });
});

it('every call has its own address, under /api', () => {
  const addresses = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`);
  expect(new Set(addresses).size).toBe(addresses.length);
  for (const address of addresses) expect(address).toMatch(/^(GET|POST|PUT|DELETE) \/api\/[a-z_-]+(\/|$)/);
});
