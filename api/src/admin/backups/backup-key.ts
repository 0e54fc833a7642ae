import { createPrivateKey, createPublicKey, hkdfSync, sign, verify } from 'node:crypto';
import { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';

type Chunks = AsyncIterable<Uint8Array>;

/** Encrypts the files of backups for one age identity, and signs what they are. */
export interface BackupKey {
  /** The public half, `age1…`: names the key in a backup. */
  recipient: string;
  encrypt(bytes: Chunks): AsyncGenerator<Buffer>;
  decrypt(bytes: Chunks): AsyncGenerator<Buffer>;
  sign(text: string): string;
  hasSigned(text: string, signature: string): boolean;
}

/** RFC 8410: what stands before the 32 bytes of an Ed25519 key in its DER form. */
const ED25519_DER = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Age encrypts but does not sign, so the key of signatures is derived from the same identity: one secret to keep. */
function signatureKey(identity: string) {
  const seed = hkdfSync('sha256', identity, '', 'bitacora backup signature', 32);
  return createPrivateKey({ key: Buffer.concat([ED25519_DER, Buffer.from(seed)]), format: 'der', type: 'pkcs8' });
}

async function* buffersOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const { buffer, byteOffset, byteLength } of stream) yield Buffer.from(buffer, byteOffset, byteLength);
}

/** `age` accepts web streams alone. */
const streamOf = (bytes: Chunks) => ReadableStream.from(bytes) as Parameters<Encrypter['encrypt']>[0] & ReadableStream<Uint8Array>;

/** Undefined without an identity: nothing is encrypted then. */
export async function backupKeyOf(identity: string | undefined): Promise<BackupKey | undefined> {
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
      yield* buffersOf((await encrypter.encrypt(streamOf(bytes))) as unknown as Chunks);
    },
    async *decrypt(bytes) {
      yield* buffersOf((await decrypter.decrypt(streamOf(bytes))) as unknown as Chunks);
    },
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64'),
    hasSigned: (text, signature) => verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64')),
  };
}

/** The text of a new key file; the program `age` reads it too. */
export async function newKeyFile(now: Date): Promise<{ recipient: string; text: string }> {
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  return { recipient, text: `# created: ${now.toISOString()}\n# public key: ${recipient}\n${identity}\n` };
}
