import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileStore, type ImageStore } from '../../src/storage/image-store.ts';
import { operationsByName } from '../documented.ts';
import { type CallName, routes } from '../every-call/good-calls.ts';
import { PUBLIC_URL, type RunningApp, runningApp } from '../running-app.ts';
import { type Demo, demoCompany, demoSecrets } from './demo.ts';
import { recordExamples } from './record-examples.ts';

let folder: string;
let app: RunningApp;
let demo: Demo;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'bitacora-examples-'));
  const store: ImageStore = await fileStore(folder);
  app = await runningApp({ store, rateLimitFactor: 1_000, botToken: demoSecrets.bot });
  demo = await demoCompany(app, store);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

it('the examples of the document are what the demo company answers today; `vitest run FILE -u` records them again', async () => {
  await expect(`${JSON.stringify(await recordExamples(demo), null, 2)}\n`).toMatchFileSnapshot('../../src/openapi/examples.json');
});

interface CollectedRequest {
  method: string;
  header: { key: string; value: string }[];
  url: { raw: string; variable: { key: string; value: string }[] };
  body?: { raw?: string };
}

it('the collection has every call of a token, and its reads are answered by a server of the demo company', async () => {
  const collection = await (await fetch(`${app.origin}/api/collection.json`)).json();
  const { item: folders } = collection as { item: { item: { name: string; request: CollectedRequest }[] }[] };
  const items = folders.flatMap(({ item }) => item);
  const mayBear = [...operationsByName].filter(([name, { security }]) => name !== 'live' && security.some((way) => 'token' in way));
  expect(items.map(({ request }) => request.url.raw.split('?')[0]).sort()).toEqual(
    mayBear.map(([name]) => `{{baseUrl}}${routes[name as CallName].path}`).sort(),
  );

  const bearer = await demo.tokenOf(demo.person('abel.maldonado').id);
  const reads = items.filter(
    ({ request: { header, url } }) => !header.some(({ key }) => key === 'Idempotency-Key') && url.variable.every(({ value }) => value),
  );
  expect(reads.length).toBeGreaterThan(40);
  const answers: string[] = [];
  // One after the other, because a person makes one export at a time.
  for (const { request } of reads) {
    const { method, header, url, body } = request;
    const filled = url.raw.replace('{{baseUrl}}', app.origin);
    const address = url.variable.reduce((text, { key, value }) => text.replace(`:${key}`, value), filled);
    const headers = { ...bearer, ...Object.fromEntries(header.map(({ key, value }) => [key, value])) };
    const response = await fetch(address, { method, headers, body: body?.raw });
    await response.arrayBuffer();
    answers.push(`${url.raw} ${response.status}`);
  }
  expect(answers.filter((answer) => !answer.endsWith(' 200'))).toEqual([]);

  const text = await (await fetch(`${app.origin}/api/collection.http`)).text();
  expect(text).toContain(`@baseUrl = ${PUBLIC_URL}`);
  const requests = text.split(/^### /m).slice(1);
  expect(requests.map((request) => request.split('\n')[0])).toHaveLength(items.length);
  const start = requests.find((request) => request.includes('/api/record_start_work_activity'));
  expect(start?.split('\n').slice(1, 5)).toEqual([
    'POST {{baseUrl}}/api/record_start_work_activity',
    'Authorization: Bearer {{token}}',
    'Idempotency-Key: {{$guid}}',
    'Content-Type: application/json',
  ]);
});
