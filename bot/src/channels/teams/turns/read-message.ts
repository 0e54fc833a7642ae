import * as z from 'zod/mini';
import type { Request, SentImage } from '../../../request.ts';
import { written } from '../post/conversation.ts';
import type { Hosts } from '../trust/hosts.ts';
import type { Incoming } from './incoming.ts';
import type { Shown } from './shown.ts';

const WORDS = 500;
const IMAGES = 10;
const FILE = 'application/vnd.microsoft.teams.file.download.info';

const attachment = z.object({
  contentType: z.string(),
  contentUrl: z.optional(z.string()),
  name: z.optional(z.string()),
  content: z.optional(z.unknown()),
});
const message = z.object({ text: z.optional(z.string()), attachments: z.optional(z.array(attachment)) });
const file = z.object({ downloadUrl: z.string(), fileType: z.string() });
type Attachment = z.output<typeof attachment>;

/** Pasted into the chat: lies at the service. Sent as a file: lies in the sender's own store. */
function imageIn({ contentType, contentUrl, content, name = 'imagen' }: Attachment, hosts: Hosts): SentImage | null {
  if (contentType.startsWith('image/')) return contentUrl && hosts.isAttachment(contentUrl) ? { name, reference: contentUrl } : null;
  if (contentType !== FILE) return null;
  const { success, data } = z.safeParse(file, content);
  if (!success || !/^(png|jpe?g)$/i.test(data.fileType)) return null;
  return hosts.isFile(data.downloadUrl) ? { name, reference: data.downloadUrl } : null;
}

/** Teams shows what is answered to as a quotation, with which the text begins: no more of it is searched, since the search grows with its cube. */
const quoted = /<blockquote[^<>]*itemtype="http:\/\/schema\.skype\.com\/Reply"[^<>]*itemid="(\d{1,30})"/;
const QUOTED_WITHIN = 2_000;
function answeredTo(attachments: readonly Attachment[]): string | null {
  const html = attachments.find(({ contentType }) => contentType === 'text/html')?.content;
  return typeof html === 'string' ? (quoted.exec(html.slice(0, QUOTED_WITHIN))?.[1] ?? null) : null;
}

const wordsOf = (text: string) =>
  text
    .replace(/<at>[^<]*<\/at>/g, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
    .slice(0, WORDS);

/** What somebody wrote or sent; null for a message that the product cannot read. */
export function readMessage(
  activity: object,
  { asker, deliveryId, alone, place, message: above }: Incoming,
  hosts: Hosts,
  shown: Shown,
): Request | null {
  const { success, data } = z.safeParse(message, activity);
  if (!success) return null;
  const { text = '', attachments = [] } = data;
  const images = attachments.map((each) => imageIn(each, hosts)).filter((image) => image !== null);
  if (images.length > 0) {
    const activityIds = shown.in(alone, answeredTo(attachments) ?? above);
    return { kind: 'images', asker, deliveryId, images: images.slice(0, IMAGES), activityIds };
  }
  const where = place ? { place: { conversation: written(place.channel), name: place.name } } : {};
  return { kind: 'command', asker, deliveryId, words: wordsOf(text), ...where };
}
