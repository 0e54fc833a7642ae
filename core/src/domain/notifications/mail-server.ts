/**
 * Why no mail goes out: the server offers no TLS; its certificate is from an unknown authority or for another name. It
 * refuses the login, or it does not answer.
 */
export const mailServerProblems = ['noTls', 'untrusted', 'login', 'away'] as const;
export type MailServerProblem = (typeof mailServerProblems)[number];
