/** Longer than a conversation with a push service, so that no second process sends the same digest. */
export const PUSH_LEASE_MS = 60_000;
export const PUSH_RETRY_MS = 60_000;

/** What a browser shows, and where a press leads. It travels encrypted. */
export interface PushMessage {
  title: string;
  body: string;
  /** A path of the product. */
  path: string;
  /** Replaces an earlier notification of the same digest. */
  tag: string;
  recipientId: number;
  /** The activity that the recipient may begin; null where there is none. */
  startable: number | null;
}

/** Whether a browser's address may be kept: https, and neither a name nor a password in it. */
export function isPushEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === 'https:' && username === '' && password === '';
}
