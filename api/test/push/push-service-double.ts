import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { PushMessage } from '@bitacora/core/domain/notifications/delivery';
import { localCertificate } from '../certificate.ts';

const text = (bytes: Buffer) => bytes.toString('base64url');
const bytesOf = (value: string) => Buffer.from(value, 'base64url');
const hkdf = (salt: Buffer, key: Buffer, info: Buffer | string, length: number) => Buffer.from(hkdfSync('sha256', key, salt, info, length));

/** Decrypts as a browser does (RFC 8291, aes128gcm in one record). */
function decrypt(body: Buffer, browser: { ecdh: ReturnType<typeof createECDH>; auth: Buffer }): PushMessage {
  const salt = body.subarray(0, 16);
  const keyLength = body[20] as number;
  const senderKey = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.ecdh.getPublicKey(), senderKey]);
  const material = hkdf(browser.auth, browser.ecdh.computeSecret(senderKey), info, 32);
  const key = hkdf(salt, material, 'Content-Encoding: aes128gcm\0', 16);
  const decipher = createDecipheriv('aes-128-gcm', key, hkdf(salt, material, 'Content-Encoding: nonce\0', 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString());
}

/** What the `Authorization` of VAPID claims (RFC 8292); throws where its signature is not of the key that it names. */
function claimsOf(authorization: string): { aud: string; sub: string; exp: number; key: string } {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  const [header = '', claims = '', signature = ''] = token.split('.');
  const point = bytesOf(key);
  const jwk = { kty: 'EC', crv: 'P-256', x: text(point.subarray(1, 33)), y: text(point.subarray(33)) };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  const isRight = verify('sha256', Buffer.from(`${header}.${claims}`), { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytesOf(signature));
  if (!isRight) throw new Error('the signature is of another key');
  return { ...JSON.parse(bytesOf(claims).toString()), key };
}

/** A push service on this machine, with https, that reads what it gets as the browser would. */
export async function pushService() {
  const { cert, key } = localCertificate();
  const browsers = new Map<string, { ecdh: ReturnType<typeof createECDH>; auth: Buffer }>();
  const received: { path: string; message: PushMessage; claims: ReturnType<typeof claimsOf>; ttl: number }[] = [];
  const statuses = new Map<string, number | 'never'>();
  let unanswered = 0;
  const server = createServer({ cert, key }, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const address = request.url ?? '';
    const browser = browsers.get(address);
    const status = statuses.get(address) ?? (browser ? 201 : 404);
    if (status === 'never') {
      unanswered += 1;
      return;
    }
    if (status === 201 && browser) {
      const message = decrypt(Buffer.concat(chunks), browser);
      received.push({ path: address, message, claims: claimsOf(request.headers.authorization ?? ''), ttl: Number(request.headers.ttl) });
    }
    response.writeHead(status, { Location: 'https://localhost/elsewhere' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  return {
    ca: cert,
    origin,
    received,
    /** A browser that subscribes: what it sends to the product. */
    browser() {
      const ecdh = createECDH('prime256v1');
      ecdh.generateKeys();
      const auth = randomBytes(16);
      const address = `/push/${text(randomBytes(8))}`;
      browsers.set(address, { ecdh, auth });
      return { endpoint: origin + address, publicKey: text(ecdh.getPublicKey()), authSecret: text(auth) };
    },
    answer: ({ endpoint }: { endpoint: string }, status: number | 'never') => statuses.set(new URL(endpoint).pathname, status),
    /** Requests that got no answer. */
    unanswered: () => unanswered,
    hangUp: () => server.closeAllConnections(),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
