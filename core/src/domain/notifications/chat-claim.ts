/** What the holder of a piece of chat work names it by; to the bot it is one opaque text. */
export type ChatClaim =
  | {
      kind: 'letter';
      chatLinkId: number;
      letter: string;
      tries: number;
      claimedUntil: Date;
      uncertainTries: number;
      /** The newest history row of its activities when it was composed. */
      seenHistoryId: number;
    }
  | { kind: 'card'; cardId: number; claim: string; claimedUntil: Date }
  | { kind: 'task'; taskId: number; claimedUntil: Date };

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const digestShape = new RegExp(`^letter:(\\d{1,9}):(${UUID}):(\\d{1,9}):(\\d{1,15}):(\\d{1,9}):(\\d{1,15})$`);
const cardShape = new RegExp(`^card:(\\d{1,15}):(${UUID}):(\\d{1,15})$`);
const taskShape = /^task:(\d{1,15}):(\d{1,15})$/;

export function claimText(claim: ChatClaim): string {
  const until = claim.claimedUntil.getTime();
  if (claim.kind === 'card') return `card:${claim.cardId}:${claim.claim}:${until}`;
  if (claim.kind === 'task') return `task:${claim.taskId}:${until}`;
  const { chatLinkId, letter, tries, uncertainTries, seenHistoryId } = claim;
  return `letter:${chatLinkId}:${letter}:${tries}:${until}:${uncertainTries}:${seenHistoryId}`;
}

/** Null for a text that `claimText` never made. */
export function readClaim(text: string): ChatClaim | null {
  const [, cardId, claim, cardUntil] = cardShape.exec(text) ?? [];
  if (cardId && claim) return { kind: 'card', cardId: Number(cardId), claim, claimedUntil: new Date(Number(cardUntil)) };
  const [, taskId, taskUntil] = taskShape.exec(text) ?? [];
  if (taskId) return { kind: 'task', taskId: Number(taskId), claimedUntil: new Date(Number(taskUntil)) };
  const [, chatLinkId, letter, tries, until, uncertainTries, seenHistoryId] = digestShape.exec(text) ?? [];
  if (!letter) return null;
  return {
    ...{ kind: 'letter', chatLinkId: Number(chatLinkId), letter, tries: Number(tries) },
    ...{ claimedUntil: new Date(Number(until)), uncertainTries: Number(uncertainTries), seenHistoryId: Number(seenHistoryId) },
  };
}
