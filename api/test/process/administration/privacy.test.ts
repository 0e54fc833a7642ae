import { createCore } from '@bitacora/core/server';
import { withdrawImage } from '@bitacora/core/use-cases/activities/withdraw-image';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stage } from '../../../../core/test/stage.ts';
import { makeBaselines, sealHistory } from '../../../src/jobs/seal-history.ts';
import { fileStore } from '../../../src/storage/image-store.ts';
import { dropUploads } from '../../../src/uploads/take-uploads.ts';
import { admin } from './admin.ts';
import { type Company, company } from './company.ts';

const SLOW = 240_000;
const log = { info: () => {}, warn: () => {}, error: () => {} };
let demo: Company;
const core = () => createCore({ db: demo.db, clock: () => new Date(), zone: 'America/Mexico_City', secret: 's'.repeat(32) });
beforeAll(async () => {
  demo = await company({ isDemo: true });
  await makeBaselines(core(), log);
  await sealHistory(core(), log);
}, SLOW);
afterAll(() => demo.close(), SLOW);

async function verified() {
  const { status, out, err } = await admin(['verify', '--json'], demo.env);
  if (!out) throw new Error(err);
  const { checked } = JSON.parse(out) as { checked: { findings: string[]; notes?: string[] }[] };
  return { status, findings: checked.flatMap(({ findings }) => findings), notes: checked.flatMap(({ notes = [] }) => notes) };
}

it(
  'verify accepts an image that was withdrawn, and finds one that went without the act',
  async () => {
    const [withdrawn, marked, gone] = (await demo.db('images').whereNull('fileId').orderBy('id').limit(3).pluck('id')) as [
      string,
      string,
      string,
    ];
    const developer = await demo.db('users').where({ kind: 'Desarrollador' }).first();
    const on = stage(demo.db);
    on.setClock(new Date());
    await on.act(withdrawImage, developer, { imageId: withdrawn, reason: 'Se ve un rostro' });
    const store = await fileStore(demo.images);
    await dropUploads([{ id: withdrawn }], store);
    await sealHistory(core(), log);
    expect(await verified()).toMatchObject({ status: 0, findings: [] });

    await demo.db('images').where({ id: marked }).update({ withdrawnAt: new Date() });
    const { activityId } = await demo.db('images').where({ id: gone }).first('activityId');
    const row = await demo.db('images').where({ id: gone }).first();
    await demo.db('images').where({ id: gone }).delete();
    const { status, findings } = await verified();
    expect(status).toBe(1);
    expect(findings).toEqual(
      expect.arrayContaining([
        expect.stringContaining(`la evidencia ${marked} se retiró o se repuso sin que el historial lo diga`),
        expect.stringMatching(new RegExp(`^Folio ${activityId}: .*falta la evidencia ${gone}`)),
      ]),
    );
    await demo.db('images').where({ id: marked }).update({ withdrawnAt: null });
    await demo.db('images').insert(row);
    expect((await verified()).findings).toEqual([]);
  },
  SLOW,
);
