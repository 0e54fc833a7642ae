import type { Card } from '../src/card.ts';
import type { ChannelProblem } from '../src/messages/flows.ts';
import { type Chat, NotPosted } from '../src/request.ts';

interface PostedCard {
  conversation: string;
  card: Card;
  mark: string;
  message: string;
}

/** A chat that stores its messages, and fails on demand. */
export function memoryChat() {
  const posted: PostedCard[] = [];
  const redraws: { message: string; card: Card }[] = [];
  const files = new Map<string, Blob>();
  const problems = new Map<string, ChannelProblem>();
  let failure: { isCertain: boolean; isFinal: boolean; isOurs?: boolean } | null = null;

  const chat: Chat = {
    async post(conversation, card, mark) {
      if (failure) throw new NotPosted('told to fail', failure);
      const message = `M${posted.length + 1}`;
      posted.push({ conversation, card, mark, message });
      return message;
    },
    async redraw(_conversation, message, card) {
      if (failure) throw new NotPosted('told to fail', failure);
      redraws.push({ message, card });
    },
    async find(conversation, mark) {
      return posted.find((each) => each.conversation === conversation && each.mark === mark)?.message ?? null;
    },
    async checkChannel(conversation) {
      return problems.get(conversation) ?? null;
    },
    async fetchImage(reference) {
      const file = files.get(reference);
      if (!file) throw new Error('gone');
      return file;
    },
  };
  return {
    ...chat,
    posted,
    redraws,
    files,
    problems,
    failWith(how: typeof failure) {
      failure = how;
    },
  };
}
