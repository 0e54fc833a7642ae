import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createCore, repositoriesOn } from '@bitacora/core/server';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeBaselines, planWitnesses, sealHistory, type Witnessing, witnessSeals } from '../../../../src/jobs/seal-history.ts';
import { smtpMailer } from '../../../../src/mail/mailer.ts';
import { admin } from '../../administration/admin.ts';
import { type Company, company } from '../../administration/command-company.ts';
import { dataFolder } from '../../product.ts';
import { remove } from '../../traces.ts';
import { authority } from './authority.ts';

const SLOW = 240_000;
const ZONE = 'America/Mexico_City';
const WITNESS = 'notaria@otra-empresa.mx';
const log = { info: () => {}, warn: () => {}, error: () => {} };

let demo: Company;
let folder: string;
let tsa: Awaited<ReturnType<typeof authority>>;
let smtp: SMTPServer;
const received: { to: string; source: string }[] = [];
let isServerAway = false;
let clock = () => new Date();
let witnessing: Witnessing;

beforeAll(async () => {
  folder = dataFolder();
  demo = await company({ isDemo: true });
  tsa = await authority(path.join(folder, 'tsa'));
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      let source = '';
      stream.on('data', (chunk) => {
        source += chunk;
      });
      stream.on('end', () => {
        if (isServerAway) return done(Object.assign(new Error('later'), { responseCode: 451 }));
        received.push({ to: session.envelope.rcptTo[0]?.address ?? '', source });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as { port: number };
  const core = createCore({ db: demo.db, clock: () => clock(), zone: ZONE, secret: 's'.repeat(32) });
  const mailer = smtpMailer(`smtp://127.0.0.1:${port}`, 'Bitácora <bitacora@empresa.mx>');
  witnessing = { core, mailer, log, sealWitness: WITNESS, tsaUrl: tsa.url, publicUrl: 'https://bitacora.empresa.mx' };
  await makeBaselines(core, log);
}, SLOW);
afterAll(async () => {
  tsa.stop();
  await new Promise<void>((resolve) => smtp.close(resolve));
  await demo.close();
  remove(folder);
}, SLOW);

async function sealAndPlan() {
  const { id, status } = await demo.db('activities').where({ status: 'in_progress' }).orderBy('id').first();
  const row = { activityId: id, act: 'start', channel: 'system', at: new Date(), fromStatus: status, toStatus: status, facts: '{}' };
  await demo.db('activityHistory').insert(row);
  await sealHistory(witnessing.core, log);
  await planWitnesses(witnessing);
}
const tasks = () => repositoriesOn(demo.db, ZONE).sealWitnesses.all();
async function witnessed(...typed: string[]) {
  const { out, err } = await admin(['verify', '--json', ...typed], demo.env);
  if (!out) throw new Error(err);
  const { checked } = JSON.parse(out) as { checked: { name: string; findings: string[]; notes: string[] }[] };
  const checkNamed = (name: string) => checked.find((one) => one.name === name) as (typeof checked)[number];
  return { ...checkNamed('witnesses'), seals: checkNamed('seals').findings };
}
/** What a superuser can do: compute every seal again over the changed tables, with the product's formula and the earlier times. */
async function remakeChain(): Promise<void> {
  await demo.db.transaction(async (trx) => {
    await trx.raw('set local session_replication_role = replica');
    await trx.raw(`update activity_history set note = 'Reescrito' where id = (select min(id) from activity_history)`);
    const { historySeals } = repositoriesOn(trx, ZONE);
    const old = await trx('historySeals').orderBy('id');
    await trx('historySeals').delete();
    for (const { source, throughId } of old) await historySeals.add(source, throughId);
  });
}

it(
  'sends the first seal of the day by mail and has it stamped, once over all processes, and again after a failure',
  async () => {
    expect((await witnessed()).notes).toEqual([expect.stringContaining('Ningún testigo')]);
    isServerAway = true;
    tsa.mode('away');
    await sealAndPlan();
    expect(await witnessSeals(witnessing)).toBe(0);
    expect(await tasks()).toMatchObject([
      { kind: 'mail', tries: 1, doneAt: null, lastError: expect.stringContaining('451') },
      { kind: 'stamp', tries: 1, doneAt: null, token: null, lastError: expect.stringContaining('503') },
    ]);
    expect((await witnessed()).notes.filter((note) => note.includes('todavía no'))).toHaveLength(2);
    // Nobody asks again before its time.
    expect(await witnessSeals(witnessing)).toBe(0);
    expect((await tasks()).map(({ tries }) => tries)).toEqual([1, 1]);

    isServerAway = false;
    clock = () => new Date(Date.now() + 70_000);
    for (const wrong of ['noise', 'other data'] as const) {
      tsa.mode(wrong);
      await witnessSeals(witnessing);
      expect((await tasks())[1]).toMatchObject({ doneAt: null, token: null, lastError: expect.stringMatching(/RFC 3161|otros datos/) });
      const ahead = clock().getTime() - Date.now();
      clock = () => new Date(Date.now() + 2 * ahead + 120_000);
    }
    tsa.mode('right');
    await sealAndPlan();
    const counts = await Promise.all([witnessSeals(witnessing), witnessSeals(witnessing)]);
    expect(counts.reduce((sum, each) => sum + each)).toBe(1);
    expect((await tasks()).map(({ doneAt, token }) => [doneAt !== null, token !== null])).toEqual([
      [true, false],
      [true, true],
    ]);
    expect(received).toHaveLength(1);
    expect(received[0]?.to).toBe(WITNESS);
    expect(new Set(tsa.requests())).toEqual(new Set(['POST application/timestamp-query']));
    clock = () => new Date();
  },
  SLOW,
);

it(
  'what was stamped and mailed is checked by verify, and by OpenSSL without the product',
  async () => {
    const [, stamp] = await tasks();
    writeFileSync(path.join(folder, 'head.txt'), `${stamp?.head}\n`);
    writeFileSync(path.join(folder, 'token.tsr'), stamp?.token as Buffer);
    const openssl = ['ts', '-verify', '-data', 'head.txt', '-in', 'token.tsr', '-CAfile', tsa.ca];
    expect(execFileSync('openssl', openssl, { cwd: folder, stdio: 'pipe' }).toString()).toContain('Verification: OK');

    mkdirSync(path.join(folder, 'mails'));
    writeFileSync(path.join(folder, 'mails', 'one.eml'), received[0]?.source ?? '');
    const { findings, notes } = await witnessed('--witness', path.join(folder, 'mails'), '--tsa-ca', tsa.ca);
    expect(findings).toEqual([]);
    expect(notes).toEqual([
      expect.stringContaining(`sale por correo a ${WITNESS}`),
      expect.stringContaining('lleva sello de tiempo de 127.0.0.1'),
      '1 sello de los correos coincide con la base de datos.',
      expect.stringContaining('1 sello de tiempo de CN=Sello de tiempo de prueba'),
    ]);
    const other = await authority(path.join(folder, 'other'));
    other.stop();
    expect((await witnessed('--tsa-ca', other.ca)).findings).toEqual([expect.stringContaining('su firma no vale')]);
    writeFileSync(path.join(folder, 'empty.eml'), 'nada');
    expect((await witnessed('--witness', path.join(folder, 'empty.eml'))).findings).toEqual([
      'Los archivos de --witness no traen ningún sello.',
    ]);
  },
  SLOW,
);

it(
  'an answer to another request, or one that was altered, is not believed',
  async () => {
    const [, stamp] = await tasks();
    const { requestTimeStamp, checkTimeStamp } = await import('../../../../src/jobs/time-stamp.ts');
    tsa.mode('replays');
    await expect(requestTimeStamp(tsa.url, Buffer.from(`${stamp?.head}\n`))).rejects.toThrow(/otros datos|nonce/);
    const token = Buffer.from(stamp?.token as Buffer);
    const data = Buffer.from(`${stamp?.head}\n`);
    let believed = 0;
    for (let place = 0; place < token.length; place += 7) {
      const altered = Buffer.from(token);
      altered[place] = (altered[place] ?? 0) ^ 1;
      const isBelieved = await checkTimeStamp(altered, { data }).then(
        ({ at }) => at.getTime() !== 0,
        () => false,
      );
      // The certificates of others that come along, and what is not signed, may change; the moment and the imprint may not.
      if (isBelieved) believed++;
    }
    expect(believed).toBeLessThan(token.length / 14);
    await expect(checkTimeStamp(token, { data: Buffer.from('otra cosa') })).rejects.toThrow('otros datos');
  },
  SLOW,
);

it(
  'a chain that was remade is found by the stored time stamp, by the mail, and by the days that are missing',
  async () => {
    await remakeChain();
    expect((await witnessed()).seals).toEqual([]);
    expect((await witnessed()).findings).toEqual([
      expect.stringMatching(/^El sello \d+ no es el que salió el .*: la cadena se rehízo después\.$/),
      expect.stringMatching(/^El sello \d+ no es el que salió el/),
    ]);
    // Who rewrites the tasks too is found by the time stamp, which they cannot make.
    await demo.db.raw(`update seal_witnesses set head = concat_ws(' ', 'bitacora-seal', 1, (select value #>> '{}' from installation where key = 'databaseId'),
      seal.id, encode(seal.seal, 'hex'), to_char(sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) from history_seals seal where seal.id = seal_id`);
    expect((await witnessed()).findings).toEqual([expect.stringMatching(/^El sello de tiempo del .* no vale: es de otros datos\.$/)]);
    const mail = path.join(folder, 'mails', 'one.eml');
    expect((await witnessed('--witness', mail)).findings).toContainEqual(
      expect.stringMatching(/^El sello \d+ no es el que dice el correo al testigo: la cadena se rehízo después\.$/),
    );
    await demo.db('sealWitnesses').delete();
    expect((await witnessed()).findings).toEqual([
      expect.stringMatching(/^Falta el correo al testigo del/),
      expect.stringMatching(/^Falta el sello de tiempo del/),
    ]);
  },
  SLOW,
);
