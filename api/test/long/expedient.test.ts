import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { unzipSync } from 'fflate';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { historySealsOn } from '../../../core/src/persistence/admin/history-seals.ts';
import { given } from '../../../core/test/factories.ts';
import { launchBrowser } from '../../../e2e/browser.ts';
import { findBrowser } from '../../../e2e/find-browser.ts';
import { aPdf } from '../pdfs.ts';
import { aJpeg } from '../pictures.ts';
import { type RunningApp, runningApp } from '../running-app.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let app: RunningApp;
let browser: Browser;
let folder: string;
let files: Record<string, Uint8Array>;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 1_000 });
  browser = await launchBrowser((await findBrowser()) as string);
  files = await anExpedient();
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'bitacora-expedient-'));
});
afterAll(async () => {
  await browser?.close();
  await app.close();
});

const seal = () => historySealsOn(app.db).add('activity_history', Number.MAX_SAFE_INTEGER);

/** Two verified activities with two photos and a document each, under two seals. */
async function anExpedient(): Promise<Record<string, Uint8Array>> {
  const owner = await given(app.db).manager();
  const person = await given(app.db).person();
  const [owners, mine] = [await app.as(owner), await app.as(person)];
  for (const description of ['Revisar la válvula', 'Contar el almacén']) {
    const { id } = await given(app.db).activity({ owner, assignee: person, status: 'in_progress', description });
    const form = new FormData();
    form.append('activity_id', String(id));
    for (let n = 0; n < 2; n++) form.append(`images[${n}]`, new Blob([await aJpeg()]), `foto ${n}.jpg`);
    expect((await mine.call('POST', '/api/record_evidences_activity', { body: form })).status).toBe(200);
    const documents = new FormData();
    documents.append('activity_id', String(id));
    documents.append('documents[0]', new Blob([new Uint8Array(aPdf({ text: description }))]), '../../<b>Acta</b>.pdf');
    expect((await mine.call('POST', '/api/record_documents_activity', { body: documents })).status).toBe(200);
    await mine.call('POST', '/api/record_comments_activity', { body: { activitie_id: id, comment: 'Quedó bien, señor.' } });
    expect((await mine.call('POST', '/api/end_activity', { body: { activity_id: id, resolution: 'Está listo.' } })).status).toBe(200);
    expect((await owners.call('POST', '/api/validate_activity', { body: { activity_id: id, action: 'Verified' } })).status).toBe(200);
    await seal();
  }
  const answer = await owners.call('POST', '/api/create_expedient', { body: {} });
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'application/zip']);
  return unzipSync(new Uint8Array(answer.bytes));
}

/** Writes the expedient into the folder, changed as told; null takes a file away. Returns what the page says of it. */
async function verify(changes: Record<string, Uint8Array | string | null> = {}) {
  for (const [name, bytes] of Object.entries({ ...files, ...changes })) {
    if (bytes === null) continue;
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), bytes);
  }
  // The page is that of the expedient as it was made, from a disk and without network.
  const own = path.join(folder, '..', `${path.basename(folder)}.html`);
  await writeFile(own, files['verificar.html'] as Uint8Array);
  const page = await browser.newPage({ offline: true });
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => complaints.push(message.text()));
  await page.goto(pathToFileURL(own).href);
  await page.locator('#folder').setInputFiles(folder);
  await page.locator('#verdict[data-is]').waitFor();
  const lists = await page
    .locator('#details ul')
    .evaluateAll((all) =>
      all.map((list) => [(list as HTMLElement).dataset.kind, [...list.children].map((line) => line.textContent)] as const),
    );
  const text = `${await page.locator('#details').textContent()}`;
  const folded = await page.locator('#details > details:not([open]) > summary').allTextContents();
  const verdict = await page.locator('#verdict').textContent();
  await page.close();
  await rm(own);
  await rm(folder, { recursive: true });
  expect(complaints).toEqual([]);
  // In these lists a file's path stands before what it is in words.
  const cut = ([kind, lines]: (typeof lists)[number]) => [
    kind,
    ['changed', 'removed'].includes(`${kind}`) ? lines.map((line) => line?.split(' (')[0]) : lines,
  ];
  return { verdict, text, folded, found: Object.fromEntries(lists.map(cut)) as Partial<Record<Kind, string[]>> };
}
type Kind = 'changed' | 'removed' | 'added' | 'seals' | 'notes' | 'seen';

