import type { Hosts } from '../trust/hosts.ts';

const PATIENCE_MS = 30_000;
const IMAGE_BYTES = 10 * 1024 * 1024;

const refused = (message: string) => new Error(`Teams: ${message}`);

/** The bytes, never more than are allowed, whatever the length that was announced. */
async function bytesOf(response: Response): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.byteLength;
    if (length > IMAGE_BYTES) throw refused('an image of over 10 MB');
    parts.push(part);
  }
  return new Blob(parts, { type: response.headers.get('Content-Type') ?? '' });
}

/** The bot's token goes to attachments at the service alone; a file in somebody's store opens by its address. No redirect is followed. */
export async function fetchImage(reference: string, hosts: Hosts, token: () => Promise<string>): Promise<Blob> {
  const isAttachment = hosts.isAttachment(reference);
  if (!isAttachment && !hosts.isFile(reference)) throw refused('an image that lies elsewhere');
  const headers: Record<string, string> = isAttachment ? { Authorization: `Bearer ${await token()}` } : {};
  const response = await fetch(reference, { headers, redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!response.ok) throw refused(`an image answered ${response.status}`);
  return bytesOf(response);
}
