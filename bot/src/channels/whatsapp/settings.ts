/** The `WHATSAPP_*` variables (docs/operations.md). */
export interface WhatsappSettings {
  phoneId: string;
  token: string;
  /** Meta signs each request with it. */
  appSecret: string;
  /** Meta shows it once, when the address of the webhook is entered. */
  verifyToken: string;
  /** The approved template, in Mexican Spanish, with one quick reply and no parameter. */
  template: string;
  /** Only a test double has one. Media must then have its origin. */
  apiUrl?: string | undefined;
  publicUrl: string;
}

export const EVENTS_PATH = '/whatsapp/events';
export const TEMPLATE_LANGUAGE = 'es_MX';

const GRAPH_URL = 'https://graph.facebook.com';
/** Current since July 2026; Meta serves each version for two years. */
const GRAPH_VERSION = 'v26.0';

export const graphUrl = ({ apiUrl = GRAPH_URL }: Pick<WhatsappSettings, 'apiUrl'>): string =>
  `${apiUrl.replace(/\/$/, '')}/${GRAPH_VERSION}`;

const MEDIA_HOST = /(?:^|\.)(?:fbsbx\.com|fbcdn\.net|whatsapp\.net)$/;

/** The bot sends its token only there to read media, because an answer could name any address. */
export function isMediaUrl({ apiUrl }: Pick<WhatsappSettings, 'apiUrl'>, url: string): boolean {
  const parsed = URL.parse(url);
  if (!parsed || parsed.username || parsed.password) return false;
  if (apiUrl) return parsed.origin === new URL(apiUrl).origin;
  return parsed.protocol === 'https:' && parsed.port === '' && MEDIA_HOST.test(parsed.hostname);
}