const PICTURE = 'actividades/000001/evidencia-01.jpg';
const DOCUMENT = 'actividades/000001/documento-01.pdf';
const HISTORY = 'actividades/000002/historial.json';
const BAD = 'El expediente no es como se hizo.';
const textOf = (name: string) => Buffer.from(files[name] ?? []).toString();
/** One byte of the file is another. */
function flipped(name: string, place = 0.5): Uint8Array {
  const bytes = Uint8Array.from(files[name] as Uint8Array);
  const at = Math.floor((bytes.length - 1) * place);
  bytes[at] = (bytes[at] as number) ^ 1;
  return bytes;
}
/** Forges as somebody does who knows the manifest: the list and its digest are right again. */
function forged(changes: Record<string, string | Uint8Array>): Record<string, string | Uint8Array> {
  const { digest: _, ...manifest } = JSON.parse(textOf('manifest.json'));
  const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');
  for (const file of manifest.files) if (file.name in changes) file.sha256 = sha256(changes[file.name] as string);
  const text = JSON.stringify(manifest, null, 1).slice(0, -2);
  return { ...changes, 'manifest.json': `${text},\n "digest": "${sha256(text)}"\n}\n` };
}

it('an expedient as it was made is whole, and says what it counted', async () => {
  const { verdict, found } = await verify();
  expect(found).toEqual({ notes: [expect.stringMatching(/^Huella del expediente: [0-9a-f]{64}\./)] });
  expect(verdict).toBe('Todo coincide: 12 archivos, 2 actividades y 10 movimientos con su sello.');
  const { after } = await app.db('adminHistory').where({ act: 'report.export' }).orderBy('id', 'desc').first();
  expect(found.notes?.[0]).toContain(after.manifest);
});

it.each([PICTURE, DOCUMENT, 'actividades/000001/constancia.pdf', HISTORY, 'sellos/sellos.json', 'verificar.html', 'manifest.json'])(
  'a changed byte of %s is named, at its beginning, in its middle and at its end',
  async (name) => {
    for (const place of [0, 0.37, 0.5, 0.81, 1]) {
      folder = await mkdtemp(path.join(os.tmpdir(), 'bitacora-expedient-'));
      const { verdict, found } = await verify({ [name]: flipped(name, place) });
      expect([place, verdict]).toEqual([place, BAD]);
      expect(found.changed).toContain(name);
      if (name !== 'manifest.json') expect(found.changed).toEqual([name]);
    }
  },
);

it('removed and added files are named, also in other folders', async () => {
  const { verdict, found } = await verify({ [PICTURE]: null, 'actividades/000001/otra foto.jpg': 'x', 'nota.txt': 'y' });
  expect(verdict).toBe(BAD);
  expect(found.removed).toEqual([PICTURE]);
  expect(found.added?.sort()).toEqual(['actividades/000001/otra foto.jpg', 'nota.txt']);
});

it('says in words what each file is and what each list means', async () => {
  const { text } = await verify({ [PICTURE]: flipped(PICTURE), [DOCUMENT]: null, [HISTORY]: flipped(HISTORY), 'nota.txt': 'y' });
  for (const words of [
    `${PICTURE} (la foto 1 del folio 1)`,
    `${DOCUMENT} (el documento 1 del folio 1)`,
    `${HISTORY} (los textos y el historial del folio 2)`,
    'alguien o algo los modificó después.',
    'estaban en el expediente y ya no están.',
    'no vienen de Bitácora.',
  ])
    expect(text).toContain(words);
});

it('folds the seals that left the server, the oldest first, so that the verdict is not buried', async () => {
  const seals = JSON.parse(textOf('sellos/sellos.json')).links as { number: number; seal: string; sealedAt: string }[];
  const heads = seals.map(({ number, seal, sealedAt }) => [
    `sellos/2026-11-${30 - number}-mail.txt`,
    `bitacora-seal 1 x ${number} ${seal} ${sealedAt}\n`,
  ]);
  const { folded, found } = await verify(Object.fromEntries(heads));
  expect(folded).toEqual(['Sellos que salieron del servidor (2)']);
  expect(found.seen?.map((line) => line.slice(0, 16))).toEqual(['El sello 2 salió', 'El sello 1 salió']);
});

it('a folder without its manifest, or with one that is no list, is refused in words', async () => {
  expect((await verify({ 'manifest.json': null })).verdict).toContain('Falta manifest.json');
  folder = await mkdtemp(path.join(os.tmpdir(), 'bitacora-expedient-'));
  expect((await verify({ 'manifest.json': '[]' })).found.changed).toEqual(['manifest.json']);
});

