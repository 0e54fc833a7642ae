import { endpoints } from '@bitacora/core/contract';
import type { Endpoint } from '@bitacora/core/contract/endpoint';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { given, PASSWORD } from '../../core/test/factories.ts';
import { allowances } from '../src/http/rate-limit.ts';
import { callExamples, describeApi } from '../src/openapi/describe-api.ts';
import { type ApiDocument, apiDocument, demandDocumented, type Schema, validatorAt } from './documented.ts';
import { aPng } from './pictures.ts';
import { PUBLIC_URL, type RunningApp, runningApp } from './running-app.ts';
import { stranger } from './stranger.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await runningApp();
});
beforeEach(() => app.wipe());
afterAll(() => app.close());

const operations = Object.entries(apiDocument.paths).flatMap(([path, verbs]) =>
  Object.entries(verbs).map(([verb, operation]) => ({ path, verb, operation })),
);

describe('the page of the API', () => {
  it('is for everybody, names files of this origin alone, and its library is kept for a year', async () => {
    const page = await fetch(`${app.origin}/api/docs`);
    const html = await page.text();
    expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('Content-Security-Policy')).not.toMatch(/unsafe|https?:|\*/);
    expect(html).toContain('<html lang="es-MX">');
    const files = [...html.matchAll(/<(?:script|link)[^>]* (?:src|href)="([^"]+)"/g)].map(([, address = '']) => address);
    expect(files).toHaveLength(4);
    for (const address of files) {
      expect(address).toMatch(/^\/api\/docs\//);
      const file = await fetch(app.origin + address);
      expect([address, file.status, file.headers.get('Content-Encoding')]).toEqual([address, 200, 'gzip']);
      const isOfLibrary = address.includes('swagger-ui');
      expect([address, file.headers.get('Cache-Control')]).toEqual([address, isOfLibrary ? 'max-age=31536000, immutable' : 'no-store']);
      expect((await file.text()).length).toBeGreaterThan(500);
    }
  });
});

