import { bot } from '../../../messages/bot.ts';
import { botSlack } from '../../../messages/slack.ts';
import type { Answer, Asker } from '../../../request.ts';
import { sentenceView } from '../block-kit/form-view.ts';
import { openModal } from './modals.ts';
import type { Reach } from './reach.ts';
import { showCard } from './show-card.ts';
import { showForm } from './show-form.ts';
import { showSentence } from './show-sentence.ts';
import type { Asked, Stage, Turn } from './turn.ts';

/** A trigger lives three seconds: an answer that is not there by now will find a modal that waits for it. */
const PATIENCE_MS = 1_000;

/** One turn from what was asked to what is shown; `asked` may need to know who asks. */
export async function converse(turn: Turn, asked: Asked | ((asker: Asker) => Promise<Asked>), reach: Reach): Promise<void> {
  const pending = ask(turn, asked, reach);
  if (turn.waitsInModal && !turn.modal) await waitInModal(turn, pending, reach);
  const { asker, answer } = await pending;
  await show({ ...turn, asker, place: turn.place(asker) }, answer, reach);
}

async function ask(turn: Turn, asked: Asked | ((asker: Asker) => Promise<Asked>), { askerOf, answer, log }: Reach) {
  const asker = await askerOf(turn.user);
  const said = typeof asked === 'function' ? await asked(asker) : asked;
  const answered = await answer({ ...said, asker, deliveryId: turn.deliveryId }).catch((err): Answer => {
    log.error({ err }, 'slack: no answer');
    return { kind: 'sentence', sentence: bot.failed };
  });
  return { asker, answer: answered };
}

async function waitInModal(turn: Turn, pending: Promise<unknown>, reach: Reach): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, true);
  });
  const isLate = await Promise.race([
    late,
    pending.then(
      () => false,
      () => false,
    ),
  ]);
  clearTimeout(timer);
  if (isLate) await openModal(turn, sentenceView(botSlack.wait), reach);
}

function show(stage: Stage, answer: Answer, reach: Reach): Promise<void> {
  if (answer.kind === 'form') return showForm(stage, answer.form, reach);
  return answer.kind === 'card' ? showCard(stage, answer.card, answer.sentence, reach) : showSentence(stage, answer.sentence, reach);
}