it.each<[what: string, changes: () => Record<string, string | Uint8Array>, complaint: string]>([
  ['a photo', () => ({ [PICTURE]: flipped(PICTURE) }), `Folio 1: ${PICTURE} falta o no es lo que se selló.`],
  ['a document', () => ({ [DOCUMENT]: aPdf({ text: 'Otra cosa' }) }), `Folio 1: ${DOCUMENT} falta o no es lo que se selló.`],
  [
    'a comment that was added',
    () => ({ [HISTORY]: textOf(HISTORY).replace('"comments":[', '"comments":[{"id":999,"body":"Nunca lo dije"},') }),
    'Folio 2: ningún movimiento con sello habla de el comentario 999.',
  ],
  [
    'an original that was added',
    () => ({ [HISTORY]: textOf(HISTORY).replace('"originals":[', `"originals":[{"id":"x","sha256":"","name":"${PICTURE}"},`) }),
    `Folio 2: ningún movimiento con sello habla de ${PICTURE}.`,
  ],
  [
    'a row that no longer says that it is sealed',
    () => ({ [HISTORY]: textOf(HISTORY).replaceAll('"state":"sealed"', '"state":"otro"') }),
    'no dice si tiene sello.',
  ],
  [
    'a comment',
    () => ({ [HISTORY]: textOf(HISTORY).replace('Quedó bien', 'Quedó mal') }),
    'Folio 2: el comentario 2 falta o no es el que se selló.',
  ],
  [
    'a resolution',
    () => ({ [HISTORY]: textOf(HISTORY).replace('Está listo', 'Falta todo') }),
    'Folio 2: la resolución no es la que se selló.',
  ],
  [
    'a photo that is gone from its list too',
    () => ({ [HISTORY]: textOf(HISTORY).replace(/"originals":\[.*?\]/, '"originals":[]') }),
    'falta o no es lo que se selló.',
  ],
  [
    'a comment that is gone',
    () => ({ [HISTORY]: textOf(HISTORY).replace(/"comments":\[.*?\]/, '"comments":[]') }),
    'el comentario 2 falta',
  ],
  ['a verdict', () => ({ [HISTORY]: textOf(HISTORY).replace('"approve"', '"reject"') }), 'de su historial no coincide con su sello 2.'],
  ['a seal', () => ({ 'sellos/sellos.json': flippedRoot() }), 'El sello 2 no se sigue del anterior.'],
  ['a row that is gone', () => ({ [HISTORY]: withoutRow() }), 'de su historial falta un movimiento, o sobra.'],
])('a forger who mends the manifest is found by the seal: %s', async (_, changes, complaint) => {
  const { verdict, found } = await verify(forged(changes()));
  expect(verdict).toBe(BAD);
  expect(found.changed).toBeUndefined();
  expect(found.seals).toEqual(expect.arrayContaining([expect.stringContaining(complaint)]));
});
const flippedRoot = () => {
  const chain = JSON.parse(textOf('sellos/sellos.json'));
  chain.links[1].root = 'ab'.repeat(32);
  return JSON.stringify(chain);
};
const withoutRow = () => {
  const history = JSON.parse(textOf(HISTORY));
  history.rows = history.rows.filter(({ words }: { words: string[] }) => words[2] !== 'complete');
  return JSON.stringify(history);
};

it('says how many acts have no seal, also where a forger took it away', async () => {
  const { verdict, found } = await verify(forged({ [HISTORY]: textOf(HISTORY).replaceAll('"state":"sealed"', '"state":"pending"') }));
  expect(verdict).toBe('Todo coincide: 12 archivos, 2 actividades y 5 de 10 movimientos con su sello.');
  expect(found.notes).toContainEqual(expect.stringMatching(/^Folio 2: 5 movimientos todavía no tenían sello/));
  expect(found.notes).toContainEqual(expect.stringMatching(/^Folio 2: ningún movimiento con sello habla de el comentario/));
});

it('shows names as they are, and puts none of a stranger into a command', async () => {
  const tag = 'nota <img src=x onerror=alert(1)>.txt';
  const line = textOf('sellos/sellos.json').replace(/.*"number":1,.*?"seal":"(\w+)".*/s, 'Bitácora sello base 1 $1 hoy\n');
  const { found } = await verify({ [tag]: 'x', 'sellos/$(id).txt': line, 'sellos/$(id).tsr': 'x', 'sellos/.DS_Store': 'x' });
  expect(found.added?.sort()).toEqual([tag, 'sellos/$(id).tsr', 'sellos/$(id).txt'].sort());
  expect(found.notes?.join()).not.toContain('openssl');
  expect(found.notes).toContainEqual('sellos/.DS_Store lo puso el sistema de este equipo, no es del expediente.');
});

it('says what had no seal when it was made', async () => {
  const activity = await given(app.db).activity({ status: 'verified', verifiedAt: new Date('2026-11-19T18:00:00Z') });
  const row = { activityId: activity.id, act: 'approve', channel: 'web', at: new Date(), fromStatus: 'completed', toStatus: 'verified' };
  await app.db('activityHistory').insert(row);
  const owners = await app.as(await given(app.db).manager());
  files = unzipSync(new Uint8Array((await owners.call('POST', '/api/create_expedient', { body: {} })).bytes));
  const { verdict, found } = await verify();
  expect(verdict).toContain('3 actividades y 10 de 11 movimientos');
  expect(found.notes).toContainEqual(expect.stringMatching(/^Folio 3: un movimiento todavía no tenía sello/));
});
