/** What `SLACK_*` says (operations.md). */
export interface SlackSettings {
  botToken: string;
  /** HTTP mode needs it. */
  signingSecret?: string;
  /** Socket Mode: nothing of Slack's is then taken over HTTP. */
  appToken?: string;
  /** Another address than Slack's, for a double: files and answers are then of its origin alone. */
  apiUrl?: string;
  /** The product's own address: only its links are unfurled. */
  publicUrl: string;
}

export const EVENTS_PATH = '/slack/events';
