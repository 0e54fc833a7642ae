import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileStore, type ImageStore } from '../../../src/storage/image-store.ts';
import { type Demo, demoCompany, demoSecrets } from '../../api-examples/demo.ts';
import { recordExamples } from '../../api-examples/record-examples.ts';
import { type RunningApp, runningApp } from '../../running-app.ts';

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
  await expect(`${JSON.stringify(await recordExamples(demo), null, 2)}\n`).toMatchFileSnapshot('../../../src/openapi/examples.json');
});
