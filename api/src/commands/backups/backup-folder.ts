import { createHash, createPrivateKey, createPublicKey, hkdfSync, sign, verify } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, mkdir, mkdtemp, readdir, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ReadableStream } from 'node:stream/web';
import { digestOf, type StoredTable } from '@bitacora/core/server';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { administration as texts } from '../../messages/administration.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER, skipMissing, syncEntries } from '../../storage/files.ts';

type Chunks = AsyncIterable<Uint8Array>;

export interface BackupKey {
  /** The public half, `age1…`, names the key in a backup. */
  recipient: string;
  encrypt(bytes: Chunks): AsyncGenerator<Buffer>;
  decrypt(bytes: Chunks): AsyncGenerator<Buffer>;
  sign(text: string): string;
  hasSigned(text: string, signature: string): boolean;
}

/** RFC 8410 puts these bytes before the 32 bytes of an Ed25519 key in DER. */
const ED25519_DER = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Derives the key of signatures from the age identity, because age does not sign and people should keep one secret only. */
function signatureKey(identity: string) {
  const seed = hkdfSync('sha256', identity, '', 'bitacora backup signature', 32);
  return createPrivateKey({ key: Buffer.concat([ED25519_DER, Buffer.from(seed)]), format: 'der', type: 'pkcs8' });
}

async function* asBuffers(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const { buffer, byteOffset, byteLength } of stream) yield Buffer.from(buffer, byteOffset, byteLength);
}

/** Converts to a web stream, because `age` accepts no other. */
const webStream = (bytes: Chunks) => ReadableStream.from(bytes) as Parameters<Encrypter['encrypt']>[0] & ReadableStream<Uint8Array>;

/** Returns undefined without an identity, because nothing is encrypted then. */
export async function openBackupKey(identity: string | undefined): Promise<BackupKey | undefined> {
  if (!identity) return undefined;
  const recipient = await identityToRecipient(identity);
  const privateKey = signatureKey(identity);
  const publicKey = createPublicKey(privateKey);
  const [encrypter, decrypter] = [new Encrypter(), new Decrypter()];
  encrypter.addRecipient(recipient);
  decrypter.addIdentity(identity);
  return {
    recipient,
    async *encrypt(bytes) {
      yield* asBuffers((await encrypter.encrypt(webStream(bytes))) as unknown as Chunks);
    },
    async *decrypt(bytes) {
      yield* asBuffers((await decrypter.decrypt(webStream(bytes))) as unknown as Chunks);
    },
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64'),
    hasSigned: (text, signature) => verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64')),
  };
}

export async function newKeyFile(now: Date): Promise<{ recipient: string; text: string }> {
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  return { recipient, text: `# created: ${now.toISOString()}\n# public key: ${recipient}\n${identity}\n` };
}

const LINE_END = 10;

export function tally() {
  const hash = createHash('sha256');
  let lines = 0;
  async function* pass(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      for (let index = chunk.indexOf(LINE_END); index >= 0; index = chunk.indexOf(LINE_END, index + 1)) lines++;
      yield chunk;
    }
  }
  /** Call it once all bytes have passed. */
  const total = () => ({ sha256: hash.digest('hex'), lines });
  return { pass, total };
}

export const MANIFEST = 'manifest.json';
/** The file has the format that `sha256sum -c` reads. */
export const SUMS = 'SHA256SUMS';

export interface KeptTable extends StoredTable {
  rows: number;
  /** The digest covers the rows as COPY writes them, before they are compressed. */
  sha256: string;
  /** The last value of the table's sequence. Null for a table without one. */
  last: number | null;
}

/** The contents of a backup. The manifest is written last, so that a folder without it is no backup. */
export interface Manifest {
  /** Format 2 encrypts every file but the manifest and the checksums, and signs the manifest. */
  format: 1 | 2;
  /** The public half of the key that opens the files. */
  recipient?: string;
  madeAt: string;
  /** The migrations of the database at that moment, in their order. */
  schema: string[];
  tables: KeptTable[];
  images: number;
  /** Names of damaged images that were written as they are. */
  altered?: string[];
  missing?: string[];
  /** Names of damaged or missing images that were copied from an earlier backup. */
  recovered?: string[];
  secrets: string[];
  sums: string;
}

export const tableFile = ({ name }: Pick<StoredTable, 'name'>): string => `tables/${name}.copy.gz`;
export const imageFile = (name: string): string => `images/${name.slice(0, 2)}/${name}`;

/** These files of DATA_DIR may be in a backup. No other name is restored, because a forged backup could hold any. */
export const SECRETS = ['session-secret', 'bot-token'] as const;
export const isSecret = (name: string): boolean => (SECRETS as readonly string[]).includes(name);
export const secretFile = (name: string): string => `secrets/${name}`;

