export const mailProviders = ['microsoft', 'google'] as const;
type MailProvider = (typeof mailProviders)[number];

/** The credentials for a mail server that takes OAuth tokens in place of a password. */
export interface MailOAuth {
  provider: MailProvider;
  /** Microsoft alone. */
  tenant?: string | undefined;
  /** Microsoft: the application. Google: the service account's address. */
  clientId: string;
  /** Google: the private key of the service account (PEM). */
  clientSecret: string;
  user: string;
  /** Unset: the provider's own. */
  tokenUrl?: string | undefined;
}

/** The mail server of each provider, which is used without SMTP_URL. */
export const smtpUrls: Record<MailProvider, string> = {
  microsoft: 'smtp://smtp.office365.com:587',
  google: 'smtp://smtp.gmail.com:587',
};
