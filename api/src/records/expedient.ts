import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Actor } from '@bitacora/core/domain/people/person';
import type { Core, SealLink } from '@bitacora/core/server';
import { type ActivityRecord, readRecord, readSealChain } from '@bitacora/core/use-cases/activities/read-record';
import type { ReportWorkbook } from '@bitacora/core/use-cases/reports/export-report';
import type { CalledBy } from '../calls/handlers.ts';
import type { Slot } from '../http/concurrency-limit.ts';
import type { ZipWriter } from '../http/stream-zip.ts';
import { fileExtensions, type ImageStore } from '../storage/image-store.ts';

interface FileEntry {
  name: string;
  sha256: string;
}

interface Expedient extends Pick<Slot, 'inOwnSlots'> {
  core: Core;
  store: ImageStore;
  by: CalledBy<Actor>;
  batches: ReportWorkbook['batches'];
  draw: (record: ActivityRecord) => Promise<Buffer>;
  /** The manifest states it for the whole expedient. */
  about: object;
}

const PAGE = new URL('verificar.html', import.meta.url);
const twoDigits = (index: number) => String(index + 1).padStart(2, '0');
const hash = (bytes: string) => createHash('sha256').update(bytes).digest('hex');

async function* writeChain(before: string, links: AsyncIterable<SealLink>): AsyncGenerator<string> {
  yield `{"before":"${before}","links":[`;
  let comma = '';
  for await (const link of links) {
    yield comma + JSON.stringify(link);
    comma = ',';
  }
  yield ']}';
}

/** Writes the records of a report one after the other, then the seals, the page that checks them, and the list of all files. Returns its digest. */
export async function writeExpedient({ core, store, by, batches, draw, about, inOwnSlots }: Expedient, zip: ZipWriter): Promise<string> {
  const files: FileEntry[] = [];
  const range = { from: Number.POSITIVE_INFINITY, through: 0 };
  const reads = { ...by, effect: 'reads' } as const;

  async function put(name: string, parts: Iterable<Buffer | string> | AsyncIterable<string>): Promise<void> {
    const digest = createHash('sha256');
    async function* writeParts() {
      for await (const part of parts) {
        digest.update(part);
        yield Buffer.from(part);
      }
    }
    await zip.write(name, Readable.from(writeParts()));
    files.push({ name, sha256: digest.digest('hex') });
  }

  /** Draws a record at a time, each in a slot of its own, so that others come in between. */
  async function* drawAll() {
    const trees = new Map();
    for await (const batch of batches)
      for (const { id } of batch) {
        const { result: record } = await core.perform({ ...reads, useCase: readRecord, input: { activityId: id, trees } });
        yield { record, pdf: await draw(record) };
      }
  }

  /** Copies an original. Its digest is that of the database, so that the page names a file that was changed on the server too. */
  async function putOriginal(name: string, storedName: string, sha256: string): Promise<string | null> {
    const bytes = await store.open(storedName);
    if (!bytes) return null;
    await zip.write(name, bytes);
    files.push({ name, sha256 });
    return name;
  }

  async function putActivity({ activity, rows }: ActivityRecord, pdf: Buffer): Promise<void> {
    const { id: folio, description, resolution, comments = [], evidence = [], documents = [] } = activity;
    const folder = `actividades/${String(folio).padStart(6, '0')}`;
    await put(`${folder}/constancia.pdf`, [pdf]);
    const originals: object[] = [];
    for (const [kind, list] of [['evidencia', evidence] as const, ['documento', documents] as const])
      for (const [index, { id, fileId, mediaType, sha256 }] of list.entries()) {
        const name = `${folder}/${kind}-${twoDigits(index)}.${fileExtensions[mediaType]}`;
        originals.push({ id, sha256, name: await putOriginal(name, fileId ?? id, sha256) });
      }
    const sealed = rows.map(({ words, state, link, path }) => ({ words, state, seal: link?.number ?? null, path }));
    const texts = { description, resolution, comments: comments.map(({ id, body }) => ({ id, body })) };
    await put(`${folder}/historial.json`, [JSON.stringify({ folio, ...texts, originals, rows: sealed })]);
    for (const { state, link } of rows) {
      if (!link || state !== 'sealed') continue;
      range.from = Math.min(range.from, link.number);
      range.through = Math.max(range.through, link.number);
    }
  }

  for await (const { record, pdf } of inOwnSlots(drawAll())) await putActivity(record, pdf);
  if (range.through > 0) {
    const { result } = await core.perform({ ...reads, useCase: readSealChain, input: range });
    const { before, links, witnesses } = result;
    await put('sellos/sellos.json', writeChain(before, links));
    for (const { day, kind, head, token } of witnesses) {
      await put(`sellos/${day}-${kind}.txt`, [`${head}\n`]);
      if (token) await put(`sellos/${day}-${kind}.tsr`, [token]);
    }
  }
  await put('verificar.html', [await readFile(PAGE)]);
  // The digest is of every letter before it.
  const manifest = JSON.stringify({ format: 'bitacora-expediente 1', ...about, files }, null, 1).slice(0, -2);
  const digest = hash(manifest);
  await zip.write('manifest.json', Readable.from([Buffer.from(`${manifest},\n "digest": "${digest}"\n}\n`)]));
  return digest;
}
