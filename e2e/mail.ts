import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const PATIENCE_MS = 15_000;
const LINK = /https?:\/\/[^\s"<>]*#[^\s"<>]*token=[^\s"<>]*/;

/** Undoes quoted-printable as far as links need it. */
const plain = (raw: string) =>
  raw.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Reads the header, because the footer of any mail may name an administrator's address. */
const isTo = (mail: string, address: string) => /^To: .*$/im.exec(mail)?.[0].includes(address) ?? false;

/** The link with the token mailed to `address`, once it has been sent, that is none of those `known`; other letters may have been too. */
export async function mailedLink(outboxDir: string, address: string, earlierLinks: readonly string[] = []): Promise<string> {
  for (const limit = Date.now() + PATIENCE_MS; Date.now() < limit; await pause(200)) {
    const names = await fs.readdir(outboxDir).catch(() => []);
    const mails = await Promise.all(
      names.filter((name) => name.endsWith('.eml')).map((name) => fs.readFile(path.join(outboxDir, name), 'utf8')),
    );
    const links = mails.filter((mail) => isTo(mail, address)).flatMap((mail) => LINK.exec(plain(mail)) ?? []);
    const link = links.map((candidate) => candidate.replaceAll('&amp;', '&')).find((candidate) => !earlierLinks.includes(candidate));
    if (link) return link;
  }
  throw new Error(`No mail with a link to ${address}`);
}
