import type { Transport, WireRequest } from '@bitacora/core/client/api-error';

interface FirstAnswer {
  path: string;
  /** Null where the call has none. */
  body: unknown;
  answer: unknown;
}

/** Older answers are asked for again, because what changed since then was not reported to this page. */
const FRESH_MS = 5_000;

const keyOf = ({ path, body }: Pick<WireRequest, 'path' | 'body'>) => JSON.stringify([path, body ?? null]);

/** The server ends the page sooner. What has not come by then was cut or stalls, and is asked for. */
const ARRIVAL_MS = 2_000;

/** The answers at the end of the page, once they are there. */
async function answersIn(page: Document): Promise<Map<string, unknown>> {
  if (page.readyState === 'loading')
    await new Promise((resolve) => {
      page.addEventListener('DOMContentLoaded', resolve, { once: true });
      setTimeout(resolve, ARRIVAL_MS);
    });
  const element = page.getElementById('first-answers');
  element?.remove();
  try {
    const answers: FirstAnswer[] = JSON.parse(element?.textContent || '[]');
    return new Map(answers.map((one) => [keyOf(one), one.answer]));
  } catch {
    return new Map();
  }
}

/**
 * Answers calls of the first screen by what came with its page, each once. A write drops what is left, because a login or a logout makes the
 * session another's.
 */
export function withFirstAnswers(page: Document, send: Transport): { transport: Transport; forget: () => void } {
  const arriving = answersIn(page);
  let isOver = false;
  const forget = () => {
    isOver = true;
  };
  const isUsable = () => !isOver && performance.now() <= FRESH_MS;
  return {
    forget,
    transport: async (request) => {
      if (request.effect === 'writes') forget();
      if (!isUsable()) return send(request);
      const [answers, key] = [await arriving, keyOf(request)];
      const answer = answers.get(key);
      return answers.delete(key) && isUsable() ? { status: 200, body: answer } : send(request);
    },
  };
}
