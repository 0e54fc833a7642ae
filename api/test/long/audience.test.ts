import { type EndpointName, endpoints } from '@bitacora/core/contract';
import type { Endpoint } from '@bitacora/core/contract/endpoint';
import type { Audience } from '@bitacora/core/domain/activities/policy';
import { adminPolicy } from '@bitacora/core/domain/people/person';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { given } from '../../../core/test/factories.ts';
import { everythingIn } from '../../../core/test/tables.ts';
import { type RunningApp, runningApp } from '../running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 100 });
});
beforeEach(() => app.wipe());
afterAll(() => app.close());

const all = Object.entries(endpoints) as [EndpointName, Endpoint][];
const pathOf = ({ path }: Endpoint) => path.replace(/:\w+/g, '1');
/** The audience of a call with an empty body, where the audience depends on the input. */
const whoOf = ({ who, whoFor }: Endpoint): Audience => whoFor?.({}) ?? who;
const isAdmin = (who: Audience): who is keyof typeof adminPolicy => who in adminPolicy;

/** docs/product.md, 2, by the paths of the contract. A path that has no call is not looked for. */
const audiences: Record<'anyone' | 'person' | 'privileged', string[]> = {
  anyone: ['get-session', 'csrf-token', 'login', 'password-reset-request', 'validate-reset-token', 'reset-password'],
  person: [
    'permissions_user',
    'data_user',
    'update_profile',
    'update_password',
    'update_profile_image',
    'get_projects_by_users',
    'get_departments',
    'create_my_new_activity',
    'get_my_activities',
    'get_my_historial_activities',
    'get_stats_activities',
    'get_activity',
    'call_comments_by_activity',
    'call_images_by_activity',
    'record_comments_activity',
    'record_start_work_activity',
    'record_evidences_activity',
    'end_activity',
    'update_extension_date',
    'cancel_my_comment',
    'cancel_activity',
    'validate_activity',
    'pause_activity',
    'resume_activity',
  ],
  privileged: [
    'upload_users_bulk',
    'get_users',
    'create_user',
    'get_projects',
    'create_project',
    'update_project',
    'get_assignments',
    'create_assignment',
    'delete_assignment',
    'get_employees_for_project',
    'create_activity',
    'first_activity_pending',
    'get_general_activity_stats',
    'get_user_activity_stats',
    'get_user_assigned_activities',
    'get_all_activities',
    'create_report_activities_f',
  ],
};

it.each(Object.entries(audiences) as [keyof typeof audiences, string[]][])('the contract names %s as the rules do', (audience, calls) => {
  for (const [name, endpoint] of all) {
    const words = [endpoint.who, whoOf(endpoint)].map((who) => (isAdmin(who) ? 'privileged' : who));
    if (calls.includes(endpoint.path.split('/')[2] as string)) expect([name, ...words]).toContain(audience);
  }
});

describe.each(all.filter(([, { who }]) => who !== 'anyone'))('%s', (_, endpoint) => {
  const body = endpoint.method === 'GET' ? undefined : {};

  it('asks a stranger to log in, and does nothing', async () => {
    await given(app.db).activity();
    const before = await everythingIn(app.db);
    const answer = await app.visitor().call(endpoint.method, pathOf(endpoint), { body });
    expect([answer.status, answer.body]).toEqual([401, { success: false, code: 'session.missing', error: expect.any(String) }]);
    expect(await everythingIn(app.db)).toEqual(before);
  });

  // `every-call/who-may.ts` covers the calls that only a token may make.
  if (isAdmin(whoOf(endpoint)) && endpoint.credential !== 'token') {
    it('refuses an employee, and does nothing', async () => {
      const employee = await app.as(await given(app.db).person());
      const before = await everythingIn(app.db);
      const answer = await employee.call(endpoint.method, pathOf(endpoint), { body });
      expect([answer.status, answer.body]).toEqual([
        403,
        { success: false, code: 'admin.forbidden', error: expect.stringMatching(/^Solo /) },
      ]);
      expect(await everythingIn(app.db)).toEqual(before);
    });
  }

  // What only a token may say, `tokens.test.ts` says.
  if (endpoint.credential !== 'token' && (endpoint.who === 'person' || isAdmin(endpoint.who))) {
    it('lets in the callers of its audience', async () => {
      const chief = await app.as(await given(app.db).person({ kind: 'Desarrollador' }));
      const { status } = await chief.call(endpoint.method, pathOf(endpoint), { body });
      expect([401, 403, 500]).not.toContain(status);
    });
  }
});

it('an activity that is not theirs does not exist for an employee, on any call that takes one', async () => {
  const { id } = await given(app.db).activity({ status: 'in_progress' });
  const employee = await app.as(await given(app.db).person());
  const before = await everythingIn(app.db);
  const reads = ['get_activity', 'call_comments_by_activity', 'call_images_by_activity', 'get_activity_history'];
  const writes = {
    record_comments_activity: { activitie_id: id, comment: 'Hola' },
    record_start_work_activity: { activitie_id: id },
    end_activity: { activity_id: id, resolution: 'Ya' },
    update_extension_date: { activitie_id: id, extension_date: '2026-12-20', motive_extension: 'Porque sí' },
    cancel_activity: { activity_id: id },
    validate_activity: { activity_id: id, action: 'Verified' },
    pause_activity: { activity_id: id },
    resume_activity: { activity_id: id },
  };
  const unknown = { success: false, code: 'activity.unknown', error: 'No se encontró la actividad.' };
  for (const call of reads) {
    for (const which of [id, 2_000_000]) {
      const { status, body } = await employee.call('GET', `/api/${call}/${which}`);
      expect([call, status, body]).toEqual([call, 404, unknown]);
    }
  }
  for (const [call, fields] of Object.entries(writes)) {
    const { status, body } = await employee.call('POST', `/api/${call}`, { body: fields });
    expect([call, status, body]).toEqual([call, 404, unknown]);
  }
  expect(await everythingIn(app.db)).toEqual(before);
});

it('an employee who tries folio after folio sees exactly their own', async () => {
  const [me, other] = [await given(app.db).person(), await given(app.db).person()];
  const make = given(app.db);
  const mine = [
    await make.ownActivity(me),
    await make.activity({ owner: other, assignee: me }),
    await make.activity({ owner: me, assignee: other }),
  ];
  const theirs = [await make.ownActivity(other), await make.activity(), await make.activity({ owner: other })];
  const browser = await app.as(me);
  const readableIds = [];
  for (const { id } of [...mine, ...theirs])
    if ((await browser.call('GET', `/api/get_activity/${id}`)).status === 200) readableIds.push(id);
  expect(readableIds).toEqual(mine.map(({ id }) => id));
});
