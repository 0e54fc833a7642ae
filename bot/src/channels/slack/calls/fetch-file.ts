import type { webApi } from '@slack/bolt';
import type { Hosts } from '../trust/hosts.ts';

const MOST_BYTES = 10 * 1024 * 1024;
const WITHIN_MS = 15_000;

/** The bytes of a file of the workspace by its id. Throws for a file too large, or that lies anywhere but at Slack, or that is led elsewhere. */
export async function fetchFile(
  id: string,
  { client, hosts, token }: { client: webApi.WebClient; hosts: Hosts; token: string },
): Promise<Blob> {
  const { file } = await client.files.info({ file: id });
  const url = file?.url_private_download ?? file?.url_private ?? '';
  if (!hosts.isOfFiles(url)) throw new Error('The file lies elsewhere than at Slack.');
  if ((file?.size ?? 0) > MOST_BYTES) throw new Error('The file is too large.');
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${token}` },
    redirect: 'error',
    signal: AbortSignal.timeout(WITHIN_MS),
  });
  if (!response.ok || !response.body) throw new Error(`Slack does not give the file: ${response.status}.`);
  return new Blob(await chunks(response.body), { type: file?.mimetype ?? '' });
}

/** What a server says of a size is not believed: reading stops beyond the most. */
async function chunks(body: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>[]> {
  const read: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > MOST_BYTES) throw new Error('The file is too large.');
    read.push(new Uint8Array(chunk));
  }
  return read;
}