describe('the API document', () => {
  it('is served to anybody who asks, with the address people know', async () => {
    const { status, body } = await app.visitor().call('GET', '/api/openapi.json');
    expect(status).toBe(200);
    expect(body).toEqual({ ...apiDocument, servers: [{ url: PUBLIC_URL }] });
  });

  it('is an OpenAPI 3.1 document', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(describeApi(PUBLIC_URL)));
    expect([errors, valid]).toEqual([undefined, true]);
  });

  it('gives every call a name of its own, every parameter of its path a schema, and every body one a validator takes', () => {
    const names = operations.map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
    const pointer = (...keys: string[]) =>
      keys.map((key) => `/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');
    for (const { path, verb, operation } of operations) {
      const declared = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
      expect([path, declared]).toEqual([path, [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)]);
      for (const [type, { schema }] of Object.entries(operation.requestBody?.content ?? {}))
        if (schema) expect(validatorAt(pointer('paths', path, verb, 'requestBody', 'content', type, 'schema'))).toBeTypeOf('function');
      for (const [status, { content = {} }] of Object.entries(operation.responses))
        for (const [type, { schema }] of Object.entries(content))
          if (schema)
            expect(validatorAt(pointer('paths', path, verb, 'responses', status, 'content', type, 'schema'))).toBeTypeOf('function');
    }
  });

  it('puts every call into one area, and describes every area', () => {
    const areas = apiDocument.tags.map(({ name }) => name);
    const strays = operations.filter(({ operation }) => operation.tags.length !== 1 || !areas.includes(operation.tags[0] as string));
    expect(strays.map(({ path }) => path)).toEqual([]);
    expect(areas.filter((area) => !operations.some(({ operation }) => operation.tags[0] === area))).toEqual([]);
  });

  it('shows each refusal as the server answers it, and names the limits that hold', async () => {
    const { responses, schemas } = apiDocument.components;
    const problem = validatorAt('/components/schemas/Problem');
    const bodies = Object.values(responses).flatMap(({ content }) => Object.values(content?.['application/json']?.examples ?? {}));
    expect(bodies.length).toBeGreaterThan(Object.keys(responses).length);
    for (const { value } of bodies) expect([value, problem(value)]).toEqual([value, true]);
    expect(schemas.Problem).toBeDefined();

    const { status, body } = await app.visitor().call('GET', '/api/get_my_activities');
    expect(responses[`Problem${status}`]?.content?.['application/json']?.examples?.['session.missing']?.value).toEqual(body);
    expect(apiDocument.info.description).toContain(`${allowances.tokenWrites.points} por minuto con un token`);
    const doubled = describeApi(PUBLIC_URL, 2) as unknown as ApiDocument;
    expect(doubled.info.description).toContain(`${2 * allowances.tokenWrites.points} por minuto con un token`);
  });

  it('has an example of every call, of which the contract and the document take each value', () => {
    for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
      const { in: inPath, query, body, reply } = callExamples[name] ?? {};
      const parameter = /:(\w+)/.exec(endpoint.path)?.[1];
      const parts = [
        [endpoint.params, parameter && { [parameter]: inPath }],
        [endpoint.query, query],
        [endpoint.body, endpoint.body && (body ?? {})],
        [reply !== undefined && endpoint.page && !Array.isArray(reply) ? endpoint.page : endpoint.reply, reply],
      ] as const;
      for (const [schema, value] of parts)
        if (schema && value !== undefined) expect([name, z.safeDecode(schema, value as never).error]).toEqual([name, undefined]);
      // The others answer a file, or nothing on the demo company.
      const isWithoutReply = name === 'createFirstAdministrator' || (endpoint.file && !endpoint.file.requestedBy);
      expect([name, reply === undefined]).toEqual([name, Boolean(isWithoutReply)]);
      const answer = { status: 200, type: 'application/json', body: reply };
      if (reply !== undefined) demandDocumented(endpoint.method, endpoint.path.replace(/:\w+/, '1'), answer);
    }
  });

  it('names every shape that more than one call answers', () => {
    const callsByShape = new Map<string, string[]>();
    for (const { operation } of operations) {
      const schema = operation.responses['200']?.content?.['application/json']?.schema;
      for (const shape of new Set(inlineObjects(schema)))
        callsByShape.set(shape, [...(callsByShape.get(shape) ?? []), operation.operationId]);
    }
    expect([...callsByShape].filter(([, calls]) => calls.length > 1)).toEqual([]);
  });

  it('describes the parts of an activity for the call that includes them alone', () => {
    const calls = operations.filter(({ operation }) => {
      const schema = operation.responses['200']?.content?.['application/json']?.schema;
      return Object.keys((schema?.properties as object | undefined) ?? {}).includes('evidence');
    });
    expect(calls.map(({ path }) => path)).toEqual(['/api/get_activity/{id}']);
    const { schemas } = apiDocument.components;
    expect(Object.keys(schemas).filter((name) => JSON.stringify(schemas[name]).includes('"evidence"'))).toEqual([]);
  });

  it('is what the tests hold every answer against: a key, a word or a type it does not announce is a failure', () => {
    const image = { type: 'application/json; charset=utf-8', status: 200 };
    const permissions = { success: true, num_employe: 'E-1', type_user: 'Usuario', position: 'ANALISTA' };
    const demand = (body: unknown, status = 200) => demandDocumented('GET', '/api/permissions_user', { ...image, status, body });
    demand(permissions);
    expect(() => demand({ ...permissions, password_hash: 'x' })).toThrow('additional properties');
    expect(() => demand({ ...permissions, num_employe: 7 })).toThrow('must be string');
    expect(() => demand(permissions, 403)).toThrow("must have required property 'error'");
    expect(() => demandDocumented('GET', '/api/secret_call', { ...image, body: {} })).toThrow('no such call');
    expect(() => demandDocumented('GET', '/api/images/x', { status: 200, type: 'text/html', body: undefined })).toThrow('text/html');
  });
});

/** Objects that are spelled out where they stand. */
function inlineObjects(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(inlineObjects);
  return (value as Schema).type === 'object' ? [JSON.stringify(value), ...inside] : inside;
}

it('a stranger who has only the document does the main job with a personal token', async () => {
  const [boss, worker] = [await given(app.db).manager(), await given(app.db).person()];
  await given(app.db).topic();
  async function tokenOf({ email }: { email: string }) {
    const person = await stranger(app.origin);
    await person.call('login', { email, password: PASSWORD });
    const { token } = await person.call('createToken', { name: 'Programa ajeno', scope: 'write', expires_on: '2026-12-31' });
    person.bear(token as string);
    return person;
  }
  const [assigner, doer] = [await tokenOf(boss), await tokenOf(worker)];
  await app.db('sessions').delete();

  const [topic] = (await assigner.call('getProjects')) as unknown as { id: number }[];
  const employees = (await assigner.call('getEmployeesForProject', { id: topic?.id })) as unknown as { id: number; num_employe: string }[];
  const { id: assignee } = employees.find(({ num_employe }) => num_employe === worker.employeeNumber) ?? {};
  const { id } = await assigner.call('createActivity', { id_project: topic?.id, id_user_assigned: assignee });
  const [mine] = (await doer.call('getMyActivities')) as unknown as { id: number }[];
  expect(mine?.id).toBe(id);

  await doer.call('recordStartWorkActivity', { activitie_id: id });
  await doer.call('recordCommentsActivity', { activitie_id: id });
  await doer.call('recordEvidencesActivity', { activity_id: id, 'images[0]': new File([await aPng()], 'prueba.png') });
  await doer.call('endActivity', { activity_id: id });
  await assigner.call('validateActivity', { activity_id: id, action: 'Rejected', comment: 'Falta la segunda parte' });
  await doer.call('endActivity', { activity_id: id, resolution: 'Con la segunda parte' });
  await assigner.call('validateActivity', { activity_id: id, action: 'Verified' });

  expect(await assigner.call('getActivity', { id })).toMatchObject({ status_project: 'Verified', resolution: 'Con la segunda parte' });
  const [image] = (await assigner.call('callImagesByActivity', { id })) as unknown as { id: string }[];
  expect((await assigner.call('image', { id: image?.id })).bytes).toBeGreaterThan(50);
  const history = (await doer.call('getActivityHistory', { id })) as unknown as { act: string; channel: string }[];
  expect(history.map(({ act, channel }) => `${act} ${channel}`)).toEqual(
    ['register', 'start', 'comment', 'addEvidence', 'complete', 'reject', 'complete', 'approve'].map((act) => `${act} terminal`),
  );
  expect(doer.mayBear('createToken')).toBe(false);
  await expect(doer.call('createToken', { name: 'Otro', scope: 'write' })).rejects.toThrow('403');
});
