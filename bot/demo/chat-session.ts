import type { Role } from './cast.ts';

/** What somebody at the page does. `on` names a message, a modal or the home as the page was told of it. */
export type UserAction =
  | { deed: 'write'; text: string }
  | { deed: 'image'; name: string; base64: string; on?: string }
  | { deed: 'open' }
  | { deed: 'press'; on: string; action: string; values?: Record<string, string> }
  | { deed: 'fill'; values: Record<string, string> }
  | { deed: 'close' }
  | { deed: 'execute'; on: string; verb: string; data: object }
  | { deed: 'submit'; data: object };

/** A line of a conversation, the bot's where it is not one's own. */
export interface ChatLine {
  id: string;
  isMine: boolean;
  text: string;
  /** Name of the image that was sent. */
  image?: string;
  /** The line it answers. */
  answers?: string;
  /** Nobody else would see it, and it is not kept. */
  isEphemeral?: boolean;
  /** An image sent as an answer to it is evidence of what it shows. */
  takesImages?: boolean;
  blocks?: unknown;
  card?: unknown;
}

/** All that a person has before them. */
export interface SessionState {
  lines: ChatLine[];
  modal: unknown;
  home: unknown;
  /** What flashed up last, and how many did. */
  notice?: { text: string; count: number };
}

/** One chat with its people, as the page plays it. */
export interface ChatSession {
  see(role: Role): SessionState;
  act(role: Role, deed: UserAction): Promise<void>;
  /** Asks the bot for a link, as anybody would; the code is in its answer. */
  askForCode(role: Role): Promise<string>;
}

const PATIENCE_MS = 15_000;

/** Resolves with what `look` finds once it is there. */
export async function waitFor<Thing>(look: () => Thing | undefined): Promise<Thing> {
  for (const from = Date.now(); Date.now() - from < PATIENCE_MS; ) {
    const thing = look();
    if (thing !== undefined) return thing;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The bot did not answer.');
}

/** Whatever activity a card shows, it links to its page. */
export const showsActivities = (drawn: unknown): boolean => /\/Consult_\w+\/\d/.test(JSON.stringify(drawn));

export const codeIn = (drawn: unknown): string | undefined => /(?<=chat_link=)[\w-]+/.exec(JSON.stringify(drawn))?.[0];
