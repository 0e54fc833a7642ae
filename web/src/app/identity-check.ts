import type { Transport } from '@bitacora/core/client/api-error';
import { createListeners } from './listeners.ts';

/** The question whether the person at this page is the one of the session. Calls at once share it. */
export type IdentityCheck = ReturnType<typeof createIdentityCheck>;

export function createIdentityCheck() {
  let question: { answer: Promise<boolean>; resolve: (isConfirmed: boolean) => void } | null = null;
  const { notify, subscribe } = createListeners();
  const set = (next: typeof question) => {
    question = next;
    notify();
  };
  return {
    /** Resolves to false where the person does not want to answer. */
    ask() {
      if (question) return question.answer;
      let resolve: (isConfirmed: boolean) => void = () => {};
      const answer = new Promise<boolean>((settled) => {
        resolve = settled;
      });
      set({ answer, resolve });
      return answer;
    },
    settle(isConfirmed: boolean) {
      question?.resolve(isConfirmed);
      set(null);
    },
    isAsking: () => question !== null,
    subscribe,
  };
}

/** Repeats a call once that the server refuses because the login is old, after the person has confirmed who they are. */
export const withIdentityCheck =
  (send: Transport, check: IdentityCheck): Transport =>
  async (request) => {
    const response = await send(request);
    const isNeeded = (response.body as { code?: string } | undefined)?.code === 'session.notRecent' && !request.isBackground;
    return isNeeded && (await check.ask()) ? send(request) : response;
  };
