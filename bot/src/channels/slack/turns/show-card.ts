import type { Card } from '../../../card.ts';
import { botSlack } from '../../../messages/slack.ts';
import { sentenceBlocks } from '../block-kit/form-view.ts';
import { drawn } from '../calls/create-chat.ts';
import { drawInPlace } from './draw-in-place.ts';
import type { Reach } from './reach.ts';
import { showSentence } from './show-sentence.ts';
import type { Stage } from './turn.ts';
import { whisper } from './whisper.ts';

/** Draws the card in its place and has it kept; the sentence goes beside it where there is a beside, else inside. */
export async function showCard(stage: Stage, card: Card, sentence: string | undefined, reach: Reach): Promise<void> {
  const isBeside = stage.place.kind === 'card' || stage.modal !== undefined;
  const message = await drawInPlace(stage, drawn(card, isBeside ? undefined : sentence), reach);
  if (message && card.press) await reach.keep(stage.asker, { message, press: card.press, activityIds: card.activityIds });

  if (stage.modal) return showSentence({ ...stage, givesWay: undefined }, sentence ?? botSlack.done, reach);
  if (isBeside && sentence) return showSentence({ ...stage, givesWay: undefined }, sentence, reach);
  if (!stage.saidIn || stage.saidIn === stage.asker.conversation) return;
  await whisper(stage, { text: botSlack.answeredAlone, blocks: sentenceBlocks(botSlack.answeredAlone) }, reach);
}
