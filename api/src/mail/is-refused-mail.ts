/** The answers that are about one mail. MAIL FROM is not: it names the sender of them all, who may be mended in the settings. */
const ABOUT_THE_MAIL = ['RCPT TO', 'DATA'];
/** Of RFC 4954, at any stage: log in first, more strongly, over TLS. */
const ASKS_FOR_LOGIN = [530, 534, 535, 538];
/** Of RFC 3463, security and policy: at a recipient, relaying is denied or the sending machine is on a list. */
const IS_POLICY = /^\d{3}[ -]5\.7\./;

/**
 * Whether the server has said its last word on this mail: a 5xx on its recipient or its contents. Greeting, password, sender and the
 * right to send are the installation's own, and their 5xx would void every mail there is.
 */
export function isRefusedMail(error: unknown): boolean {
  const { command = '', responseCode = 0, response = '' } = error as { command?: string; responseCode?: number; response?: string };
  if (responseCode < 500 || !ABOUT_THE_MAIL.includes(command) || ASKS_FOR_LOGIN.includes(responseCode)) return false;
  return !(command === 'RCPT TO' && IS_POLICY.test(response));
}