const ENCRYPTED = '.age';
/** The name of a file in the folder. `plainName` returns it without the extension. */
export const storedName = (name: string, key: BackupKey | undefined): string => (key ? `${name}${ENCRYPTED}` : name);
export const plainName = (stored: string): string => (stored.endsWith(ENCRYPTED) ? stored.slice(0, -ENCRYPTED.length) : stored);

export const countRows = ({ tables }: Pick<Manifest, 'tables'>): number => tables.reduce((sum, table) => sum + table.rows, 0);

/** Serializes the manifest with its seal. With a key the seal is a signature, which nobody else can make. */
export function sealManifest(manifest: Manifest, key?: BackupKey): string {
  const text = JSON.stringify(manifest);
  return `${JSON.stringify({ ...manifest, seal: key ? key.sign(text) : digestOf(text) }, null, 2)}\n`;
}

/** Parses a manifest. Null where it was changed, has another format, or was signed by another key. */
export function readSealedManifest(text: string, key?: BackupKey): Manifest | null {
  try {
    const { seal, ...manifest } = JSON.parse(text) as Manifest & { seal: string };
    if (manifest.format !== (key ? 2 : 1)) return null;
    const sealedText = JSON.stringify(manifest);
    return (key ? key.hasSigned(sealedText, seal) : seal === digestOf(sealedText)) ? manifest : null;
  } catch {
    return null;
  }
}

type ChunkTransform = (chunks: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;

export interface NewFolder {
  write(name: string, bytes: Readable, ...steps: (ChunkTransform | NodeJS.ReadWriteStream)[]): Promise<string>;
  /** Makes a hard link to an existing file. Returns false where the disk cannot. */
  link(name: string, file: string): Promise<boolean>;
}

/** A disk answers one of these when it has no hard links or a file has all the links that it may have. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV', 'EMLINK', 'EACCES'];

/** Moves what is in the folder one level up. The manifest comes last, because a folder without it is no backup. */
async function moveUp(unfinished: string, place: string): Promise<void> {
  if ((await readdir(place)).length > 1) throw new Stopped(exits.refused, texts.notEmpty(place));
  const names = await readdir(unfinished);
  for (const name of names.filter((one) => one !== MANIFEST)) await rename(path.join(unfinished, name), path.join(place, name));
  await syncEntries(place);
  if (names.includes(MANIFEST)) await rename(path.join(unfinished, MANIFEST), path.join(place, MANIFEST));
  await rmdir(unfinished);
}

/**
 * Fills a folder under another name and renames it once all of it would survive a power cut. An existing empty folder is filled from
 * inside, because its owner may lack the right to write in its parent. A failure leaves nothing.
 */
export async function newFolder<Result>(place: string, fill: (folder: NewFolder) => Promise<Result>): Promise<Result> {
  const existing = await readdir(place).catch(skipMissing);
  if (existing?.length) throw new Stopped(exits.refused, texts.notEmpty(place));
  await mkdir(path.dirname(place), { recursive: true });
  const unfinished = await mkdtemp(existing ? path.join(place, 'incompleto-') : `${place}.incompleto-`);
  const folders = new Set([unfinished]);

  async function prepareFile(name: string): Promise<string> {
    const file = path.join(unfinished, name);
    if (!folders.has(path.dirname(file))) await mkdir(path.dirname(file), { recursive: true, mode: PRIVATE_FOLDER });
    folders.add(path.dirname(file));
    return file;
  }

  async function linkFile(name: string, file: string): Promise<boolean> {
    try {
      await link(file, await prepareFile(name));
      return true;
    } catch (error) {
      if (NO_LINKS.includes((error as NodeJS.ErrnoException).code ?? '')) return false;
      throw error;
    }
  }

  async function write(name: string, bytes: Readable, ...steps: (ChunkTransform | NodeJS.ReadWriteStream)[]): Promise<string> {
    const file = await prepareFile(name);
    const digest = tally();
    const out = createWriteStream(file, { flags: 'wx', mode: PRIVATE_FILE, flush: true });
    const line: readonly unknown[] = [bytes, ...steps, digest.pass, out];
    await pipeline(line as readonly NodeJS.ReadWriteStream[]); // the types lack lists with functions, which pipeline accepts
    return digest.total().sha256;
  }

  try {
    const result = await fill({ write, link: linkFile });
    for (const folder of folders) await syncEntries(folder);
    await (existing ? moveUp(unfinished, place) : rename(unfinished, place));
    await syncEntries(existing ? place : path.dirname(place));
    return result;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}
