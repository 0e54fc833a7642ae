/** The answers that are about one mail. MAIL FROM is not: it names the sender of them all, who may be mended in the settings. */
const ABOUT_THE_MAIL = ['RCPT TO', 'DATA'];
/** Of RFC 4954, at any stage: log in first, more strongly, over TLS. */
const ASKS_FOR_LOGIN = [530, 534, 535, 538];

/**
 * Whether the server has said its last word on this mail: a 5xx on its recipient or its contents. Greeting, password and sender are
 * the installation's own, and their 5xx would void every mail there is.
 */
export function isRefusedMail(error: unknown): boolean {
  const { command = '', responseCode = 0 } = error as { command?: string; responseCode?: number };
  return responseCode >= 500 && ABOUT_THE_MAIL.includes(command) && !ASKS_FOR_LOGIN.includes(responseCode);
}
