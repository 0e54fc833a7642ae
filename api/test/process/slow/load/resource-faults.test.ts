import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningCompany, runningCompany, type Visitor } from '../../../../../tools/load/company.ts';
import { encodeForm } from '../../../../../tools/load/http-connections.ts';
import { aJpeg } from '../../../pictures.ts';
import { until } from '../../product.ts';
import { isLinux, isRoot } from '../../traces.ts';
import { halfAnUpload } from './half-an-upload.ts';

const ABORTED = 200;
const AT_ONCE = 50;
const HALF_BYTES = 100_000;
/** Descriptors that come and go with kept connections. */
const GIVE_OR_TAKE = 5;
const DISK_MB = 16;

let company: RunningCompany;
let person: Visitor;
let disk: string;

beforeAll(async () => {
  company = await runningCompany({ activities: 0, people: 20, topics: 10 }, { MIN_FREE_SPACE: '0' }, undefined, (folder) => {
    disk = path.join(folder, 'data');
    fs.mkdirSync(disk);
    if (isRoot && isLinux) execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', disk]);
  });
  person = await company.visitor(2);
});
afterAll(async () => {
  await company.stop();
  if (isRoot && isLinux) execFileSync('umount', [disk]);
  await company.close();
});

const images = () => fs.readdirSync(path.join(disk, 'images'), { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
const underWay = () => fs.readdirSync(path.join(disk, 'uploads')).length;

let notificationCount = 0;
async function register(photo: Uint8Array<ArrayBuffer>) {
  const { id: topic } = await company.db('topics').where('department', 'GENERAL').first('id');
  const fields = { id_project: String(topic), objective: `Con foto ${++notificationCount}`, priority: 'Normal', due_date: '2099-12-31' };
  const { headers, body } = await encodeForm(fields, [{ field: 'images[0]', name: 'foto.jpg', bytes: photo }]);
  const answer = await company.ask({
    method: 'POST',
    path: '/api/create_my_new_activity',
    headers: { ...person.writes, ...headers },
    body,
  });
  return { status: answer.status, body: JSON.parse(answer.body.toString()) };
}

it.runIf(isLinux)(`${ABORTED} uploads that break off leave no descriptor and no file`, async () => {
  const descriptors = () => fs.readdirSync(`/proc/${company.product.child.pid}/fd`).length;
  const photo = await aJpeg();
  await register(photo);
  async function abort(areIn = () => underWay() > 0) {
    const sockets = await Promise.all(Array.from({ length: AT_ONCE }, () => halfAnUpload(company.product.url, person, HALF_BYTES)));
    await until(areIn);
    for (const socket of sockets) socket.destroy();
    await until(() => underWay() === 0);
  }
  await abort(); // after which the pool has all its connections
  const before = descriptors();
  // Each of them holds its connection and a file.
  for (let requestCount = AT_ONCE; requestCount < ABORTED; requestCount += AT_ONCE) await abort(() => descriptors() > before + AT_ONCE);
  await until(() => descriptors() <= before + GIVE_OR_TAKE);
  expect((await register(photo)).status).toBe(200);
  expect(await company.db('activities').select('id')).toHaveLength(2);
});

it.runIf(isRoot && isLinux)(
  'a full disk is reported as such, leaves nothing half done, and all is well when there is room again',
  async () => {
    const photo = await aJpeg(1_600, 1_200);
    const rows = async () =>
      [await company.db('activities').select('id'), await company.db('images').select('id')].map(({ length }) => length);
    const [before, files] = [await rows(), images().length];
    const filler = path.join(disk, 'relleno');
    expect(() => fs.writeFileSync(filler, Buffer.alloc(DISK_MB * 1_024 * 1_024))).toThrow('ENOSPC');

    const { status, body } = await register(photo);
    expect(status).toBe(507);
    expect(body).toEqual({
      success: false,
      code: 'storage.full',
      error:
        'El servidor no puede guardar archivos: su disco está lleno o es de solo lectura. Avisa a tu administrador; nada se guardó a medias.',
    });
    expect(await rows()).toEqual(before);
    expect(images()).toHaveLength(files);
    expect(underWay()).toBe(0);
    expect((await company.ask({ path: '/api/get_my_activities', headers: person.reads })).status).toBe(200);

    fs.rmSync(filler);
    expect((await register(photo)).status).toBe(200);
  },
);
